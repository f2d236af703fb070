"""The same kernels at the same sizes on the model, Oclgrind, PoCL and Numba's CUDA simulator.

Called by bench/compare_peers from the source root. Every tool's result is compared with NumPy's,
and its time is the least of all rounds, in which the tools take turns. Speeds count the warp
instructions of the kernel's PTX, whoever runs it.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

import numpy

OUT = pathlib.Path("build/peers")

# grid, block: X,Y. some: the part of the grid that Numba runs, which takes minutes for all of it.
Case = collections.namedtuple("Case", "name source kernel grid block shared n inputs expected some")
Tool = collections.namedtuple("Tool", "name run rounds")


def cases():
    values = numpy.arange(512 * 512) % 7
    size = 256
    a, b = (values[: size * size] % k for k in (5, 7))
    product = a.reshape(size, size) @ b.reshape(size, size)
    return [
        Case("shared-memory reduction", "kernels/reduction/3_sequential.cu", "reduce", "1024,1",
             "256,1", 1024, len(values), {"in": values}, values.reshape(-1, 256).sum(axis=1),
             "64,1"),
        Case("tiled matrix product", "kernels/matrix-product/3_tiled.cu", "multiply", "16,16",
             "16,16", 2048, size, {"a": a, "b": b}, product.ravel(), "16,1"),
    ]


def blocks(grid):
    x, y = grid.split(",")
    return int(x) * int(y)


def file_of(name):
    return str(OUT / f"{name}.f32")


def printed(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed with status {done.returncode}")
    return done.stdout


def model(recording, warp_instructions):
    def run(case):
        arguments = [f"out:f32[{len(case.expected)}]=zero"]
        arguments += [f"{name}:f32[{len(values)}]=file:{file_of(name)}"
                      for name, values in case.inputs.items()]
        arguments += [f"n:u32={case.n}"]
        report = json.loads(printed(
            ["build/release/bin/lanescope", "run", case.source, "--grid", case.grid, "--block",
             case.block, "--shared", str(case.shared), "--hazards", "off", "--record", recording,
             "--report", "json", "--dump", f"out={file_of('out')}",
             *(word for argument in arguments for word in ("--arg", argument))]))
        warp_instructions[case.name] = report["counters"]["warp_instructions"]
        return report["model"]["seconds"]

    return run


def host_words(case, grid):
    return [case.kernel, grid, case.block, str(case.shared), str(case.n)]


def file_words(case):
    return [str(4 * len(case.expected)), file_of("out"), *map(file_of, case.inputs)]


def opencl(platform, launches, wrapper=()):
    def run(case):
        return float(printed([*wrapper, str(OUT / "opencl_host"), platform, "bench/peers/kernels.cl",
                              *host_words(case, case.grid), str(launches), *file_words(case)]))

    return run


def numba(case):
    seconds = float(printed([sys.executable, "-B", "bench/peers/numba_host.py",
                             *host_words(case, case.some), *file_words(case)]))
    return seconds * blocks(case.grid) / blocks(case.some)


def check(case, tool):
    result = numpy.fromfile(file_of("out"), numpy.float32)
    share = blocks(case.some) / blocks(case.grid) if tool.run is numba else 1
    expected = case.expected[: int(len(case.expected) * share)]
    if not numpy.array_equal(result[: len(expected)], expected):
        sys.exit(f"{tool.name}: the {case.name} is wrong")


def measured(case, tools, rounds):
    """The least seconds of each tool; in each round every tool has its turn."""
    for name, values in case.inputs.items():
        values.astype(numpy.float32).tofile(file_of(name))
    least = {}
    for number in range(rounds):
        for tool in tools:
            if number >= (tool.rounds or rounds):
                continue
            pathlib.Path(file_of("out")).unlink(missing_ok=True)
            seconds = tool.run(case)
            check(case, tool)
            least[tool.name] = min(seconds, least.get(tool.name, seconds))
    return least


def table(case, tools, least, warp_instructions):
    counters, full = tools[0].name, tools[1].name
    print(f"\n{case.name}: {warp_instructions:,} warp instructions")
    print(f"{'':38}{'seconds':>9}{'million/s':>11}{'counters':>10}{'full':>10}")
    for tool in tools:
        seconds = least[tool.name]
        print(f"{tool.name:38}{seconds:9.4f}{warp_instructions / seconds / 1e6:11.3f}"
              f"{seconds / least[counters]:10.2f}{seconds / least[full]:10.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="bench/compare_peers")
    parser.add_argument("--rounds", type=int, default=5, help="5 unless given")
    rounds = parser.parse_args().rounds
    warp_instructions = {}
    tools = [
        Tool("Lanescope, counters", model("counters", warp_instructions), None),
        Tool("Lanescope, full recording", model("full", warp_instructions), None),
        Tool("PoCL, native code", opencl("Portable", 50), None),
        Tool("Oclgrind", opencl("Oclgrind", 1, ["oclgrind"]), None),
        Tool("Numba's simulator (part, scaled up)", numba, 1),
    ]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, least of {rounds} rounds; "
          "the last two columns: how many times as fast Lanescope is")
    for case in cases():
        least = measured(case, tools, rounds)
        table(case, tools, least, warp_instructions[case.name])


if __name__ == "__main__":
    main()
