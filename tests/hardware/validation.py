#!/usr/bin/env python3
"""VALIDATION.md: what the model gave beside what a real GPU gave (h200.json), kernel by kernel.

    python3 validation.py --program build/dev/bin/lanescope            writes it
    python3 validation.py --program build/dev/bin/lanescope --check    status 1 when it is not true,
                                                                       or something is different

explained.json names, for each kernel and counter that differs, one reason of reasons.py and both values, and for each
buffer that differs why. A reason whose bound does not hold makes the counter "different". Of held-out kernels the bound
is what their machine code counts (replays.py), or the reason is the order of warps.
"""
import argparse
import collections
import functools
import json
import pathlib
import re
import subprocess
import sys

import modelled_page
import reasons
import replays
from counter_table import hardware_counters, is_of_machine_code, measured_names
from launches import is_later, kernel_of, words_of
from machine_code import Launch

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "VALIDATION.md"
RECORDED = ROOT / "assets" / "measurements" / "nvidia-h200.json"
COUNTERS = [name for name, (ncu, _) in hardware_counters().items() if ncu and not is_of_machine_code(name)]

HEAD = """# The model beside a real GPU

What the SIMT model counts, beside what the hardware counters of an {device} counted for the same
kernel, arguments and inputs ({date}, driver for CUDA {cuda}). The GPU's figures are kept in
`tests/hardware/h200.json`, written by `measure.py`, which shares no code with Lanescope. The test
`test_hardware` runs all of these kernels on the model again and compares; `validation.py` writes this
page and, with `--check`, is a test of it that also fails on anything different. None of that needs a GPU.

| | compared | equal | explained | different |
|---|---:|---:|---:|---:|
| buffers after the run, byte for byte | {buffers} | {buffers_equal} | {buffers_explained} | {buffers_different} |
| counters | {counters} | {counters_equal} | {counters_explained} | {counters_different} |

*Compared* are the {kinds} counters below, for each of {cases} launches of {files} kernels, where the model or the GPU counted
anything. *Explained*: they differ, for a reason seen in the machine code or in the definition of the
GPU's metric (`reasons.py`), which holds for that counter of that kernel only and puts bounds on the GPU's
figure: the test computes them. Of kernels written after the rules were fixed, and of some others, the bound is
what their machine code counts, computed from the launch (`replays.py`), unless the order of warps decides. What machine code
alone decides is not compared: the number of instructions, divergent branches, cycles.

## By set

Kernels that were measured while the counting rules were found could have shaped them; those written
after the rules were fixed could not.

| set | launches | counters | equal | explained | different |
|---|---:|---:|---:|---:|---:|
{sets}

## By counter

{by_counter}

## What is explained

*Bound*: between which figures the GPU's lies by the reason.

| kernel | what | model | GPU | bound | why |
|---|---|---:|---:|---:|---|
{explained}

## What the machine code of some kernels executes

Read off the machine code (NVRTC 13.0, sm_90); their bounds above are computed from it and from the launch.

| kernel | accesses |
|---|---|
{machine_code}

## Every kernel

Counters that are 0 on both sides are left out of the numbers.

| kernel | buffers | counters equal | explained |
|---|---|---:|---:|
{kernels}
"""

H100 = """
# Kernels beside an H100

What the {cases} launches below gave on an {device} ({date}, driver for CUDA {cuda}), and not on the H200:
`tests/hardware/h100.json`.

| | compared | equal | explained | different |
|---|---:|---:|---:|---:|
| buffers after the run, byte for byte | {buffers} | {buffers_equal} | {buffers_explained} | {buffers_different} |
| counters | {counters} | {counters_equal} | {counters_explained} | {counters_different} |

| kernel | what | model | GPU | bound | why |
|---|---|---:|---:|---:|---|
{explained}

| kernel | buffers | counters equal | explained |
|---|---|---:|---:|
{kernels}
"""

