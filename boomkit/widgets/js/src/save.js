// Save a drawing as a file of its own: every token becomes the colour it has on this page now.
const FONT = "Inter,ui-sans-serif,system-ui,'Segoe UI','DejaVu Sans',sans-serif";

export const standalone = (root, inside, { left, right, top, bottom }) => {
  const style = getComputedStyle(root);
  const paint = (text) => text.replace(/var\((--bk-\w+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  const [width, height] = [Math.ceil(right - left), Math.ceil(bottom - top)];
  return paint(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${Math.floor(left)} ${Math.floor(top)} ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}">`
    + `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="var(--bk-paper)"/>${inside}</svg>`);
};

const download = (url, name) => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};

export const saveSvg = (text, name) => download(URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' })), `${name}.svg`);

export const savePng = (text, name) => new Promise((resolve) => {
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => { download(URL.createObjectURL(blob), `${name}.png`); resolve(); });
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
});
