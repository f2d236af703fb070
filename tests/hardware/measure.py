#!/usr/bin/env python3
"""Runs the kernels of tests/hardware/kernels on an NVIDIA GPU and writes what the hardware says.

    python3 measure.py run --out run.json                       outputs (checksums), no profiler
    ncu --csv --page raw --clock-control none --metrics $(python3 measure.py metrics) \
        python3 measure.py run --out run.json > ncu.csv         counters of the same launches
    python3 measure.py collect run.json ncu.csv --out h200.json

`run --only KERNEL …` runs those alone: h100.json has the kernels that were measured on an H100 and on no H200.

Needs a driver, NVRTC, numpy and, for counters, ncu. Independent of Lanescope's code, but for the names of its
counters (sim/events/counters.def): the argument SPECs (docs/CONTRACT.md, "Argument SPECs and fills") are read
here a second time, so that a misreading shows.
"""
import argparse
import csv
import ctypes
import datetime
import json
import pathlib
import re
import sys

from counter_table import hardware_counters, measured_names
from launches import KERNELS, launches_of

METRICS = {
    **{measured: metric for name in hardware_counters() for metric, measured in measured_names(name).items()},
    "registers_per_thread": "launch__registers_per_thread",
    "occupancy.blocks": "launch__occupancy_limit_blocks",
    "occupancy.warps": "launch__occupancy_limit_warps",
    "occupancy.registers": "launch__occupancy_limit_registers",
    "occupancy.shared": "launch__occupancy_limit_shared_mem",
    "nanoseconds": "gpu__time_duration.sum",
}
MASK = (1 << 64) - 1
MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
TYPES = {"i8": "<i1", "u8": "<u1", "i16": "<i2", "u16": "<u2", "i32": "<i4", "u32": "<u4", "i64": "<i8",
         "u64": "<u8", "f16": "<f2", "f32": "<f4", "f64": "<f8"}


def mix(z):
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def filled(kind, count, fill):
    import numpy as np
    dtype = np.dtype(TYPES[kind])
    if fill == "zero":
        return np.zeros(count, dtype)
    if fill == "iota":
        return np.arange(count).astype(dtype)
    if fill.startswith("const:"):
        return np.full(count, float(fill[6:])).astype(dtype)
    seed, _, modulus = fill[len("random:"):].partition("%")
    zs = [mix((int(seed) + i) & MASK) for i in range(count)]
    if modulus:
        return np.array([(z >> 32) % int(modulus) for z in zs], np.int64).astype(dtype)
    if kind == "f64":
        return np.array([(z >> 11) * 2.0**-53 for z in zs], dtype)
    if kind.startswith("f"):
        return np.array([(z >> 40) * 2.0**-24 for z in zs], np.float32).astype(dtype)
    return np.array([z >> 32 for z in zs], np.uint64).astype(dtype)


def fnv1a64(data):
    h = 1469598103934665603
    for b in data:
        h = ((h ^ b) * 1099511628211) & MASK
    return format(h, "016x")


def cases(only=()):
    for path in sorted(KERNELS.glob("*.cu")):
        if only and path.stem not in only:
            continue
        for case, words in launches_of(path):
            options = {"--arg": [], "--symbol": [], "--shared": ["0"]}
            for name, value in zip(words[::2], words[1::2]):
                options.setdefault(name, []).append(value)
            yield case, path, options


class Library:
    def __init__(self, name, error_text):
        self.lib, self.error_text = ctypes.CDLL(name), error_text

    def __call__(self, function, *args):
        code = getattr(self.lib, function)(*args)
        if code != 0:
            sys.exit(f"{function}: {self.error_text(self.lib, code)}")