LESSONS = """
# The lessons' rungs beside a real GPU

Every rung with its first values, and with those that steps of its lesson give it: {points} runs, on an
{device} ({date}, driver for CUDA {cuda}). Its figures are kept in `assets/measurements/nvidia-h200.json`,
which `lanescope measure` wrote; the counters are those of CUPTI's SASS metrics, gathered for each machine
instruction. The model runs again for this page. Of kernels that launch kernels the buffers alone are compared: those
metrics are of what the host launched.

| | compared | equal | explained | different |
|---|---:|---:|---:|---:|
| buffers after the run, byte for byte | {buffers} | {buffers_equal} | {buffers_explained} | {buffers_different} |
| counters | {counters} | {counters_equal} | {counters_explained} | {counters_different} |

{not_equal}

| rung | buffers | counters equal | explained |
|---|---|---:|---:|
{rungs}
"""


def report_of(program, *words):
    done = subprocess.run([program, "run", *words, "--report", "json"], capture_output=True, check=False)
    return json.loads(done.stdout)


def model_counter(report, key):
    value = report["counters"]
    for part in key.split("."):
        value = value[part]
    return value


def gpu_counter(counters, key):
    return sum(counters.get(name, 0) for name in measured_names(key).values())


def orders(program, words):
    """The model's figures in other orders of warps, as functions of a counter's name."""
    others = (["--schedule-seed", "1"], ["--schedule-seed", "2"], ["--order", "round_robin"], ["--policy", "ipdom"])
    reports = [report_of(program, *words, *other) for other in others]
    return [functools.partial(model_counter, report) for report in reports if report["outcome"] == "finished"]


# What ptxas can let one lane do for all: integers of 32 bits.
COMBINES = re.compile(r"atomic(Add|Sub|Max|Min|And|Or|Xor)")


def atomic_lines(report, path, source):
    texts = source.splitlines()
    for line in report["lines"]:
        counted = line["counters"]["global"]["atomic"]
        if counted["requests"] == 0:
            continue
        here = pathlib.Path(line["file"]).name == path.name
        text = texts[line["line"] - 1] if here and 0 < line["line"] <= len(texts) else ""
        narrow = counted["bytes"] < 8 * counted["sectors"] or not here
        yield {**counted, "can_combine": narrow and (not here or COMBINES.search(text) is not None)}


def case_of(program, words, report, gpu, path):
    source = path.read_text()
    return reasons.Case(source, functools.partial(model_counter, report), gpu,
                        list(atomic_lines(report, path, source)),
                        functools.cache(lambda: orders(program, words)))


def said(bound):
    least, most = bound
    return f"≥ {least:,.0f}" if most == float("inf") else f"{least:,.0f} … {most:,.0f}"


def judged(case, key, names):
    """(verdict, the row's words behind both figures)"""
    if case.model(key) == case.gpu(key):
        return "equal", ""
    found = reasons.first_that_holds(names, case, key)
    if found is None:
        return "different", "| **not explained** |"
    _, words, bound = found
    return "explained", f"{said(bound)} | {words} |"


def judged_buffer(model, gpu, why):
    """`why`: of explained.json; both checksums are kept there."""
    if model == gpu:
        return "equal", ""
    if why is None or (why["model"], why["gpu"]) != (model, gpu):
        return "different", "| **not explained** |"
    return "explained", f"| {why['why']} |"


def agreement(verdicts):
    return next((kind for kind in ("different", "explained") if verdicts[kind]), "equal")


def figures(buffers, counters):
    return {f"{what}{'_' + kind if kind else ''}": n[kind] if kind else n.total()
            for what, n in (("buffers", buffers), ("counters", counters))
            for kind in ("", "equal", "explained", "different")}


def cuda_version(number):
    return f"{number // 1000}.{number % 1000 // 10}"


def figures_of(numbers):
    return " | ".join(str(n) for n in (numbers.total(), numbers["equal"], numbers["explained"], numbers["different"]))


