#!/usr/bin/env python3
"""Compiles and runs the microbenchmarks on this machine's GPU and writes what they say.

    python3 bench/gpu/micro/micro.py --out h200.json [--build DIR] [TOPIC ...]

It needs nvcc, and ncu for the launches; nobody else may use the GPU meanwhile. Figures are in cycles of an SM
unless their topic says otherwise: `latency` from an instruction to the next that needs it, `rate` in warp
instructions a cycle of one SM, `cycles_each` for one warp's instruction, `bytes_a_cycle` of the whole GPU at the
SMs' 1,980 MHz. What each one does stands at the head of its file.
"""
import argparse
import csv
import datetime
import io
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOPICS = ["issue", "memory", "shared", "bandwidth", "atomics", "code", "gather", "constants", "launch"]
LAUNCH_METRICS = "sm__cycles_elapsed.max,sm__cycles_active.max,sm__cycles_active.avg,gpu__time_duration.sum"


def compile_all(build, topics):
    build.mkdir(parents=True, exist_ok=True)
    started = [(topic, subprocess.Popen(["nvcc", "-O3", "-std=c++17", "-arch=sm_90", "-w", "-o", build / topic,
                                         HERE / f"{topic}.cu"])) for topic in topics]
    failed = [topic for topic, process in started if process.wait() != 0]
    if failed:
        sys.exit("did not compile: " + ", ".join(failed))


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(*command, done.stdout[-500:], done.stderr[-500:], sep="\n", file=sys.stderr)
    return done.stdout


def lines(text):
    """{topic: {name: {at: value}}} of what a program printed."""
    found = {}
    for line in text.splitlines():
        told = json.loads(line)
        value = found.setdefault(told["topic"], {})
        if "at" in told:
            value.setdefault(told["name"], {})[str(told["at"])] = told["value"]
        else:
            value[told["name"]] = told["value"]
    return found


def profiled(build):
    """Each launch of the topic `launch` as Nsight Compute saw it, twice: caches flushed before it and left."""
    found = {}
    for caches in ("all", "none"):
        text = run(["ncu", "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none",
                    "--cache-control", caches, "--metrics", LAUNCH_METRICS, build / "launch"])
        table = text[text.find('"ID"'):]
        rows = list(csv.DictReader(io.StringIO(table)))[1:]
        found[caches] = [{"kernel": row["Kernel Name"].split("(")[0], "grid": row["Grid Size"], "block": row["Block Size"],
                          **{name: float(row[name].replace(",", "")) for name in LAUNCH_METRICS.split(",")}}
                         for row in rows]
    return found


def device():
    text = run(["nvidia-smi", "--query-gpu=name,driver_version,clocks.sm,clocks.mem", "--format=csv,noheader"])
    name, driver, sm, memory = [part.strip() for part in text.splitlines()[0].split(",")]
    return {"device": name, "driver": driver, "sm_clock": sm, "memory_clock": memory,
            "date": datetime.date.today().isoformat()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parents[2] / "build" / "bench-gpu-micro")
    parser.add_argument("topics", nargs="*", metavar="TOPIC")
    given = parser.parse_args()
    topics = given.topics or TOPICS
    compile_all(given.build, topics)
    results = {}
    for topic in topics:
        print(topic, datetime.datetime.now().time(), file=sys.stderr, flush=True)
        results[topic] = lines(run([given.build / topic] + (["blocks"] if topic == "launch" else [])))
        given.out.write_text(json.dumps({**device(), "results": results}, indent=1) + "\n")
    if "launch" in topics:
        results["launches"] = profiled(given.build)
    given.out.write_text(json.dumps({**device(), "results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