def compile_cubin(nvrtc, path, text, kernel, include):
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    nvrtc("nvrtcCreateProgram", ctypes.byref(program), text.encode(), path.name.encode(), 0, None, None)
    nvrtc("nvrtcAddNameExpression", program, kernel.encode())
    flags = [b"-arch=sm_90", b"-lineinfo", b"--std=c++17", b"-default-device"]
    flags += [f"-I{d}".encode() for d in include]
    if nvrtc.lib.nvrtcCompileProgram(program, len(flags), (ctypes.c_char_p * len(flags))(*flags)) != 0:
        nvrtc("nvrtcGetProgramLogSize", program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc("nvrtcGetProgramLog", program, log)
        sys.exit(log.value.decode())
    nvrtc("nvrtcGetCUBINSize", program, ctypes.byref(size))
    cubin = ctypes.create_string_buffer(size.value)
    nvrtc("nvrtcGetCUBIN", program, cubin)
    lowered = ctypes.c_char_p()
    nvrtc("nvrtcGetLoweredName", program, kernel.encode(), ctypes.byref(lowered))
    return cubin, lowered.value


class Arguments:
    """The kernel's parameters and buffers, from SPECs."""

    def __init__(self, cuda, specs):
        self.cuda, self.values, self.buffers = cuda, [], []
        for spec in specs:
            label, _, rest = spec.partition(":")
            if rest.startswith("{"):
                self.values.append(self.struct(label, rest[1:-1]))
            else:
                self.values.append(self.field(label, rest)[0])

    def field(self, label, spec):
        import numpy as np
        match = re.fullmatch(r"(\w+)\[(\d+)\]=(.+)", spec)
        if match:
            data = filled(match[1], int(match[2]), match[3])
            address = ctypes.c_uint64()
            self.cuda("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(data.nbytes, 1)))
            self.cuda("cuMemcpyHtoD_v2", address, data.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(data.nbytes))
            self.buffers.append((label, address, data))
            return address.value.to_bytes(8, "little"), 8
        kind, _, value = spec.partition("=")
        dtype = np.dtype(TYPES[kind])
        raw = np.array(float(value) if kind.startswith("f") else int(value)).astype(dtype).tobytes()
        return raw, dtype.itemsize

    def struct(self, label, text):
        raw, largest = b"", 1
        for index, part in enumerate(text.split(",")):
            data, alignment = self.field(f"{label}.{index}", part)
            raw += bytes(-len(raw) % alignment) + data
            largest = max(largest, alignment)
        return raw + bytes(-len(raw) % largest)

    def pointers(self):
        self.keep = [ctypes.create_string_buffer(v, len(v)) for v in self.values]
        return (ctypes.c_void_p * len(self.keep))(*[ctypes.addressof(k) for k in self.keep])


def dims(text):
    parts = [int(p) for p in text.split(",")]
    return parts + [1] * (3 - len(parts))


def run_case(cuda, nvrtc, case, path, options, include):
    text = path.read_text()
    cubin, name = compile_cubin(nvrtc, path, text, options["--kernel"][0], include)
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    cuda("cuModuleLoadData", ctypes.byref(module), cubin)
    cuda("cuModuleGetFunction", ctypes.byref(function), module, name)
    arguments = Arguments(cuda, options["--arg"])
    for symbol in options["--symbol"]:
        label, _, rest = symbol.partition(":")
        match = re.fullmatch(r"(\w+)\[(\d+)\]=(.+)", rest)
        data = filled(match[1], int(match[2]), match[3])
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        cuda("cuModuleGetGlobal_v2", ctypes.byref(address), ctypes.byref(size), module, label.encode())
        cuda("cuMemcpyHtoD_v2", address, data.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(data.nbytes))
        arguments.buffers.append((label, address, data))
    shared, block = int(options["--shared"][-1]), dims(options["--block"][0])
    if shared > 48 * 1024:
        cuda("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED, shared)
    blocks = ctypes.c_int()
    cuda("cuOccupancyMaxActiveBlocksPerMultiprocessor", ctypes.byref(blocks), function,
         block[0] * block[1] * block[2], ctypes.c_size_t(shared))
    launch = [function, *dims(options["--grid"][0]), *block, shared, None, arguments.pointers()]
    if "this_grid" in text:
        cuda("cuLaunchCooperativeKernel", *launch)
    else:
        cuda("cuLaunchKernel", *launch, None)
    cuda("cuCtxSynchronize")
    sums = {}
    for label, address, data in arguments.buffers:
        cuda("cuMemcpyDtoH_v2", data.ctypes.data_as(ctypes.c_void_p), address, ctypes.c_size_t(data.nbytes))
        sums[label] = fnv1a64(data.tobytes())
    return {"case": case, "buffers": sums, "blocks_per_sm": blocks.value}


def run(out, include, only):
    def cuda_error(lib, code):
        text = ctypes.c_char_p()
        lib.cuGetErrorString(code, ctypes.byref(text))
        return text.value.decode() if text.value else code
    cuda = Library("libcuda.so.1", cuda_error)
    nvrtc = Library("libnvrtc.so.13", lambda lib, code: code)
    context, device, driver = ctypes.c_void_p(), ctypes.c_int(), ctypes.c_int()
    cuda("cuInit", 0)
    cuda("cuDeviceGet", ctypes.byref(device), 0)
    cuda("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    cuda("cuCtxSetCurrent", context)
    name = ctypes.create_string_buffer(128)
    cuda("cuDeviceGetName", name, 128, device)
    cuda("cuDriverGetVersion", ctypes.byref(driver))
    result = {"device": name.value.decode(), "cuda_driver": driver.value,
              "date": datetime.date.today().isoformat(), "cases": []}
    for case, path, options in cases(only):
        print(case, file=sys.stderr, flush=True)
        result["cases"].append(run_case(cuda, nvrtc, case, path, options, include))
    pathlib.Path(out).write_text(json.dumps(result, indent=1))


def collect(run_file, csv_file, out):
    result = json.loads(pathlib.Path(run_file).read_text())
    lines = [l for l in pathlib.Path(csv_file).read_text().splitlines() if l.startswith('"')]
    rows = [r for r in csv.DictReader(lines) if r["ID"].strip()]
    assert len(rows) == len(result["cases"]), (len(rows), len(result["cases"]))
    for case, row in zip(result["cases"], rows):
        case["counters"] = {}
        for key, metric in METRICS.items():
            value = row.get(metric, "").replace(",", "")
            if value:
                number = float(value)
                case["counters"][key] = int(number) if number.is_integer() else number
    pathlib.Path(out).write_text(json.dumps(result, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("metrics")
    one = commands.add_parser("run")
    one.add_argument("--out", required=True)
    one.add_argument("--include", action="append", default=[])
    one.add_argument("--only", nargs="+", default=[], metavar="KERNEL")
    two = commands.add_parser("collect")
    two.add_argument("run")
    two.add_argument("csv")
    two.add_argument("--out", required=True)
    args = parser.parse_args()
    if args.command == "metrics":
        print(",".join(METRICS.values()))
    elif args.command == "run":
        run(args.out, args.include, args.only)
    else:
        collect(args.run, args.csv, args.out)


if __name__ == "__main__":
    main()
