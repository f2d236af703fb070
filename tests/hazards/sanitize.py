#!/usr/bin/env python3
"""Runs the kernels of tests/hazards on an NVIDIA GPU under compute-sanitizer's four tools.

    python3 sanitize.py --out sanitizer.json --work /tmp/hazards [--log logs.txt] [--budget 270]

Needs nvcc, compute-sanitizer and a GPU of compute capability 9.0. Clean twins run several to a
process; where a tool says anything about such a process, each of its kernels runs again alone.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import signal
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
SECONDS = 20  # for one process
AT_ONCE = 8
BATCH = 12
SUMMARIES = (re.compile(r"ERROR SUMMARY: (\d+) error"),
             re.compile(r"RACECHECK SUMMARY: \d+ hazards? displayed \((\d+) errors?, (\d+) warning"))
NO_MESSAGE = re.compile(r"^=+ *($|COMPUTE-SANITIZER|ERROR SUMMARY|RACECHECK SUMMARY|Target application)")


def read_pairs():
    as_json = HERE / "pairs.json"  # for machines whose Python has no tomllib
    if as_json.exists():
        return json.loads(as_json.read_text())["pair"]
    import tomllib
    return tomllib.loads((HERE / "pairs.toml").read_text())["pair"]


def three(sizes):
    return " ".join(str(n) for n in (*sizes, 1, 1)[:3])


def plan(pair, twin, work):
    """What run_on_gpu reads for one kernel."""
    name = f"{pair['name']}.{twin}"
    lines = [f"kernel {name} {work}/{name}.cubin {three(pair['grid'])} {three(pair['block'])} "
             f"{pair.get('shared', 0)}"]
    for spec in pair["arguments"]:
        label, _, rest = spec.partition(":")
        buffer = re.fullmatch(r"(\w+)\[(\d+)\]=(.+)", rest)
        if buffer:
            lines.append(f"buffer {label} {buffer[1]} {buffer[2]} {buffer[3].replace(':', ' ')}")
        else:
            lines.append("scalar " + rest.replace("=", " "))
    return "\n".join(lines + ["launch\n"])


def execute(command, text, seconds):
    """Exit status (or "timeout") and everything that the process group said."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, start_new_session=True)
    try:
        said, _ = process.communicate(text, timeout=seconds)
        return process.returncode, said
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        try:
            return "timeout", process.communicate(timeout=5)[0]
        except subprocess.TimeoutExpired:
            return "timeout", ""


def results_of(said):
    found = {}
    for line in said.splitlines():
        if line.startswith("{"):
            row = json.loads(line)
            found[row.pop("kernel", "")] = row
    return found


def verdict(exit_status, said):
    errors = warnings = 0
    for pattern in SUMMARIES:
        for match in pattern.finditer(said):
            errors += int(match[1])
            warnings += int(match[2]) if pattern.groups > 1 else 0
    lines = [line for line in said.splitlines() if line.startswith("=====")]
    told = [re.sub(r"^=+ *", "", line) for line in lines if not NO_MESSAGE.match(line)]
    message = " | ".join(re.sub(r"/\S*/", "", line) for line in told[:3])
    status = next((row["status"] for row in results_of(said).values()
                   if row["status"] != "finished"), "finished")
    return {"errors": errors, "warnings": warnings, "message": message, "exit": exit_status,
            "run": status}


