#!/usr/bin/env python3
"""Lets runs on an NVIDIA GPU fail in the studio, which must say why and run the next kernel.

    python3 failures.py PROGRAM [--pictures FOLDER]

One studio, off screen (`lanescope shot`), is driven by a script through all cases. It writes its pictures
to named pipes, and so waits before each case until this program has prepared what is to go wrong, or has
put it right again. After each case a good kernel must run and agree with the model. Prints a line for each case, with the words of the
studio's own report; ends with 1 when one is not as it should be. Needs a driver and OpenGL by EGL.
"""
import argparse
import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib

PATIENCE = 180  # seconds for one kernel: the driver's start, the model, the GPU's time limit
ENTRY = "extern \"C\" __global__ void k(float* out) {\n  %s\n}\n"
GOOD = ENTRY % "out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;"
FIRST = "if (blockIdx.x + threadIdx.x == 0) "
# In the place of a rung which the model stops early.
ENDLESS = """extern "C" __global__ void count(unsigned* sum, unsigned* lock) {
  while (atomicAdd(lock, 0) == 0) {}
}
"""
AGREES = r"GPU: .*\n.*median of \d+ samples(.*\n)*?  out: as on the model"


class Case:
    """`before` is called while the studio waits, `during` when it has the kernel."""

    def __init__(self, name, kernel, expected, before=None, during=None, script="drop path=FILE"):
        self.name, self.kernel, self.expected = name, kernel, expected
        self.before, self.during, self.script = before, during, script  # FILE: the kernel's


class Holder:
    """Another program that leaves so many bytes of the GPU's memory."""

    def __init__(self, leave):
        command = [sys.executable, "-B", __file__, "--hold", str(leave)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        told = self.process.stdout.readline()
        if not told.startswith("holding"):
            sys.exit(f"the GPU's memory could not be taken: {told}")

    def let_go(self):
        self.process.stdin.close()
        self.process.wait()


def hold(leave):
    cu = ctypes.CDLL("libcuda.so.1")
    context, free, total = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_size_t()
    for code in (cu.cuInit(0), cu.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0),
                 cu.cuCtxSetCurrent(context)):
        if code != 0:
            sys.exit(f"error {code}")
    chunk = 1 << 36
    while chunk >= 1 << 16:
        cu.cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total))
        address = ctypes.c_uint64()
        if free.value < leave + chunk or cu.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(chunk)) != 0:
            chunk //= 2
    print(f"holding all but {free.value} of {total.value} bytes", flush=True)
    sys.stdin.read()


class Studio:
    def __init__(self, program, folder, cases, pictures):
        self.folder = folder
        self.pictures, self.blank = pictures, 0
        self.program = self.copy(program.resolve())
        script = ["panel id=timings", self.wait_here(0)]
        for i, case in enumerate(cases):
            kernel = folder / f"{case.name.replace(' ', '-')}.cu"
            kernel.write_text(case.kernel)
            script.append(case.script.replace("FILE", str(kernel)))
            script += [f"save-report file={self.report(i)}", self.wait_here(i + 1)]
        command = [str(self.program), "shot", "--lesson", "vector-add", "--size", "800x500", "--do",
                   "; ".join(script), "--out", str(folder / "last.png")]
        self.process = subprocess.Popen(command)

    def copy(self, program):
        """The program in a place of its own, where it can be made unusable; its data by links."""
        place = self.folder / "lanescope" / "bin"
        place.mkdir(parents=True)
        beside = [(place, entry) for entry in program.parent.iterdir() if entry != program]
        beside += [(place.parent, entry) for entry in program.parent.parent.iterdir()
                   if entry != program.parent]
        for where, entry in beside:
            (where / entry.name).symlink_to(entry)
        return pathlib.Path(shutil.copy(program, place))

    def pipe(self, i):
        return self.folder / f"{i:02}.png"

    def report(self, i):
        return self.folder / f"{i:02}.txt"

    def wait_here(self, i):
        os.mkfifo(self.pipe(i))
        return f"export-picture file={self.pipe(i)}"

    def let(self, i, case):
        """Lets the studio go on with a case, once it is done with the one before."""
        self.until(lambda: i == 0 or self.report(i - 1).exists(), case)
        if case.before:
            case.before(self)
        self.take_picture(i, case)
        if case.during:
            case.during(self)

    def take_picture(self, i, case):
        """Of the case before; what the studio waits for."""
        pipe = os.open(self.pipe(i), os.O_RDONLY | os.O_NONBLOCK)
        data = bytearray()

        def whole():
            try:
                chunk = os.read(pipe, 1 << 16)
            except BlockingIOError:
                return False
            data.extend(chunk)
            return data and not chunk

        self.until(whole, case)
        os.close(pipe)
        if self.pictures:
            (self.pictures / f"{i:02}.png").write_bytes(data)
        self.blank += is_blank(data)

    def until(self, done, case):
        deadline = time.monotonic() + PATIENCE
        while not done():
            ended = self.process.poll()
            if ended is not None or time.monotonic() > deadline:
                self.process.kill()
                sys.exit(f"before `{case.name}` the studio {'hangs' if ended is None else f'ended with {ended}'}")
            time.sleep(0.01)

    def workers(self):
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue  # it has just ended
            if int(parent) == self.process.pid and b"gpu-worker" in words:
                yield int(entry.name)

    def kill_workers(self):
        for pid in list(self.workers()):
            os.kill(pid, signal.SIGKILL)
        while any(self.workers()):  # the dead have no command line
            time.sleep(0.05)

    def finish(self, cases):
        self.take_picture(len(cases), cases[-1])
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "after it was killed: it hung"


