"""Turns the pages of Docs into articles of a catalogue."""

import os
import re
import shutil

FENCE = re.compile(r"(```+|~~~+)")
COMMENT = re.compile(r"<!--.*?-->\n?", re.S)
# A piece of code, which may go on in the next line of its paragraph, or a link.
LINK = re.compile(r"`(?:[^`\n]|\n(?!\n))*`|(!?)\[((?:[^\[\]`]|`[^`]*`|\[[^\]]*\])*)\]\(([^()\s]*)\)")
# A link in a form that is not followed: with a title, by reference, or in HTML.
OTHER_LINK = re.compile(r".*(?:\]\(|\]\[|^[ >]*\[[^\]\n]+\]:|<(?:a|img|source)\b|\b(?:href|src)=).*", re.M | re.I)
GROUP = re.compile(r"^- \*\*(\w+)\*\*: (.*(?:\n  .*)*)", re.M)
PAGE = re.compile(r"\]\(([\w/]+)\.md\)")
NO_PAGES = {"README", "SKILL"}  # Files in Docs that are no articles: the list of the pages, and what is for machines.
HEADING = re.compile(r"^#{1,6} +(.+?) *$")
HEADINGS = re.compile(r"^#{1,6} .*$", re.M)
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


def without_marks(heading):
    return heading[0].replace("`", "")


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
        if re.match(r"\w+:", target):
            return match[0]
        path, _, anchor = target.partition("#")
        # As seen from Docs.
        place = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else f"{name}.md"
        if is_picture:
            pictures.append(place)
            return f"![{text}]({os.path.basename(place)})"
        if place.removesuffix(".md") in sources and place.endswith(".md"):
            page = place.removesuffix(".md")
            heading = headings(sources[page]).get(anchor)
            if anchor and not heading:
                raise SystemExit(f"Docs/{name}.md: there is no section {target}")
            # A page is named by its file there, and by its title here.
            text = next(iter(headings(sources[page]).values())) if text == path else text
            return f"[{text}](doc:{os.path.basename(page)}{'#' + fragment(heading) if heading else ''})"
        if not (root / "Docs" / place).exists():
            raise SystemExit(f"Docs/{name}.md: there is no file {target}")
        # What is no page of the site, such as the code of an example: where it is in the repository.
        place = os.path.relpath(os.path.join(root, "Docs", place), root)
        code = text.strip("`")
        return f"`{place}`" if place.endswith(code) else f"{text} (`{place}`)"

    # A comment may contain a fenced block, which is hidden code.
    text = COMMENT.sub("", sources[name])
    # The site would show the marks of code in a heading.
    text = "".join(piece if is_code else LINK.sub(link, HEADINGS.sub(without_marks, piece)) for piece, is_code in pieces(text))
    return text, pictures


def groups(root):
    """Gives the groups of pages that Docs/README.md lists, in its order: for each its title and its pages."""
    docs = root / "Docs"
    found = {title: PAGE.findall(links) for title, links in GROUP.findall((docs / "README.md").read_text())}
    names = [name for pages in found.values() for name in pages]
    there = {str(path.relative_to(docs).with_suffix("")) for path in [*docs.glob("*.md"), *docs.glob("Internals/*.md")]}
    if there - NO_PAGES != set(names) or len(names) != len(set(map(os.path.basename, names))):
        differ = sorted(there - NO_PAGES ^ set(names))
        raise SystemExit(f"Docs/README.md lists other pages than Docs has, or two of one name: {differ}")
    listed = [target.removesuffix(".md") for _, _, target in LINK.findall((docs / "llms.txt").read_text())]
    if [name for name in listed if name not in NO_PAGES] != names:
        raise SystemExit("Docs/llms.txt lists other pages than Docs/README.md, or in another order")
    return found


def pages(root):
    """Gives the pages of the repository, and what is for machines."""
    folders = [root / name for name in (".github", "Docs", "Sources", "Tests")]
    found = [*root.glob("*.md"), *(path for folder in folders for path in sorted(folder.rglob("*.md")))]
    return [path for path in found if ".build" not in path.relative_to(root).parts] + [root / "Docs/llms.txt"]


def leads_somewhere(target, path, root):
    """Tells whether there is what a link of a page names: a file or folder of the repository, or a section of a page."""
    file, _, anchor = target.partition("#")
    place = (path.parent / file if file else path).resolve()
    is_there = target and place.exists() and place.is_relative_to(root.resolve())
    return is_there and (not anchor or (place.is_file() and anchor in headings(place.read_text())))


def follow_links(root):
    """Follows the links of all pages, but for those to other sites; gives how many there are, and what is wrong with them."""
    count, problems = 0, []
    for path in pages(root):
        page = path.relative_to(root)
        for text, is_code in pieces(COMMENT.sub("", path.read_text())):
            if is_code:
                continue
            targets = [found[3] for found in LINK.finditer(text) if found[3] is not None]
            targets = [target for target in targets if not re.match(r"\w+:", target)]
            count += len(targets)
            problems += [f"{page}: the link ({each}) leads nowhere" for each in targets if not leads_somewhere(each, path, root)]
            others = OTHER_LINK.findall(LINK.sub("", text))
            problems += [f"{page}: only links such as [text](file.md#section) are followed: {each}" for each in others]
    return count, problems


def articles(root, catalogue):
    """Writes the pages into a catalogue; gives them in their groups, by their names there."""
    found = groups(root)
    sources = {name: (root / "Docs" / f"{name}.md").read_text() for names in found.values() for name in names}
    for name in sources:
        text, pictures = article(name, sources, root)
        (catalogue / f"{os.path.basename(name)}.md").write_text(text)
        for picture in pictures:
            shutil.copy(root / "Docs" / picture, catalogue)
    return {title: [os.path.basename(name) for name in names] for title, names in found.items()}


def replace_guides(path, said):
    """Replaces what a landing page says of the guides where they are not part of its site."""
    text, count = GUIDES.subn(lambda _: f"{said}\n", path.read_text())
    if count != 1:
        raise SystemExit(f"{path.name} has no comments around what it says of the guides")
    path.write_text(text)


def add_topics(path, found):
    """Puts the guides before a landing page's topics, and maintainers' pages behind them."""
    topics = [f"### {title}\n\n" + "\n".join(f"- <doc:{name}>" for name in names) for title, names in found.items()]
    landing, reference = path.read_text().split("\n## Topics\n")
    path.write_text("\n\n".join([f"{landing}\n## Topics", *topics[:-1], reference.strip(), *topics[-1:]]) + "\n")