class Session:
    def __init__(self, work, log, budget):
        self.work, self.log, self.end = work, log, time.monotonic() + budget
        self.program = str(work / "run_on_gpu")
        self.kernels = {}

    def run(self, tool, chosen):
        """Runs the (pair, twin)s in one process, under a tool or alone."""
        if time.monotonic() > self.end:
            return None, ""
        command = [self.program, str(SECONDS - 5)]
        if tool != "alone":
            command = ["compute-sanitizer", "--tool", tool, "--print-limit", "20", *command]
        text = "".join(plan(pair, twin, self.work) for pair, twin in chosen)
        status, said = execute(command, text, SECONDS)
        names = " ".join(f"{pair['name']}.{twin}" for pair, twin in chosen)
        if self.log:
            self.log.write(f"##### {tool}: {names}: exit {status}\n{said}\n")
        return status, said

    def note(self, key, tool, status, said):
        row = self.kernels.setdefault(key, {})
        if status is None:
            row[tool] = None
        elif tool == "alone":
            row[tool] = next(iter(results_of(said).values()), {"status": str(status)})
        else:
            row[tool] = verdict(status, said)

    def single(self, tool, pair, twin):
        self.note(f"{pair['name']}.{twin}", tool, *self.run(tool, [(pair, twin)]))

    def batch(self, tool, pairs):
        chosen = [(pair, "clean") for pair in pairs]
        status, said = self.run(tool, chosen)
        rows = results_of(said)
        whole = status == 0 and len(rows) == len(chosen)
        told = verdict(status, said) if status is not None else {}
        if tool != "alone" and whole and not told["errors"] + told["warnings"] and not told["message"]:
            for pair in pairs:
                self.kernels.setdefault(f"{pair['name']}.clean", {})[tool] = told
        elif tool == "alone" and whole:
            for key, row in rows.items():
                self.kernels.setdefault(key, {})[tool] = row
        else:
            for pair in pairs:
                self.single(tool, pair, "clean")


def compile_all(pairs, work):
    def one(name):
        subprocess.run(["nvcc", "-arch=sm_90", "-lineinfo", "-cubin", "-w", "-o", f"{work}/{name}.cubin",
                        str(HERE / "kernels" / f"{name}.cu")], check=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        host = pool.submit(subprocess.run, ["nvcc", "-O1", "-std=c++17", "-o", f"{work}/run_on_gpu",
                                            str(HERE / "run_on_gpu.cu")], check=True)
        list(pool.map(one, [f"{pair['name']}.{twin}" for pair in pairs for twin in ("faulty", "clean")]))
        host.result()


def said_by(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def origin():
    device, _, driver = said_by("nvidia-smi", "--query-gpu=name,driver_version",
                                "--format=csv,noheader").splitlines()[0].partition(", ")
    return {"device": device, "driver": driver, "date": datetime.date.today().isoformat(),
            "nvcc": said_by("nvcc", "--version").splitlines()[-2],
            "compute_sanitizer": said_by("compute-sanitizer", "--version").splitlines()[-1]}


def summary(kernels):
    for twin in ("faulty", "clean"):
        chosen = {k: v for k, v in kernels.items() if k.endswith(twin)}
        for tool in TOOLS:
            rows = [row[tool] for row in chosen.values() if row.get(tool)]
            told = sum(1 for row in rows if row["errors"] + row["warnings"])
            print(f"{twin:6} {tool:10} {told:3} of {len(rows)} told", flush=True)
        runs = [row["alone"]["status"] for row in chosen.values() if row.get("alone")]
        print(f"{twin:6} alone: {runs.count('finished')} of {len(runs)} finished", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--log")
    parser.add_argument("--budget", type=float, default=270.0, help="seconds, compiling included")
    args = parser.parse_args()
    work = pathlib.Path(args.work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    pairs = read_pairs()
    with open(args.log or os.devnull, "w") as log:
        session = Session(work, log, args.budget)
        begun = time.monotonic()
        compile_all(pairs, work)
        print(f"compiled in {time.monotonic() - begun:.0f} s", flush=True)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            jobs = [pool.submit(session.batch, tool, pairs[i:i + BATCH])
                    for tool in ("alone", *TOOLS) for i in range(0, len(pairs), BATCH)]
            jobs += [pool.submit(session.single, tool, pair, "faulty")
                     for tool in ("alone", *TOOLS) for pair in pairs]
            for job in jobs:
                job.result()
        print(f"done after {time.monotonic() - begun:.0f} s", flush=True)
    result = {**origin(), "kernels": dict(sorted(session.kernels.items()))}
    pathlib.Path(args.out).write_text(json.dumps(result, indent=1) + "\n")
    summary(session.kernels)


if __name__ == "__main__":
    main()
