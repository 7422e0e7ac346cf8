"""What an assistive technology would meet: axe-core's findings and the browser's own accessibility tree."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from playwright.sync_api import Locator, Page

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def violations(place: Locator) -> list[str]:
    """Return what axe-core finds against WCAG 2.2 AA within one element, one line a rule.

    Only within the kit's own roots: JupyterLab itself has findings that are not ours.
    """
    page = place.page
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = place.evaluate(
        "(root, tags) => axe.run(root, { runOnly: { type: 'tag', values: tags } }).then((result) => result.violations)",
        WCAG_22_AA,
    )
    return [f"{rule['id']} ({rule['impact']}): {rule['help']}: {rule['nodes'][0]['html'][:200]}" for rule in found]


def roles(page: Page) -> Counter[str]:
    """Count the roles in the browser's accessibility tree.

    axe-core reads attributes, and a browser may drop a role that stands in the wrong place: the counts tell.
    """
    session = page.context.new_cdp_session(page)
    try:
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    finally:
        session.detach()
    return Counter(node["role"]["value"] for node in nodes if not node["ignored"] and "role" in node)
