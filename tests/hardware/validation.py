#!/usr/bin/env python3
"""VALIDATION.md: what the model gave beside what a real GPU gave (h200.json), kernel by kernel.

    python3 validation.py --program build/dev/bin/lanescope            writes it
    python3 validation.py --program build/dev/bin/lanescope --check    status 1 when it is not true
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "VALIDATION.md"
RECORDED = ROOT / "assets" / "measurements" / "nvidia-h200.json"
# Of machine code, not of what the PTX does: never compared.
OF_MACHINE_CODE = {"warp_instructions", "thread_instructions", "divergent_branches"}
COUNTERS = (
    [f"{space}.{kind}.{name}" for space in ("global", "local") for kind in ("load", "store")
     for name in ("requests", "sectors")]
    + ["global.atomic.requests", "global.atomic.sectors"]
    + [f"shared.{kind}.{name}" for kind in ("load", "store")
       for name in ("requests", "wavefronts", "bank_conflicts")]
    + ["shared.atomic.wavefronts", "shared.atomic.bank_conflicts"])

HEAD = """# The model beside a real GPU

What the SIMT model counts, beside what the hardware counters of an {device} counted for the same
kernel, arguments and inputs ({date}, driver for CUDA {cuda}). The GPU's figures are kept in
`tests/hardware/h200.json`, written by `measure.py`, which shares no code with Lanescope. The test
`test_hardware` runs all of these kernels on the model again and compares; `validation.py` writes this
page and, with `--check`, is a test of it. None of that needs a GPU.

| | compared | equal | explained | different |
|---|---:|---:|---:|---:|
| buffers after the run, byte for byte | {buffers} | {buffers_equal} | {buffers_explained} | {buffers_different} |
| counters | {counters} | {counters_equal} | {counters_explained} | {counters_different} |

*Compared* are the {kinds} counters below, for each of {cases} kernels, where the model or the GPU counted
anything. *Explained*: they differ, for a reason seen in the machine code or in the definition of the
GPU's metric. What machine code alone decides is not compared: the number of instructions,
divergent branches, cycles.

{by_counter}

## What is explained

| kernel | what | model | GPU | why |
|---|---|---:|---:|---|
{explained}

## Every kernel

Counters that are 0 on both sides are left out of the numbers.

| kernel | buffers | counters equal | explained |
|---|---|---:|---:|
{kernels}
"""

LESSONS = """
# The lessons' rungs beside a real GPU

Every rung with its first values, and with those that steps of its lesson give it: {points} runs, on an
{device} ({date}, driver for CUDA {cuda}). Its figures are kept in `assets/measurements/nvidia-h200.json`,
which `lanescope measure` wrote; the counters are those of CUPTI's SASS metrics, gathered for each machine
instruction. The model runs again for this page.

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


def model_report(program, case):
    kernel = HERE / "kernels" / f"{case}.cu"
    return report_of(program, kernel, *kernel.read_text().splitlines()[0].removeprefix("// run: ").split())


def model_counter(report, key):
    value = report["counters"]
    for part in key.split("."):
        value = value[part]
    return value


def gpu_counter(counters, key):
    if key.startswith("global.atomic."):  # atom and red are one kind in the report
        name = key.rsplit(".", 1)[1]
        return counters.get(f"global.atom.{name}", 0) + counters.get(f"global.red.{name}", 0)
    return counters.get(key, 0)


def verdict(model, gpu, is_explained):
    if model == gpu:
        return "equal"
    return "explained" if is_explained else "different"


def agreement(verdicts):
    return next((kind for kind in ("different", "explained") if verdicts[kind]), "equal")


def figures(buffers, counters):
    return {f"{what}{'_' + kind if kind else ''}": n[kind] if kind else n.total()
            for what, n in (("buffers", buffers), ("counters", counters))
            for kind in ("", "equal", "explained", "different")}


def cuda_version(number):
    return f"{number // 1000}.{number % 1000 // 10}"


