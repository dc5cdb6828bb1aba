"""Reads pages: their blocks, what these consist of, and what their comments say."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = re.compile(r'"(?:\\.|[^"\\])*"|//.*')  # What is no code: a text, a comment.
DECLARATION = re.compile(
    r"(?:(?:public|package|internal|fileprivate|private|open|final|indirect|nonisolated|@\w+(?:\(.*\))?) +)*"
    r"(?:protocol|struct|class|enum|actor|extension|func|typealias)\b"
)
ATTRIBUTE = re.compile(r"@\w+(\(.*\)|\([^)]*)?")  # What is said of the declaration on the next lines.
PRINT = re.compile(r'("(?:\\.|[^"\\])*")|(?<![.\w])(?<!func )print\(')
MARKER = re.compile(r"there|apple|traps|(module|in|asks) \w+|file [\w./]+|printed by swift run \w+( --[\w-]+)?")
HIDDEN = re.compile(r"<!-- hidden: (Tests/Snippets/Hidden/\w+\.swift) -->")
EXCERPT = re.compile(r"<!-- (from \S+\.\w+) -->")


class Block:
    """A fenced block, or the hidden code of a comment. Its lines have their origins: the page and the number."""

    def __init__(self, page, line, language, marker, section, is_hidden):
        self.page, self.line, self.language, self.marker, self.section = page, line, language, marker, section
        self.is_hidden, self.is_swift, self.lines, self.next = is_hidden, language.lower() == "swift", [], None

    place = property(lambda self: f"{self.page}:{self.line}")
    text = property(lambda self: "\n".join(text for text, _ in self.lines))
    name = property(lambda self: self.marker.rpartition(" ")[2])
    is_left_out = property(lambda self: self.marker == "there" or self.marker.startswith("from "))
    is_complete = property(lambda self: any(text == "import Impose" for text, _ in self.lines))
    has_tests = property(lambda self: re.search(r"@Test\b|#expect|#require|import (Testing|XCTest)\b", self.text))

    def claims(self):
        """What the comments say is printed: by origin."""
        said = {origin: comment(text) for text, origin in self.lines}
        return {
            origin: text
            for origin, (code, text) in said.items()
            if text.startswith("prints: ") or (text and any(not found[1] for found in PRINT.finditer(code)))
        }

    def parts(self):
        """Takes the block apart into its imports, declarations and statements."""
        parts = {"import": [], "declaration": [], "statement": []}
        chunk, depth, kind = [], 0, None
        for text, origin in self.lines:
            code, said = comment(text)
            if not code and not chunk:
                continue
            if depth == 0 and kind is None and not ATTRIBUTE.fullmatch(code):
                kind = "declaration" if DECLARATION.match(code) else "statement"
                kind = "import" if code.startswith("import ") else kind
            end = "; ended()" if said.startswith("prints: ") else ""
            chunk.append((PRINT.sub(lambda found: found[1] or "noted(", code) + end, origin))
            code = CODE.sub('""', code)
            depth += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
            if depth == 0 and kind and (kind != "declaration" or "}" in code or "typealias" in code):
                parts[kind] += chunk
                chunk, kind = [], None
        parts[kind or "statement"] += chunk
        return parts["import"], parts["declaration"], parts["statement"]


class Unit:
    """What becomes one executable, or one test target."""

    def __init__(self, name, is_test):
        self.name, self.is_test, self.section = name, is_test, None
        self.imports = {"Impose", "Printing", *(["ImposeTesting", "Testing"] if is_test else [])}
        self.declarations, self.programs, self.traps = [], [], []

    def add(self, block):
        imports, declarations, statements = block.parts()
        self.imports.update(text.split()[-1] for text, _ in imports)
        if block.marker.startswith("in "):
            test = wrapped(f"@Test func line{block.line}() async throws {{", statements) if statements else []
            self.declarations += wrapped(f"extension {block.name} {{", declarations + test)
            return
        self.declarations += declarations
        if block.marker == "traps" and statements:
            statements = wrapped(f'if stops(at: "{block.place}") {{', statements)
        if statements and (not self.programs or block.section != self.section):
            self.programs.append([])
            self.section = block.section
        if statements:
            self.programs[-1] += statements
        if block.marker == "traps":
            self.traps.append((block, len(self.programs) - 1, re.findall(r"@Test[^{]*?\bfunc (\w+)|$", block.text)[0]))

    def source(self):
        lines = [(f"import {name}", None) for name in sorted(self.imports)] + self.declarations
        # Each program has a process of its own, or, as a test, a directory.
        test = "@Test(.imposing(empty: true)) " if len(self.programs) > 1 else "@Test "
        for number, program in enumerate(self.programs):
            name = f"func program{number}() async throws {{"
            lines += wrapped(f"@MainActor {test if self.is_test else ''}{name}", program)
        return lines


def wrapped(opening, lines):
    return [(opening, None), *lines, ("}", None)]


def comment(line):
    """Takes a line apart into its code and its comment."""
    start = next((found.start() for found in CODE.finditer(line) if found[0].startswith("//")), len(line))
    return line[:start].rstrip(), line[start + 2 :].strip()


def read(path, page):
    """Gives the blocks of a page, and what is wrong with it."""
    blocks, problems, block, end, marker, section, has_sections = [], [], None, "", "", 0, False
    source = path.read_text()

    def hide(name, number):
        """Adds what a file has, whose lines are their own origins."""
        hidden = Block(page, number, "swift", "", section, True)
        hidden.lines = [(text, (name, at)) for at, text in enumerate((ROOT / name).read_text().splitlines(), 1)]
        blocks.append(hidden)

    for number, line in enumerate(source.splitlines(), 1):
        fence, said = re.match(r"(```+|~~~+) *(\w*)", line), re.fullmatch(r"<!-- snippet: (.+) -->", line)
        if block and line == end:
            blocks.append(block)
            if not block.text.strip():
                problems.append(f"{block.place}: a block with nothing in it")
            block = None
        elif block:
            block.lines.append((line, (page, number)))
        elif fence:
            block, end, marker = Block(page, number, fence[2], marker, section, False), fence[1], ""
        elif line == "<!-- snippet":
            block, end = Block(page, number, "swift", "", section, True), "-->"
        elif HIDDEN.fullmatch(line) and (ROOT / HIDDEN.fullmatch(line)[1]).is_file():
            hide(HIDDEN.fullmatch(line)[1], number)
        elif said and said[1] == "sections":
            has_sections = True
        elif said and MARKER.fullmatch(said[1]):
            marker = said[1]
        elif EXCERPT.fullmatch(line):
            marker = EXCERPT.fullmatch(line)[1]
        elif "<!-- snippet" in line or "<!-- hidden" in line or (marker and line.strip()):
            problems.append(f"{page}:{number}: a marker that means nothing, or that has no block below it")
            marker = ""
        elif line.startswith("#"):
            section += has_sections
    for this, following in zip(blocks, blocks[1:]):
        this.next = following
    # Counted in another way, so that none is overlooked.
    count = len(re.findall(r"(?mi)^\W*(?:```|~~~) *swift", source))
    if block or marker or count != sum(each.is_swift and not each.is_hidden for each in blocks):
        problems.append(f"{page}: a block has no end, is indented, or has a marker and is missing")
    return blocks, problems
