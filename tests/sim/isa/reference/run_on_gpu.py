#!/usr/bin/env python3
"""Runs the instruction tests on a real GPU and compares what it gives with what the files expect.

    run_on_gpu.py --assemble CUBINS [--arch sm_90]   where ptxas is: makes a cubin of each file
    run_on_gpu.py [--cubins CUBINS] [--json OUT] [ROW ...]   where the GPU is

Needs libcuda.so.1 and nothing else. Without --cubins the driver compiles the PTX itself, which a
driver older than the PTX version refuses. A row whose kernel faults ends its process only: each row
runs in a process of its own. Exit status: 0 when every value is as expected, 1 otherwise.
"""
import argparse
import ctypes
import json
import os
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = os.path.join(os.path.dirname(HERE), "rows")
FORMATS = {"f16": (10, 5), "bf16": (7, 8), "f32": (23, 8), "f64": (52, 11)}


def read(row):
    """The file's text, thread count, input columns and output columns."""
    with open(os.path.join(ROWS, row + ".ptx")) as file:
        text = file.read()
    threads, ins, outs = 0, [], []
    for line in text.split("\n"):
        if line.startswith("// threads: "):
            threads = int(line[12:])
        if line.startswith("// in "):
            ins.append([int(v, 16) for v in line.split(": ", 1)[1].split()])
        if line.startswith("// out "):
            head, values = line.split(": ", 1)
            words = head.split(None, 4)
            outs.append((words[3], words[4], values.split()))
    return text, threads, ins, outs


def order(bits, f):
    sign = 1 << (f[0] + f[1])
    return -(bits & (sign - 1)) - 1 if bits & sign else bits


def is_nan(bits, f):
    sign = 1 << (f[0] + f[1])
    return bits & (sign - 1) > ((1 << f[1]) - 1) << f[0]


def matches(expected, type_name, actual):
    f = FORMATS.get(type_name, (23, 8))
    if expected == "*":
        return True
    if expected == "nan":
        return is_nan(actual, f)
    if ".." in expected:
        low, high = (int(v, 16) for v in expected.split(".."))
        return not is_nan(actual, f) and order(low, f) <= order(actual, f) <= order(high, f)
    return actual == int(expected, 16)


def check(status, what):
    if status != 0:
        raise RuntimeError("%s: CUDA error %d" % (what, status))


def launch(image, threads, ins, columns):
    """Runs `test` with one block; returns the output buffer as 64-bit words."""
    cuda = ctypes.CDLL("libcuda.so.1")
    check(cuda.cuInit(0), "cuInit")
    device, context, module, function = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    check(cuda.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "cuDevicePrimaryCtxRetain")
    check(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent")
    check(cuda.cuModuleLoadData(ctypes.byref(module), image), "cuModuleLoadData")
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, b"test"), "cuModuleGetFunction")
    data = b"".join(struct.pack("<%dQ" % threads, *c) for c in ins) or bytes(8 * threads)
    size = 8 * threads * columns
    source, target = ctypes.c_uint64(), ctypes.c_uint64()
    check(cuda.cuMemAlloc_v2(ctypes.byref(source), ctypes.c_size_t(len(data))), "cuMemAlloc")
    check(cuda.cuMemAlloc_v2(ctypes.byref(target), ctypes.c_size_t(size)), "cuMemAlloc")
    check(cuda.cuMemcpyHtoD_v2(source, data, ctypes.c_size_t(len(data))), "cuMemcpyHtoD")
    check(cuda.cuMemsetD8_v2(target, ctypes.c_ubyte(0), ctypes.c_size_t(size)), "cuMemsetD8")
    arguments = (ctypes.c_void_p * 2)(ctypes.addressof(source), ctypes.addressof(target))
    check(cuda.cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, None, arguments, None), "cuLaunchKernel")
    check(cuda.cuCtxSynchronize(), "the kernel")
    output = ctypes.create_string_buffer(size)
    check(cuda.cuMemcpyDtoH_v2(output, target, ctypes.c_size_t(size)), "cuMemcpyDtoH")
    return struct.unpack("<%dQ" % (threads * columns), output.raw)


def run_row(row, cubins):
    text, threads, ins, outs = read(row)
    image = text.encode() + b"\0"
    if cubins:
        with open(os.path.join(cubins, row + ".cubin"), "rb") as file:
            image = file.read()
    words = launch(image, threads, ins, len(outs))
    result = []
    for k, (type_name, what, expected) in enumerate(outs):
        actual = words[k * threads:(k + 1) * threads]
        wrong = [{"thread": t, "inputs": ["0x%x" % c[t] for c in ins], "expected": e, "actual": "0x%x" % a}
                 for t, (e, a) in enumerate(zip(expected, actual)) if not matches(e, type_name, a)]
        open_values = [{"thread": t, "actual": "0x%x" % a} for t, (e, a) in enumerate(zip(expected, actual)) if e in ("*", "nan")]
        result.append({"what": what, "type": type_name, "actual": ["0x%x" % a for a in actual], "wrong": wrong,
                       "left_open": open_values})
    return result


def run_all(rows, options):
    results, bad = {}, 0
    for row in rows:
        command = [sys.executable, os.path.abspath(__file__), "--one", row]
        if options.cubins:
            command += ["--cubins", options.cubins]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        if done.returncode != 0:
            bad += 1
            results[row] = {"error": done.stderr.strip().split("\n")[-1]}
            print("%-24s %s" % (row, results[row]["error"]))
            continue
        results[row] = json.loads(done.stdout)
        wrong = [(c["what"], w) for c in results[row] for w in c["wrong"]]
        bad += bool(wrong)
        print("%-24s %s" % (row, "as expected" if not wrong else "%d values differ" % len(wrong)))
        for what, w in wrong[:8]:
            print("    %s thread %d inputs %s: %s, expected %s" %
                  (what, w["thread"], " ".join(w["inputs"]), w["actual"], w["expected"]))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)
    print("%d of %d rows differ" % (bad, len(rows)))
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--assemble", metavar="CUBINS")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--cubins")
    parser.add_argument("--json")
    parser.add_argument("--one")
    options = parser.parse_args()
    rows = options.rows or sorted(f[:-4] for f in os.listdir(ROWS) if f.endswith(".ptx"))
    if options.assemble:
        os.makedirs(options.assemble, exist_ok=True)
        for row in rows:
            subprocess.run(["ptxas", "-arch=" + options.arch, "-o", os.path.join(options.assemble, row + ".cubin"),
                            os.path.join(ROWS, row + ".ptx")], check=True)
        return 0
    if options.one:
        json.dump(run_row(options.one, options.cubins), sys.stdout)
        return 0
    return run_all(rows, options)


if __name__ == "__main__":
    sys.exit(main())
