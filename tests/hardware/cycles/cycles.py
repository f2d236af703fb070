#!/usr/bin/env python3
"""Cycles of the shipped rungs on an NVIDIA GPU, by Nsight Compute (docs/CONTRACT.md, "Modelled time").

    cycles_cases FOLDER                              the rungs as cubins and JSON; needs no GPU
    python3 cycles.py measure FOLDER --out cycles.json [--seconds N]
    python3 cycles.py measure FOLDER --out later_cycles.json --sizes other     after the model was fixed
    python3 cycles.py run FOLDER [--readings 3] [--sizes first,large]      what Nsight Compute starts

Caches are flushed before each launch and clocks left alone. Cycles are read three times, all else once, since it
takes many passes over each launch. Needs a driver, ncu and numpy; nobody else may use the GPU meanwhile.
"""
import argparse
import csv
import ctypes
import datetime
import hashlib
import json
import math
import multiprocessing
import pathlib
import subprocess
import sys
import time

REASONS = ("barrier branch_resolving dispatch_stall drain imc_miss lg_throttle long_scoreboard math_pipe_throttle membar "
           "mio_throttle misc no_instruction not_selected selected short_scoreboard sleeping tex_throttle wait").split()
CYCLES = {"cycles": "sm__cycles_elapsed.max", "nanoseconds": "gpu__time_duration.sum"}
COUNTERS = {
    "cycles": "sm__cycles_elapsed.max",
    "active_cycles": "sm__cycles_active.max",
    "instructions": "smsp__inst_executed.sum",
    "issue_active": "smsp__issue_active.sum",
    "warps_active": "sm__warps_active.sum",
    "registers": "launch__registers_per_thread",
    "blocks_per_sm_by_registers": "launch__occupancy_limit_registers",
    "blocks_per_sm_by_shared": "launch__occupancy_limit_shared_mem",
    "blocks_per_sm_by_warps": "launch__occupancy_limit_warps",
    "l1_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1_load_hits": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "l1_sectors": "l1tex__t_sectors.sum",
    "l1_hits": "l1tex__t_sectors_lookup_hit.sum",
    "l2_read_sectors": "lts__t_sectors_srcunit_tex_op_read.sum",
    "l2_read_hits": "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum",
    "l2_sectors": "lts__t_sectors_srcunit_tex.sum",
    "l2_hits": "lts__t_sectors_srcunit_tex_lookup_hit.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_write_bytes": "dram__bytes_write.sum",
    **{f"stall.{reason}": f"smsp__average_warps_issue_stalled_{reason}_per_issue_active.ratio" for reason in REASONS},
}
SIZES = ("first", "middle", "large", "small")
MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
PARAMETERS, SIZE_OF_PARAMETERS, END = 1, 2, None  # CU_LAUNCH_PARAM_…
TYPES = {"i8": "<i1", "u8": "<u1", "i16": "<i2", "u16": "<u2", "i32": "<i4", "u32": "<u4", "i64": "<i8",
         "u64": "<u8", "f16": "<f2", "f32": "<f4", "f64": "<f8"}
MOST_LAUNCHES, MOST_COUNTED = 6, 2  # of a case: the first ones stand for the others


def mix(z):
    import numpy as np
    with np.errstate(over="ignore"):
        z = z + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def kept(folder, buffer):
    """Where `prepare` keeps what a buffer is filled with."""
    key = json.dumps([buffer["type"], buffer["count"], buffer["fill"]])
    return folder / "filled" / (hashlib.sha256(key.encode()).hexdigest()[:24] + ".npy")


def filled(folder, buffer):
    """The fills of docs/CONTRACT.md, "Argument SPECs and fills"."""
    import numpy as np
    path = kept(folder, buffer)
    if path.exists():
        return np.load(path)
    kind, count, fill = buffer["type"], buffer["count"], buffer["fill"]
    dtype = np.dtype(TYPES[kind])
    if fill["kind"] == "zero":
        return np.zeros(count, dtype)
    if fill["kind"] == "iota":
        return np.arange(count).astype(dtype)
    if fill["kind"] == "constant":
        return np.full(count, float(fill["value"])).astype(dtype)
    if fill["kind"] == "file":
        return np.frombuffer((folder / fill["file"]).read_bytes(), dtype).copy()
    zs = mix(np.arange(count, dtype=np.uint64) + np.uint64(fill["seed"]))
    if "modulus" in fill:
        return ((zs >> np.uint64(32)) % np.uint64(fill["modulus"])).astype(np.int64).astype(dtype)
    if kind == "f64":
        return ((zs >> np.uint64(11)).astype(np.float64) * 2.0**-53).astype(dtype)
    if kind.startswith("f"):
        return ((zs >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24)).astype(dtype)
    return (zs >> np.uint64(32)).astype(dtype)


