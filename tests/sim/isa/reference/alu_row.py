"""Rows that only compute: cases of one instruction each, over sampled inputs."""
import ptx_file
import values

KIND_TYPES = {"shift": "u32", "length": "u32", "small": "u32", "angle": "f32", "edge": "f32",
              "zero": "f32", "nan64": "f64"}
THREADS = 64


class Case:
    """`text` is the opcode with modifiers, or a whole statement with {d} {e} and {0} {1} ...

    fn maps the source patterns to the result's pattern (or a tuple, for several results).
    """

    def __init__(self, text, dst, src, fn, what=None):
        self.dst = dst.split()
        self.src = tuple(src.split())
        self.fn = fn
        self.what = what or text.split(";")[0].split(" ")[0]
        if " " not in text:
            text += " {d}, " + ", ".join("{%d}" % i for i in range(len(self.src)))
        self.text = text


def write(name, cases, threads=THREADS, note=None):
    ins, outs, body, registers = [], [], [], [".reg .b32 %load;"]
    groups = {}
    for case in cases:
        if case.src in groups:
            continue
        tuples = values.sample(case.src, threads, name)
        names = []
        for i, kind in enumerate(case.src):
            t = KIND_TYPES.get(kind, kind)
            reg = "%%i%d" % len(ins)
            registers.append(".reg %s %s;" % (ptx_file.reg_type(t), reg))
            body += ptx_file.load(t, reg, len(ins), threads)
            ins.append((t, [x[i] for x in tuples]))
            names.append(reg)
        groups[case.src] = (tuples, names)
    for case in cases:
        tuples, names = groups[case.src]
        results = []
        for t in case.dst:
            reg = "%%o%d" % (len(outs) + len(results))
            registers.append(".reg %s %s;" % (ptx_file.reg_type(t), reg))
            results.append(reg)
        slots = dict(zip("defg", results))
        body += [s.strip() + ";" for s in case.text.format(*names, **slots).split(";") if s.strip()]
        computed = [case.fn(*x) for x in tuples]
        if len(case.dst) == 1:
            computed = [(c,) for c in computed]
        for k, t in enumerate(case.dst):
            body += ptx_file.store(t, results[k], len(outs), threads)
            outs.append((t, case.what, [c[k] for c in computed]))
    ptx_file.write(name, threads, ins, outs, registers, body, note=note)
