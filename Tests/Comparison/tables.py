"""Writes the tables."""

import datetime
import os
import pathlib
import platform
import re
import signal
import statistics
import subprocess

import measuring

ROOT = pathlib.Path(__file__).resolve().parents[2]
NONE = "–"

# The tasks by their names: the title, and what is written without a container.
BY_HAND = {
    "kept": ("A kept instance by its protocol, among 100 registrations", "read a `static let`"),
    "many": ("The same among 10,000", "the same"),
    "transient": ("An instance of a class that is made each time", "its `init`"),
    "graph": ("A graph of four such instances", "the same calls"),
    "register": ("Register one class, of 1,000", "`Dictionary` and `NSLock`"),
    "wrapper": ("An object with one property wrapper, made and read", "a plain property"),
    "later": ("A property wrapper, read again", "a plain property"),
}
MICROSECONDS = {
    "scope": "Open a scope, resolve one instance that it keeps, dispose of it",
    "override": "Override one of 100 dependencies for a test, and resolve it",
}
FAULTS = {
    "once": "Two threads ask for one instance, in 200 rounds",
    "circle": "Two classes need each other",
    "crossing": "The same, on two threads at once",
    "registering": "One thread resolves while another one registers",
    "missing": "Nothing is registered for a type",
    "tests": "Two tests at once, each with its own double, 100 times",
}


def short(number):
    """A number in three digits or so."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def row(title, values, spell, best=min):
    """A row of a table, with the best values in bold. A value may be None."""
    texts = [None if value is None else spell(value) for value in values]
    top = {spell(best(value for value in values if value is not None))} if any(texts) else set()
    return line([title, *(NONE if text is None else f"**{text}**" if text in top else text for text in texts)])


def line(cells):
    """A line of a table."""
    return "| " + " | ".join(cells) + " |"


def head(names, versions, alignment):
    """The first lines of a table."""
    plain = [name.removesuffix(f"-{versions.get(name)}") for name in names]
    columns = [f"{short} {versions[name]}" if name in versions else name for short, name in zip(plain, names)]
    return [line(["", *columns]), "|---|" + alignment * len(names)]


def figures(names, versions, outcome):
    """The lines of the first table."""
    lines = head(names, versions, "---:|")
    for task, (title, by_hand) in BY_HAND.items():
        found = [outcome.tasks[name, task] for name in names]
        nanoseconds = short(statistics.median(times[1] for times in found if times))
        ratios = [times and measuring.ratio(times) for times in found]
        lines.append(row(f"{title} (by hand: {by_hand}, {nanoseconds} ns)", ratios, lambda value: f"{short(value)} ×"))
    # One thread's time by two threads' time for each operation.
    speeds = [times and times[1] / times[0] for times in (outcome.tasks[name, "threads"] for name in names)]
    title = "Two kept instances on two threads: the throughput of one thread, times"
    lines.append(row(title, speeds, lambda value: f"{short(value)} ×", max))
    for task, title in MICROSECONDS.items():
        times = [found and found[0] / 1000 for found in (outcome.tasks[name, task] for name in names)]
        lines.append(row(title, times, lambda value: f"{short(value)} µs"))
    by_hand = short(outcome.starts["ByHand"] / 1000)
    title = f"From `main` to 100 registered and 10 resolved (by hand: {by_hand} µs)"
    lines.append(row(title, [outcome.starts[name] / 1000 for name in names], lambda value: f"{short(value)} µs"))
    title = "A stripped program that injects one thing, over one without a container"
    lines.append(row(title, [outcome.sizes[name] / 1000 for name in names], lambda value: f"{short(value)} KB"))
    return lines


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


def faults(names, versions, outcome):
    """The lines of the second table, with the worst of all passes."""
    lines = head(names, versions, "---|")
    for fault, title in FAULTS.items():
        fates = [max(fate(fault, *each) for each in outcome.faults[name, fault]) for name in names]
        lines.append(line([title, *(text for _, text in fates)]))
    return lines


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
    return "\n".join(["", first, "", *figures(names, versions, outcome), "", *faults(names, versions, outcome), ""])