class Driver:
    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self("cuInit", 0)
        self("cuDeviceGet", ctypes.byref(device), 0)
        self("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self("cuCtxSetCurrent", context)

    def __call__(self, function, *args):
        code = getattr(self.lib, function)(*args)
        if code != 0:
            raise RuntimeError(f"{function}: {code}")


class Case:
    """A case on the GPU: buffers filled, launches ready."""

    def __init__(self, cuda, folder, case):
        self.cuda, self.case, self.buffers = cuda, case, {}
        self.module = ctypes.c_void_p()
        cuda("cuModuleLoadData", ctypes.byref(self.module), (folder / case["cubin"]).read_bytes())
        for buffer in case["buffers"]:
            data = filled(folder, buffer)
            address = ctypes.c_uint64()
            cuda("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(data.nbytes, 1)))
            self.buffers[buffer["name"]] = (address, data)
        self.symbols = [(s, filled(folder, s)) for s in case["symbols"]]

    def fill(self):
        for address, data in self.buffers.values():
            self.cuda("cuMemcpyHtoD_v2", address, data.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(data.nbytes))
        for symbol, data in self.symbols:
            address, size = ctypes.c_uint64(), ctypes.c_size_t()
            self.cuda("cuModuleGetGlobal_v2", ctypes.byref(address), ctypes.byref(size), self.module,
                      symbol["name"].encode())
            self.cuda("cuMemcpyHtoD_v2", address, data.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(data.nbytes))

    def argument(self, given):
        """Its bytes, and what they are aligned to."""
        import numpy as np
        if "buffer" in given:
            return self.buffers[given["buffer"]][0].value.to_bytes(8, "little"), 8
        if "fields" in given:
            parts = [self.argument(field) for field in given["fields"]]
            alignment = max(a for _, a in parts)
            raw = b""
            for part, a in parts:
                raw += bytes(-len(raw) % a) + part
            return raw + bytes(-len(raw) % alignment), alignment
        dtype = np.dtype(TYPES[given["type"]])
        value = float(given["value"]) if given["type"].startswith("f") else int(given["value"])
        return np.array(value).astype(dtype).tobytes(), dtype.itemsize

    def launch(self, launch):
        raw = b""
        for given in launch["arguments"]:
            part, alignment = self.argument(given)
            raw += bytes(-len(raw) % alignment) + part
        function = ctypes.c_void_p()
        self.cuda("cuModuleGetFunction", ctypes.byref(function), self.module, launch["kernel"].encode())
        if launch["shared"] > 48 * 1024:
            self.cuda("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED, launch["shared"])
        block = ctypes.create_string_buffer(raw, max(1, len(raw)))
        size = ctypes.c_size_t(len(raw))
        extra = (ctypes.c_void_p * 5)(PARAMETERS, ctypes.addressof(block), SIZE_OF_PARAMETERS, ctypes.addressof(size), END)
        self.cuda("cuLaunchKernel", function, *launch["grid"], *launch["block"], launch["shared"], None, None, extra)
        self.cuda("cuCtxSynchronize")

    def close(self):
        for address, _ in self.buffers.values():
            self.cuda("cuMemFree_v2", address)
        self.cuda("cuModuleUnload", self.module)


def keep(job):
    import numpy as np
    folder, buffer = job
    if not kept(folder, buffer).exists():
        np.save(kept(folder, buffer), filled(folder, buffer))


def prepare(folder):
    """Fills large buffers ahead, on all cores."""
    (folder / "filled").mkdir(exist_ok=True)
    buffers = {kept(folder, b): b for case in cases_of(folder, ()) for b in case["buffers"] if b["count"] > 1 << 18}
    with multiprocessing.Pool() as pool:
        pool.map(keep, [(folder, b) for b in buffers.values()], chunksize=1)


def cases_of(folder, sizes):
    cases = json.loads((folder / "cases.json").read_text())
    return [c for c in cases if not c["cooperative"] and c["launches"] and (not sizes or c["size"] in sizes)]


def run(folder, readings, sizes, until, most, after):
    """Prints a line for each launch, in the order in which Nsight Compute numbers them. Ends where one goes wrong."""
    cuda = Driver()
    for case in cases_of(folder, sizes):
        name = case["rung"] + " " + case["size"]
        if after:
            after = "" if name == after else after
            continue
        if time.time() > until:
            break
        try:
            here = Case(cuda, folder, case)
            for reading in range(readings):
                here.fill()
                for index, launch in enumerate(case["launches"][:most]):
                    print(f"@launch\t{name}\t{index}\t{reading}", flush=True)
                    here.launch(launch)
            here.close()
        except RuntimeError as error:
            print(f"@failed\t{name}\t{error}", flush=True)
            return
    print("@done", flush=True)


def profiled(folder, metrics, readings, sizes, until, log):
    """[(case, launch, reading, kernel, {name: value})] of runs under Nsight Compute: a kernel that goes wrong takes
    the program with it, and the next run goes on behind it."""
    found, after = [], ""
    while True:
        done = subprocess.run(
            ["ncu", "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none", "--cache-control",
             "all", "--log-file", log, "--metrics", ",".join(metrics.values()), sys.executable, __file__, "run", folder,
             "--readings", str(readings), "--sizes", ",".join(sizes), "--until", str(until), "--after", after,
             "--most", str(MOST_LAUNCHES if metrics is CYCLES else MOST_COUNTED)],
            capture_output=True, text=True)
        launches = [line.split("\t")[1:] for line in done.stdout.splitlines() if line.startswith("@launch")]
        ended = any(line.startswith("@done") for line in done.stdout.splitlines())
        text = pathlib.Path(log).read_text()
        rows = list(csv.DictReader(text[text.find('"ID"'):].splitlines()))[1:]
        print(len(launches), "launches,", len(rows), "rows, up to", launches[-1:], flush=True)
        for (case, index, reading), row in zip(launches, rows):
            values = {name: float(row[metric].replace(",", "")) for name, metric in metrics.items() if row.get(metric)}
            if values.get("cycles", math.nan) > 0:
                found.append((case, int(index), int(reading), row["Kernel Name"], values))
        if ended or not launches or time.time() > until:
            return found
        after = launches[-1][0]


def measure(folder, out, seconds, work, parts, sizes):
    begun = time.time()
    prepare(folder)
    print("filled", round(time.time() - begun), "s", flush=True)
    launches = {}
    if out.exists():  # what was measured before stays where it is not measured anew
        launches = {(one["case"], one["launch"]): one for one in json.loads(out.read_text())["launches"]}
    plan = [(CYCLES, 3, sizes, 0.5)] if "cycles" in parts else []
    plan += [(COUNTERS, 1, (size,), 1.0) for size in sizes if size in parts]
    device = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version,clocks.sm", "--format=csv,noheader"],
                            capture_output=True, text=True).stdout.strip().split(", ")
    for number, (metrics, readings, sizes, part) in enumerate(plan):
        for case, index, reading, kernel, values in profiled(folder, metrics, readings, sizes, begun + seconds * part,
                                                       f"{work}/ncu{number}.csv"):
            launch = launches.setdefault((case, index), {"case": case, "launch": index, "kernel": kernel})
            if metrics is CYCLES and reading == 0:
                launch["cycles"], launch["nanoseconds"] = [], []
            if metrics is CYCLES:
                launch.setdefault("cycles", []).append(int(values["cycles"]))
                launch.setdefault("nanoseconds", []).append(int(values["nanoseconds"]))
            else:
                launch["counters"] = {name: value for name, value in values.items() if not math.isnan(value)}
        print(sizes, round(time.time() - begun), "s", flush=True)
        head = {"device": device[0], "driver": device[1], "sm_clock": device[2],
                "date": datetime.date.today().isoformat(),
                "how": "ncu --cache-control all --clock-control none, sm__cycles_elapsed.max, three readings",
                "metrics": COUNTERS}
        lines = ",\n".join(json.dumps(launch) for launch in launches.values())
        out.write_text(json.dumps(head, indent=1)[:-2] + ',\n "launches": [\n' + lines + "\n ]\n}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["measure", "run"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--work", default="/tmp")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--until", type=float, default=1e12)
    parser.add_argument("--readings", type=int, default=1)
    parser.add_argument("--sizes", default="")
    parser.add_argument("--parts", default="cycles,other," + ",".join(SIZES), help="what to measure")
    parser.add_argument("--after", default="")
    parser.add_argument("--most", type=int, default=MOST_LAUNCHES)
    given = parser.parse_args()
    if given.what == "run":
        run(given.folder, given.readings, given.sizes.split(",") if given.sizes else (), given.until, given.most,
            given.after)
    else:
        measure(given.folder, given.out, given.seconds, given.work, given.parts.split(","),
                given.sizes.split(",") if given.sizes else SIZES)


if __name__ == "__main__":
    main()