def judge_case(program, case, why):
    """(buffers, counters, {counter: verdict}, rows of what is not equal)"""
    name, path = case["case"], kernel_of(case["case"])
    words = [path, *words_of(name)]
    report = report_of(program, *words)
    buffers, counters, verdicts, rows = collections.Counter(), collections.Counter(), {}, []
    for buffer, gpu in case["buffers"].items():
        model = report["buffers"][buffer]["fnv1a64"]
        same, reason = judged_buffer(model, gpu, why.get(f"buffers.{buffer}"))
        buffers[same] += 1
        if same != "equal":
            rows.append(f"| {name} | buffer `{buffer}` | `{model}` | `{gpu}` | {reason}")
    of = case_of(program, words, report, functools.partial(gpu_counter, case["counters"]), path)
    of.held_out, of.machine_code = is_later(name), functools.partial(replays.bound, name)
    of.tries = Launch(name).warps * case["counters"]["nanoseconds"] / reasons.NANOSECONDS_OF_TRY
    for key in COUNTERS:
        if of.model(key) == of.gpu(key) == 0:
            continue
        same, reason = judged(of, key, [why[key]["reason"]] if key in why else [])
        counters[same] += 1
        verdicts[key] = same
        if same != "equal":
            rows.append(f"| {name} | {key} | {of.model(key):,} | {of.gpu(key):,} | {reason}")
    return buffers, counters, verdicts, rows


def page(program):
    measured = json.loads((HERE / "h200.json").read_text())
    known = json.loads((HERE / "explained.json").read_text())
    buffers, counters = collections.Counter(), collections.Counter()
    by_counter = {key: collections.Counter() for key in COUNTERS}
    sets = {"while the rules were found": [], "after the rules were fixed": []}
    explained, kernels = [], []
    for case in measured["cases"]:
        name = case["case"]
        of_buffers, of_counters, verdicts, rows = judge_case(program, case, known.get(name, {}))
        for key, same in verdicts.items():
            by_counter[key][same] += 1
        buffers += of_buffers
        counters += of_counters
        explained += rows
        sets["after the rules were fixed" if is_later(name) else "while the rules were found"].append(of_counters)
        kernels.append(f"| {name} | {agreement(of_buffers)} | {of_counters['equal']} of {of_counters.total()} | "
                       f"{of_counters['explained'] or ''} |")
    rows = "\n".join(["| counter | launches | equal | explained | different |", "|---|---:|---:|---:|---:|"] + [
        f"| {key} | {figures_of(n)} |" for key, n in by_counter.items()])
    by_set = "\n".join(f"| {name} | {len(cases)} | {figures_of(sum(cases, collections.Counter()))} |"
                       for name, cases in sets.items())
    text = HEAD.format(device=measured["device"], date=measured["date"],
                       cuda=cuda_version(measured["cuda_driver"]), cases=len(measured["cases"]),
                       files=len({kernel_of(case["case"]) for case in measured["cases"]}),
                       kinds=len(COUNTERS), by_counter=rows, explained="\n".join(explained), sets=by_set,
                       machine_code="\n".join(f"| {kernel} | {words} |" for kernel, words in replays.described()),
                       kernels="\n".join(kernels), **figures(buffers, counters))
    return text, buffers["different"] + counters["different"]


def h100(program):
    measured = json.loads((HERE / "h100.json").read_text())
    known = json.loads((HERE / "explained.json").read_text())
    buffers, counters, explained, kernels = collections.Counter(), collections.Counter(), [], []
    for case in measured["cases"]:
        of_buffers, of_counters, _, rows = judge_case(program, case, known.get(case["case"], {}))
        buffers += of_buffers
        counters += of_counters
        explained += rows
        kernels.append(f"| {case['case']} | {agreement(of_buffers)} | {of_counters['equal']} of {of_counters.total()} | "
                       f"{of_counters['explained'] or ''} |")
    text = H100.format(device=measured["device"], date=measured["date"], cuda=cuda_version(measured["cuda_driver"]),
                       cases=len(measured["cases"]), explained="\n".join(explained), kernels="\n".join(kernels),
                       **figures(buffers, counters))
    return text, buffers["different"] + counters["different"]


# What may differ in a rung, first what is most particular.
OF_RUNGS = ("once", "combined_shared", "wide_local", "in_registers", "spilled", "waits", "order", "merged")


