"""Writes the tables."""

import datetime
import os
import pathlib
import platform
import re
import signal
import statistics
import subprocess
import textwrap

import measuring

ROOT = pathlib.Path(__file__).resolve().parents[2]
NONE = "–"

# The tables: for each what stands above it, and its columns by the names of their tasks. A container is a row, so that a
# table fits a phone: four columns of figures, or three of texts.
FIGURES = [
    (
        "Get a kept instance by its protocol, among 100 and among 10,000 registrations (by hand: read a `static let`); an "
        "instance of a class that is made each time (its `init`); a graph of four such instances (the same calls).",
        {"kept": "kept, of 100", "many": "kept, of 10,000", "transient": "made", "graph": "four made"},
    ),
    (
        "Register one class, of 1,000 (by hand: `Dictionary` and `NSLock`); make an object with one property wrapper and "
        "read it, and read it again (a plain property); get two kept instances on two threads, as a multiple of the "
        "throughput of one.",
        {"register": "register", "wrapper": "wrapper, made and read", "later": "read again", "threads": "two threads"},
    ),
    (
        "Open a scope, resolve one instance that it keeps, and dispose of it; override one of 100 dependencies for a test, "
        "and resolve it; from `main` to 100 registered and 10 resolved; the size of a stripped program that injects one "
        "thing, over one without a container.",
        {"scope": "scope", "override": "override", "start": "start", "size": "size"},
    ),
]
FAULTS = [
    (
        "Two classes need each other, on one thread, and on two at once; or nothing is registered for a type.",
        {"circle": "a cycle", "crossing": "on two threads", "missing": "nothing is registered"},
    ),
    (
        "Two threads ask for one instance, in 200 rounds; one thread resolves while another one registers; two tests run "
        "at once, each with its own double, 100 times.",
        {"once": "asked for at once", "registering": "while registering", "tests": "two tests"},
    ),
]


def short(number):
    """A number in three digits or so."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def column(values, unit, best=min, by_hand=NONE):
    """The cells of a column: what was measured by hand, and the values, the best ones in bold. A value may be None."""
    texts = [None if value is None else f"{short(value)} {unit}" for value in values]
    known = [value for value in values if value is not None]
    top = f"{short(best(known))} {unit}" if known else None
    return [by_hand, *(NONE if text is None else f"**{text}**" if text == top else text for text in texts)]


def line(cells):
    """A line of a table."""
    return "| " + " | ".join(cells) + " |"


def table(caption, titles, rows, columns, alignment):
    """The lines of a table, given by its columns, and of what stands above it."""
    lines = [line(["", *titles]), "|---|" + alignment * len(columns), *map(line, zip(rows, *columns))]
    return [*textwrap.wrap(caption, 120, break_on_hyphens=False), "", *lines, ""]


def figure(task, names, outcome):
    """The column of a task."""
    if task == "start":
        starts = [outcome.starts[name] / 1000 for name in names]
        return column(starts, "µs", by_hand=f"{short(outcome.starts['ByHand'] / 1000)} µs")
    if task == "size":
        return column([outcome.sizes[name] / 1000 for name in names], "KB")
    found = [outcome.tasks[name, task] for name in names]
    if task in ("scope", "override"):
        return column([times and times[0] / 1000 for times in found], "µs")
    if task == "threads":
        # One thread's time by two threads' time for each operation.
        return column([times and times[1] / times[0] for times in found], "×", max)
    by_hand = f"{short(statistics.median(times[1] for times in found if times))} ns"
    return column([times and measuring.ratio(times) for times in found], "×", by_hand=by_hand)


def quality(fault, said):
    """Says what the text of an error is good for."""
    if fault == "missing":
        return ", names the type" if "Unregistered" in said else ", without the type"
    if fault in ("circle", "crossing"):
        return ", with its path" if "Left" in said and "Right" in said else ", without its path"
    return ""


def fate(fault, status, said):
    """Says in a few words what came of a fault, after a number: the higher, the worse."""
    if status is None:
        return 500, "hangs"
    if status == -signal.SIGSEGV and fault in ("circle", "crossing"):
        return 400, "overflows the stack"
    if status != 0:
        return (300, "crashes") if "Fatal error" not in said else (200, f"stops with a text{quality(fault, said)}")
    if said == "error: gives nil":
        return 100, "gives nil"
    if said.startswith("error:"):
        return 100, f"an error{quality(fault, said)}"
    if found := re.fullmatch(r"(\S+) % of the speed", said):
        percent = float(found[1])
        return 100 - percent, f"fine, at {short(percent)} % of its speed" if percent >= 1 else "starves"
    if found := re.fullmatch(r"(\d+) (made twice|of 200 .+)", said):
        return int(found[1]), said if int(found[1]) else f"none {found[2].removeprefix('of 200 ')}"
    return 0, said


def fault(task, names, outcome):
    """The column of a fault, with the worst of all passes."""
    return [max(fate(task, *each) for each in outcome.faults[name, task])[1] for name in names]


def machine():
    """What it was measured on."""
    processor = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        found = re.search(r"model name\s*: (.+)", pathlib.Path("/proc/cpuinfo").read_text())
        processor = found[1] if found else processor
    return f"{processor}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def said(*command):
    """What a command prints."""
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def text(names, versions, outcome):
    """Everything between the marks of the page."""
    today = datetime.datetime.now(datetime.timezone.utc).date()
    compiler = re.search(r"Swift version [^ ]*", said("swift", "--version"))
    commit = said("git", "rev-parse", "--short", "HEAD")
    first = f"Measured on {today}: {machine()}, {compiler[0] if compiler else 'Swift'}. Impose at {commit}."
    plain = [name.removesuffix(f"-{versions.get(name)}") for name in names]
    rows = [f"{short} {versions[name]}" if name in versions else name for short, name in zip(plain, names)]
    lines = ["", first, ""]
    for caption, tasks in FIGURES:
        columns = [figure(task, names, outcome) for task in tasks]
        lines += table(caption, tasks.values(), ["by hand", *rows], columns, "---:|")
    for caption, tasks in FAULTS:
        columns = [fault(task, names, outcome) for task in tasks]
        lines += table(caption, tasks.values(), rows, columns, "---|")
    return "\n".join(lines)
