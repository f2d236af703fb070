"""PTX ISA 9.7.4: arithmetic on f16, bf16 and pairs of them, on exact rationals."""
from fractions import Fraction

import approx
import floats as fl
from alu_row import Case, write
from rows_float import inf, minus_one, minus_zero, one, special, zero

HALVES = (("f16", fl.F16), ("bf16", fl.BF16))


def finish(r, f, flags):
    if isinstance(r, str):
        return r
    if ".ftz" in flags:
        r = fl.flush(r, f)
    if ".sat" in flags:
        r = fl.saturate(r, f)
    return fl.relu(r, f) if ".relu" in flags else r


def case(op, flags, t, f, n, fn, pair):
    def one_half(*x):
        x = [fl.flush(v, f) for v in x] if ".ftz" in flags else x
        return finish(fn(*x, f), f, flags)

    def both(*x):
        low, high = one_half(*(v & 0xFFFF for v in x)), one_half(*(v >> 16 for v in x))
        if isinstance(low, str) or isinstance(high, str):
            return "*" if (low, high) != ("nan", "nan") else "*"
        return low | high << 16
    t = t + ("x2" if pair else "")
    return Case("%s%s.%s" % (op, flags, t), t, " ".join([t] * n), both if pair else one_half)


def every(name, op, n, fn, f16_flags, bf16_flags):
    cases = []
    for (t, f), flags in zip(HALVES, (f16_flags, bf16_flags)):
        for one_flags in flags:
            for pair in (False, True):
                cases.append(case(op, one_flags, t, f, n, fn, pair))
    write(name, cases)


def extremum(larger):
    def fn(pass_nan, xorsign):
        def run(a, b, f):
            sign = (a ^ b) & fl.sign_bit(f)
            if xorsign:
                a, b = a & 0x7FFF, b & 0x7FFF
            r = fl.extremum(larger, a, b, f, pass_nan)
            return r | sign if xorsign and not fl.is_nan(r, f) else r
        return run
    return fn


def write_all():
    clamps = ("", ".rn", ".ftz", ".sat", ".ftz.sat")
    for op, fn in (("add", fl.add), ("sub", fl.sub), ("mul", fl.mul)):
        every(op + ".half", op, 2, fn, clamps, ("", ".rn"))
    every("fma.half", "fma", 3, fl.fma, (".rn", ".rn.ftz", ".rn.sat", ".rn.relu", ".rn.ftz.relu"), (".rn", ".rn.relu"))
    unless_nan = lambda fn: lambda a, f: "nan" if fl.is_nan(a, f) else fn(a, f)
    every("neg.half", "neg", 1, unless_nan(lambda a, f: a ^ 0x8000), ("", ".ftz"), ("",))
    every("abs.half", "abs", 1, unless_nan(lambda a, f: a & 0x7FFF), ("", ".ftz"), ("",))
    for name, larger in (("min", False), ("max", True)):
        make, cases = extremum(larger), []
        for t, f in HALVES:
            for ftz in ("", ".ftz") if t == "f16" else ("",):
                for nan in ("", ".NaN"):
                    for x in ("", ".xorsign.abs"):
                        for pair in (False, True):
                            cases.append(case(name, ftz + nan + x, t, f, 2, make(bool(nan), bool(x)), pair))
        write(name + ".half", cases)

    def ex2(v, f, ftz):
        if v >= 129:
            return inf(f)
        if v < -170:
            return 0
        return approx.around(approx.exp2(v), f, relative=Fraction(1, 2 ** 7 if f == fl.BF16 else 2 ** 9), ulps=1, ftz=ftz)
    exponential = special({"+inf": inf, "-inf": zero, "+zero": one, "-zero": one}, ex2)
    tangent = special({"+inf": one, "-inf": minus_one, "+zero": zero, "-zero": minus_zero},
                      lambda v, f, ftz: approx.around(approx.tanh(v), f, absolute=Fraction(1, 2 ** 8 if f == fl.BF16 else 2 ** 10)))
    cases = []
    for t, f in HALVES:
        flags = ".approx.ftz" if t == "bf16" else ".approx"
        ftz = t == "bf16"
        cases.append(Case("ex2%s.%s" % (flags, t), t, t, lambda a, f=f, ftz=ftz: exponential(
            fl.flush(a, f) if ftz else a, f, ftz)))
    write("ex2.half", cases + pairs("ex2", cases))
    cases = [Case("tanh.approx." + t, t, t, lambda a, f=f: tangent(a, f)) for t, f in HALVES]
    write("tanh.half", cases + pairs("tanh", cases))


def pairs(op, cases):
    """The pair forms, checked half by half: each half is unpacked into a result of its own."""
    result = []
    for c in cases:
        t = c.dst[0]
        text = "{{.reg .b32 both; mov.b32 both, {{{0}, {1}}}; %s both, both; mov.b32 {{{d}, {e}}}, both;}}"
        text = text.replace("{{.reg .b32 both;", "mov.b32 %load, {{{0}, {1}}};").replace(" mov.b32 both, {{{0}, {1}}};", "")
        text = text.replace("both", "%load").replace(";}}", "")
        what = c.what + "x2"
        result.append(Case(text.replace("%s", what), t + " " + t, t + " " + t,
                           lambda a, b, fn=c.fn: (fn(a), fn(b)), what))
    return result
