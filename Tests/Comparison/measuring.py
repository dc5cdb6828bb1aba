"""Runs the programs of the containers, in turns, and gives what they measure."""

import collections
import os
import pathlib
import pty
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

TASKS = ["kept", "many", "transient", "graph", "register", "wrapper", "later", "threads", "scope", "override"]
FAULTS = ["once", "circle", "crossing", "registering", "missing", "tests"]

# How often all programs are run, how many rounds each makes of a task, and how long one side of a round takes.
Effort = collections.namedtuple("Effort", "passes rounds milliseconds")
FULL = Effort(3, 9, 15)
QUICK = Effort(1, 1, 1)

# What came of it. Of tasks, a pair of the time and the time by hand, None for what can't be done; both in nanoseconds.
# Of starts, nanoseconds; of sizes, bytes; of faults, the status and what was printed, for each pass.
Outcome = collections.namedtuple("Outcome", "tasks starts sizes faults")

ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


def run(*command, seconds=120):
    """Runs a program and gives its status, None if it had to be ended, and what it prints.

    It prints to a terminal, so that nothing is lost when it crashes.
    """
    terminal, side = pty.openpty()
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            list(map(str, command)), stdout=side, stderr=side, stdin=subprocess.DEVNULL, env=ENVIRONMENT, cwd=folder
        )
        os.close(side)
        timer = signal.signal(signal.SIGALRM, lambda *_: process.kill())
        signal.alarm(seconds)
        said = b""
        try:
            while piece := os.read(terminal, 4096):
                said += piece
        except OSError:
            pass  # The other side is closed.
        status = process.wait()
        has_time = signal.alarm(0) > 0
        signal.signal(signal.SIGALRM, timer)
    os.close(terminal)
    return (status if has_time else None), said.decode(errors="replace").replace("\r\n", "\n").strip()


def measure_task(program, task, effort):
    """Measures one task in one process, and gives the round with the median ratio."""
    status, said = run(program, "measure", task, effort.rounds, effort.milliseconds)
    if status != 0 or said == "none":
        if status != 0:
            print(f"run: {program.name} {task} ends with {status}: {said[:300]}", file=sys.stderr)
        return None
    rounds = [tuple(map(float, line.split())) for line in said.splitlines()]
    return sorted(rounds, key=ratio)[len(rounds) // 2]


def ratio(times):
    """The time as a multiple of the time by hand, or itself if there is none."""
    return times[0] / (times[1] or 1)


def stripped_size(program):
    """Gives the size of a program without its symbols, in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "program"
        shutil.copy(program, copy)
        subprocess.run(["strip", copy], check=True)
        return copy.stat().st_size


def measure(names, products, effort):
    """Runs everything."""
    tasks, starts, faults = (collections.defaultdict(list) for _ in range(3))
    for number in range(effort.passes):
        for task in TASKS:
            for name in names:
                print(f"pass {number + 1}, {task}, {name}", file=sys.stderr)
                tasks[name, task].append(measure_task(products / f"{name}-Tasks", task, effort))
        for _ in range(effort.rounds):
            for name in ["ByHand", *names]:
                starts[name].append(float(run(products / f"{name}-Tasks", "start")[1]))
        for fault in FAULTS:
            for name in names:
                print(f"pass {number + 1}, {fault}, {name}", file=sys.stderr)
                faults[name, fault].append(run(products / f"{name}-Tasks", "fault", fault, seconds=15))
    middle = {key: None if None in found else sorted(found, key=ratio)[len(found) // 2] for key, found in tasks.items()}
    programs = {name: stripped_size(products / f"{name}-Program") for name in ["ByHand", *names]}
    sizes = {name: size - programs["ByHand"] for name, size in programs.items()}
    return Outcome(middle, {name: statistics.median(found) for name, found in starts.items()}, sizes, faults)
