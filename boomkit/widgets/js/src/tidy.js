// A tidy tree (after Reingold and Tilford, 1981): parents stand over the middle of their children, subtrees of any
// shape stand as close as their outlines allow, and equal subtrees look the same. Units: one place between siblings.

// Gives every node of `below(node)`'s tree a place: a Map from node to { x, depth }.
export const tidy = (root, below) => {
  const offset = new Map();
  const outline = (node, depth) => {
    const children = below(node);
    let joined = null;
    const at = [];
    children.forEach((child) => {
      const own = outline(child, depth + 1);
      let shift = 0;
      if (joined) {
        const shared = Math.min(joined.right.length, own.left.length);
        for (let i = 0; i < shared; i++) shift = Math.max(shift, joined.right[i] - own.left[i] + 1);
        own.left.forEach((x, i) => { if (i >= joined.left.length) joined.left.push(x + shift); });
        own.right.forEach((x, i) => { joined.right[i] = x + shift; });
      } else joined = own;
      at.push(shift);
    });
    if (!joined) return { left: [0], right: [0] };
    const middle = (at[0] + at.at(-1)) / 2;
    children.forEach((child, i) => offset.set(child, at[i] - middle));
    return { left: [0, ...joined.left.map((x) => x - middle)], right: [0, ...joined.right.map((x) => x - middle)] };
  };
  outline(root, 0);
  const places = new Map([[root, { x: 0, depth: 0 }]]);
  for (const [node, { x, depth }] of places) {
    for (const child of below(node)) places.set(child, { x: x + offset.get(child), depth: depth + 1 });
  }
  return places;
};
