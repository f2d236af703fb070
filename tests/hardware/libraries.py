#!/usr/bin/env python3
"""What calls of NVIDIA's libraries take on this machine's GPU, put into the file of its recorded times.

    python3 tests/hardware/libraries.py --out FOLDER

builds libraries.cu with nvcc (13.0, with cuBLAS and cuRAND), runs it, and writes FOLDER/NAME.json: the file of
assets/measurements that is of this GPU, with `libraries` in the place of what it had of them. Where there is none
of this GPU, FOLDER/libraries.json holds the list alone, and the status is 1.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MEASUREMENTS = HERE.parents[1] / "assets/measurements"


def measured(nvcc):
    """The GPU's name, and a list of times."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "libraries"
        subprocess.run([nvcc, "-O3", "-std=c++17", "-arch=native", HERE / "libraries.cu", "-lcublas", "-lcurand",
                        "-o", program], check=True)
        lines = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    head, *times = [json.loads(line) for line in lines]
    return head["device"], times


def with_libraries(text, times):
    """A file of recorded times with these: only its head, the first line, is written anew."""
    head, points = text.split(',"points":[', 1)
    members = json.loads(head + "}")
    members["libraries"] = times
    return json.dumps(members, separators=(",", ":"), ensure_ascii=False)[:-1] + ',"points":[' + points


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    arguments = parser.parse_args()
    device, times = measured(arguments.nvcc)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for file in sorted(MEASUREMENTS.glob("*.json")):
        text = file.read_text()
        if json.loads(text)["device"] == device:
            (arguments.out / file.name).write_text(with_libraries(text, times))
            print(arguments.out / file.name)
            return 0
    (arguments.out / "libraries.json").write_text(json.dumps(times, indent=1) + "\n")
    print(f"no file of {MEASUREMENTS} is of an {device}: the times are in {arguments.out}/libraries.json")
    return 1


if __name__ == "__main__":
    sys.exit(main())
