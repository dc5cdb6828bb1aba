"""Turns the pages of Docs into articles of a catalogue."""

import os
import re
import shutil

FENCE = re.compile(r"(```+|~~~+)")
COMMENT = re.compile(r"<!--.*?-->\n?", re.S)
LINK = re.compile(r"`[^`\n]*`|(!?)\[((?:[^\[\]`]|`[^`]*`|\[[^\]]*\])*)\]\(([^()\s]*)\)")
ROW = re.compile(r"^\| \[\w+\]\(Docs/(\w+)\.md\) \|", re.M)
HEADING = re.compile(r"^#{1,6} +(.+?) *$")
GUIDES = re.compile(r"<!-- guides -->\n.*?<!-- end of guides -->\n", re.S)


def pieces(source):
    """Takes a page apart into what is code and what is not: pairs of a text and whether it is a fenced block."""
    found, lines, end = [], [], None
    for line in source.splitlines(keepends=True):
        fence = FENCE.match(line)
        if end is None and fence:
            found.append(("".join(lines), False))
            lines, end = [line], fence[1]
        elif end is not None and line.rstrip() == end:
            found.append(("".join([*lines, line]), True))
            lines, end = [], None
        else:
            lines.append(line)
    return [*found, ("".join(lines), end is not None)]


def headings(source):
    """Gives the headings of a page, by the anchors that GitHub makes of them."""
    anchors = {}
    for text, is_code in pieces(source):
        for line in [] if is_code else text.splitlines():
            heading = HEADING.match(line)
            if heading:
                anchor = re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-")
                repeated = [each for each in anchors if re.fullmatch(rf"{re.escape(anchor)}(-\d+)?", each)]
                anchors[f"{anchor}-{len(repeated)}" if repeated else anchor] = heading[1]
    return anchors


def fragment(heading):
    """Gives the anchor that docc makes of a heading: without punctuation, and with its capitals."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s\-<>=+|$^~]|_", "", heading).strip())


def article(name, sources, root):
    """Gives the text of a page as an article, and the pictures that it shows."""
    pictures = []

    def link(match):
        if match[3] is None:
            return match[0]  # A piece of code.
        is_picture, text, target = match[1], match[2], match[3]
        path, _, anchor = target.partition("#")
        page = os.path.basename(path).removesuffix(".md") if path else name
        if re.match(r"\w+:", target):
            return match[0]
        if is_picture:
            pictures.append(path)
            return f"![{text}]({os.path.basename(path)})"
        if page in sources and (not path or path == f"{page}.md"):
            heading = headings(sources[page]).get(anchor)
            if anchor and not heading:
                raise SystemExit(f"Docs/{name}.md: there is no section {target}")
            # A page is named by its file there, and by its title here.
            text = next(iter(headings(sources[page]).values())) if text == path else text
            return f"[{text}](doc:{page}{'#' + fragment(heading) if heading else ''})"
        # What is no page of the site, such as the code of an example: where it is in the repository.
        place = os.path.relpath(os.path.join(root, "Docs", path), root)
        code = text.strip("`")
        return f"`{place}`" if place.endswith(code) else f"{text} (`{place}`)"

    # A comment may contain a fenced block, which is hidden code.
    text = COMMENT.sub("", sources[name])
    text = "".join(piece if is_code else LINK.sub(link, piece) for piece, is_code in pieces(text))
    return text, pictures


def articles(root, catalogue):
    """Writes the pages into a catalogue; gives their names, in the order of the README's table."""
    names = ROW.findall((root / "README.md").read_text())
    there = {path.stem for path in (root / "Docs").glob("*.md")}
    if there != set(names):
        raise SystemExit(f"The table of the README and the pages of Docs differ: {sorted(there ^ set(names))}")
    sources = {name: (root / "Docs" / f"{name}.md").read_text() for name in names}
    for name in names:
        text, pictures = article(name, sources, root)
        (catalogue / f"{name}.md").write_text(text)
        for picture in pictures:
            shutil.copy(root / "Docs" / picture, catalogue)
    return names


def landing_page(path, names):
    """Puts the guides into the topics of a landing page, in place of what it says of them."""
    text, count = GUIDES.subn("", path.read_text())
    if count != 1 or "## Topics\n" not in text:
        raise SystemExit(f"{path.name} has no comments around what it says of the guides, or no topics")
    links = "\n".join(f"- <doc:{name}>" for name in names)
    head, tail = text.split("## Topics\n", 1)
    essentials, rest = tail.lstrip("\n").split("\n### ", 1)
    path.write_text(f"{head}## Topics\n\n{essentials}\n### Guides\n\n{links}\n\n### {rest}")