def source_of(point, report):
    """The lesson's file that the report's lines are of; lines of headers are among them."""
    folder = ROOT / "kernels" / point["lesson"]
    files = (folder / pathlib.Path(line["file"]).name for line in report["lines"] if line["line"] > 0)
    return next(path for path in files if path.is_file())


def judge_point(program, point, known, first_values):
    """As judge_case, of one point of a recorded file."""
    name, values = f"{point['lesson']}/{point['rung']}", point["values"]
    words = [name, *(word for key, value in values.items() for word in ("--set", f"{key}={value}"))]
    report, why = report_of(program, *words), known.get(name, {})
    first = first_values.setdefault(name, values)
    named = " ".join([name, *(f"{key}={value}" for key, value in values.items() if first[key] != value)])
    buffers, counters, rows = collections.Counter(), collections.Counter(), []
    for buffer, gpu in point["buffers"].items():
        model = report["buffers"][buffer]["fnv1a64"]
        same, text = judged_buffer(model, gpu, why.get(f"buffers.{buffer}", {}).get(named))
        buffers[same] += 1
        if same != "equal":
            rows.append(f"| {named} | buffer `{buffer}` | `{model}` | `{gpu}` | {text}")
    of = case_of(program, words, report, lambda key: point["counters"].get(key, 0), source_of(point, report))
    launches_kernels = any("parent" in launch for launch in report.get("launches", ()))
    for key in () if launches_kernels else point["counters"]:
        if is_of_machine_code(key) or of.model(key) == of.gpu(key) == 0:
            continue
        same, text = judged(of, key, OF_RUNGS)
        counters[same] += 1
        if same != "equal":
            rows.append(f"| {named} | {key} | {of.model(key):,} | {of.gpu(key):,} | {text}")
    return name, buffers, counters, rows


def dates(recorded, points):
    """Of the file, or of a point where that is another."""
    return " and ".join(sorted({point.get("date", recorded["date"]) for point in points}))


def of_all(counters):
    return f"{counters['equal']} of {counters.total()}" if counters else "–"


def lessons(program):
    recorded = json.loads(RECORDED.read_text())
    known = json.loads((HERE / "explained.json").read_text())
    shown = [point for point in recorded["points"] if "counters" in point]
    all_buffers, all_counters, not_equal = collections.Counter(), collections.Counter(), []
    rungs, first_values = {}, {}  # by name
    for point in shown:
        name, buffers, counters, rows = judge_point(program, point, known, first_values)
        so_far = rungs.setdefault(name, (collections.Counter(), collections.Counter()))
        so_far[0].update(buffers)
        so_far[1].update(counters)
        not_equal += rows
    rows = []
    for name, (buffers, counters) in rungs.items():
        all_buffers += buffers
        all_counters += counters
        rows.append(f"| {name} | {agreement(buffers)} | {of_all(counters)} | "
                    f"{counters['explained'] or ''} |")
    table = ["| rung | what | model | GPU | bound | why |", "|---|---|---:|---:|---:|---|", *not_equal]
    text = LESSONS.format(device=recorded["device"], date=dates(recorded, shown),
                          cuda=cuda_version(recorded["driver_version"]), rungs="\n".join(rows),
                          points=len(shown), not_equal="\n".join(table), **figures(all_buffers, all_counters))
    return text, all_buffers["different"] + all_counters["different"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the lanescope to run")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    parts = [part(arguments.program) for part in (page, h100, lessons)]
    written = {PAGE: "".join(words for words, _ in parts) + modelled_page.machine_code() + modelled_page.times(),
               modelled_page.BAND: modelled_page.band()}
    if not arguments.check:
        for path, text in written.items():
            path.write_text(text)
    different = sum(bad for _, bad in parts)
    if different:
        print(f"{different} figures differ and nothing explains them: see {PAGE.name}")
        return 1
    false = [path.name for path, text in written.items() if path.read_text() != text]
    for name in false:
        print(f"{name} is not what the model gives: run {pathlib.Path(__file__).name} again")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