def make_cases():
    held = []

    def take_all(_):
        held.append(Holder(0))

    def leave_some(_):
        held.append(Holder(1 << 30))

    def let_go(_):
        held.pop().let_go()

    def kill_later(studio):
        time.sleep(5)  # the model has run it and the GPU is at work
        studio.kill_workers()

    def forbid(studio):
        studio.kill_workers()
        studio.program.chmod(0o600)

    def permit(studio):
        studio.program.chmod(0o700)

    after = {"no memory": let_go, "less memory than the buffer": let_go, "worker not startable": permit}
    cases = [
        Case("illegal address", ENTRY % "out[1ull << 40] = 1.0f;", "accessed an address where nothing"),
        Case("misaligned address", ENTRY % "*(float*)((char*)out + 1) = 1.0f;", "no multiple of the access"),
        Case("trap", ENTRY % "__trap();", "in a trap"),
        Case("assertion", "#include <cassert>\n" + ENTRY % "assert(out == nullptr);", "assertion of the kernel"),
        Case("endless kernel", ENDLESS, "did not end on the GPU within 30 s and was stopped",
             script=f"lesson id=barriers; rung id=lock; edit text={json.dumps(ENDLESS)}; "
                    "panel id=timings"),
        Case("worker killed", ENTRY % (FIRST + "for (int i = 0; i < 100000; ++i) __nanosleep(1000000);"),
             r"was ended by signal 9 \(Killed\); the next run starts a new one", during=kill_later),
        Case("idle worker killed", GOOD, AGREES, before=Studio.kill_workers),
        Case("worker not startable", GOOD, "cannot be started: Permission denied", before=forbid),
        Case("no memory", GOOD, "the GPU's memory is full; use smaller buffers, or end other programs",
             before=take_all),
        Case("less memory than the buffer", GOOD, "taking 1073741824 bytes of the GPU's memory: the GPU's "
             "memory is full", before=leave_some, script="drop path=FILE; argument name=out value=[268435456]=zero"),
    ]
    for case in cases:
        yield case
        yield Case("after " + case.name, GOOD, AGREES, before=after.get(case.name))


def is_blank(png):
    """Nothing but one colour: rows hold their filter, its bytes, and zeros where they repeat."""
    at, packed = 8, bytearray()
    while at < len(png):
        length = int.from_bytes(png[at:at + 4], "big")
        if png[at + 4:at + 8] == b"IDAT":
            packed += png[at + 8:at + 8 + length]
        at += length + 12
    return len(set(zlib.decompress(packed))) < 16


def said(report):
    """The studio's words on the GPU, of the report in text."""
    at = report.find("\n  GPU: ")
    return "nothing about the GPU" if at < 0 else report[at:].strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for what was on screen")
    parser.add_argument("--hold", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.hold is not None:
        return hold(options.hold)
    if options.program is None:
        parser.error("PROGRAM is missing")
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
        options.pictures = options.pictures.resolve()
    cases = list(make_cases())
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(options.program, pathlib.Path(folder), cases, options.pictures)
        for i, case in enumerate(cases):
            studio.let(i, case)
        status = studio.finish(cases)
        wrong = (status != 0) + (studio.blank != 0)
        for i, case in enumerate(cases):
            report = studio.report(i).read_text() if studio.report(i).exists() else ""
            right = re.search(case.expected, said(report)) is not None
            wrong += not right
            print(f"{'ok ' if right else 'BAD'} {case.name}: {said(report).splitlines()[0]}")
            if not right and "\n" in said(report):
                print(said(report))
    if studio.blank:
        print(f"BAD {studio.blank} of {len(cases) + 1} pictures are blank: OpenGL draws nothing any more")
    print(f"the studio ended with {status}; {wrong} not as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