def page(program):
    measured = json.loads((HERE / "h200.json").read_text())
    reasons = json.loads((HERE / "explained.json").read_text())
    buffers, counters = collections.Counter(), collections.Counter()
    by_counter = {key: collections.Counter() for key in COUNTERS}
    explained, kernels = [], []
    for case in measured["cases"]:
        name = case["case"]
        report, why = model_report(program, name), reasons.get(name, {})
        of_buffers, of_counters = collections.Counter(), collections.Counter()
        for buffer, checksum in case["buffers"].items():
            what = f"buffers.{buffer}"
            same = verdict(report["buffers"][buffer]["fnv1a64"], checksum, what in why)
            of_buffers[same] += 1
            if what in why:
                explained.append(f"| {name} | buffer `{buffer}` | | | {why[what]} |")
        for key in COUNTERS:
            model, gpu = model_counter(report, key), gpu_counter(case["counters"], key)
            if model == 0 and gpu == 0:
                continue
            same = verdict(model, gpu, key in why)
            of_counters[same] += 1
            by_counter[key][same] += 1
            if same != "equal":
                explained.append(f"| {name} | {key} | {model:,} | {gpu:,} | {why.get(key, '**not explained**')} |")
        buffers += of_buffers
        counters += of_counters
        kernels.append(f"| {name} | {agreement(of_buffers)} | {of_counters['equal']} of {of_counters.total()} | "
                       f"{of_counters['explained'] or ''} |")
    rows = "\n".join(["| counter | kernels | equal | explained | different |", "|---|---:|---:|---:|---:|"] + [
        f"| {key} | {n.total()} | {n['equal']} | {n['explained']} | {n['different']} |"
        for key, n in by_counter.items()])
    return HEAD.format(device=measured["device"], date=measured["date"],
                       cuda=cuda_version(measured["cuda_driver"]), cases=len(measured["cases"]),
                       kinds=len(COUNTERS), by_counter=rows, explained="\n".join(explained),
                       kernels="\n".join(kernels), **figures(buffers, counters))


def lessons(program):
    recorded = json.loads(RECORDED.read_text())
    reasons = json.loads((HERE / "explained.json").read_text())
    shown = [point for point in recorded["points"] if "counters" in point]
    all_buffers, all_counters, not_equal = collections.Counter(), collections.Counter(), []
    rungs, first_values = {}, {}  # by name
    for point in shown:
        name, values = f"{point['lesson']}/{point['rung']}", point["values"]
        set_values = [word for key, value in values.items() for word in ("--set", f"{key}={value}")]
        report, why = report_of(program, name, *set_values), reasons.get(name, {})
        buffers, counters = rungs.setdefault(name, (collections.Counter(), collections.Counter()))
        first = first_values.setdefault(name, values)
        named = " ".join([name, *(f"{key}={value}" for key, value in values.items() if first[key] != value)])
        for buffer, checksum in point["buffers"].items():
            what = f"buffers.{buffer}"
            same = verdict(report["buffers"][buffer]["fnv1a64"], checksum, what in why)
            buffers[same] += 1
            if same != "equal":
                not_equal.append(f"| {named} | buffer `{buffer}` | | | {why.get(what, '**not explained**')} |")
        for key, gpu in point["counters"].items():
            model = 0 if key in OF_MACHINE_CODE else model_counter(report, key)
            if key in OF_MACHINE_CODE or model == gpu == 0:
                continue
            reason = point.get("explained", {}).get(key)
            same = verdict(model, gpu, reason is not None)
            counters[same] += 1
            if same != "equal":
                not_equal.append(f"| {named} | {key} | {model:,} | {gpu:,} | {reason or '**not explained**'} |")
    rows = []
    for name, (buffers, counters) in rungs.items():
        all_buffers += buffers
        all_counters += counters
        rows.append(f"| {name} | {agreement(buffers)} | {counters['equal']} of {counters.total()} | "
                    f"{counters['explained'] or ''} |")
    table = ["| rung | what | model | GPU | why |", "|---|---|---:|---:|---|", *not_equal]
    return LESSONS.format(device=recorded["device"], date=recorded["date"],
                          cuda=cuda_version(recorded["driver_version"]), rungs="\n".join(rows),
                          points=len(shown), not_equal="\n".join(table), **figures(all_buffers, all_counters))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the lanescope to run")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = page(arguments.program) + lessons(arguments.program)
    if not arguments.check:
        PAGE.write_text(text)
        return 0
    if PAGE.read_text() == text:
        return 0
    print(f"{PAGE.name} is not what the model gives: run {pathlib.Path(__file__).name} again")
    return 1


if __name__ == "__main__":
    sys.exit(main())
