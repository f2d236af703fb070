"""PTX ISA 9.7.6 and 9.7.7: comparison and selection."""
import floats as fl
from alu_row import Case, write
from rows_integer import WIDTH, val

UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
FLOAT_OPS = ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")
COMBINE = {"and": lambda x, c: x and c, "or": lambda x, c: x or c, "xor": lambda x, c: x != c}


def integer(op, t):
    def fn(a, b):
        a, b = val(a, t), val(b, t)
        name = UNSIGNED.get(op, op)
        return {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[name]
    return fn


def floating(op, f, ftz=False):
    if ftz:
        return lambda a, b: fl.compare(op, fl.flush(a, f), fl.flush(b, f), f)
    return lambda a, b: fl.compare(op, a, b, f)


def comparisons():
    """(operator, flags, type, function) of every integer and every float comparison."""
    ints = [(op, "", t, integer(op, t)) for t in ("u32", "s32") for op in ("eq", "ne", "lt", "le", "gt", "ge")]
    ints += [(op, "", "u32", integer(op, "u32")) for op in UNSIGNED]
    ints += [(op, "", t, integer(op, t)) for t in ("u16", "s16", "u64", "s64") for op in ("lt", "ge")]
    ints += [(op, "", t, integer(op, t)) for t in ("b16", "b32", "b64") for op in ("eq", "ne")]
    floats = [(op, "", t, floating(op, fl.FORMATS[t])) for t in ("f32", "f64") for op in FLOAT_OPS]
    floats += [(op, ".ftz", "f32", floating(op, fl.F32, True)) for op in ("eq", "lt", "geu")]
    return (("int", ints), ("float", floats))


def setp(op, flags, t, fn):
    cases = [Case("setp.%s%s.%s {d}|{e}, {0}, {1}" % (op, flags, t), "pred pred", "%s %s" % (t, t),
                  lambda a, b: (int(fn(a, b)), int(not fn(a, b))))]
    return cases


def setp_plain(op, flags, t, fn):
    return Case("setp.%s%s.%s" % (op, flags, t), "pred", "%s %s" % (t, t), lambda a, b: int(fn(a, b)))


def setp_combined(op, flags, t, fn):
    cases = []
    for name, combine in COMBINE.items():
        for sign in ("", "!"):
            def run(a, b, c, combine=combine, sign=sign):
                other = bool(c) != bool(sign)
                return int(combine(fn(a, b), other)), int(combine(not fn(a, b), other))
            cases.append(Case("setp.%s.%s%s.%s {d}|{e}, {0}, {1}, %s{2}" % (op, name, flags, t, sign), "pred pred",
                              "%s %s pred" % (t, t), run, "setp.%s.%s%s.%s %sc" % (op, name, flags, t, sign)))
            cases.append(Case("setp.%s.%s%s.%s {d}, {0}, {1}, %s{2}" % (op, name, flags, t, sign), "pred",
                              "%s %s pred" % (t, t), lambda *x, run=run: run(*x)[0],
                              "setp.%s.%s%s.%s %sc" % (op, name, flags, t, sign)))
    return cases


TRUE = {"u32": 0xFFFFFFFF, "s32": 0xFFFFFFFF, "u16": 0xFFFF, "s16": 0xFFFF, "f32": 0x3F800000, "f16": 0x3C00,
        "bf16": 0x3F80, "f16x2": 0x3C00, "bf16x2": 0x3F80}


def set_cases(op, flags, t, fn, dtypes=("u32", "s32", "f32")):
    return [Case("set.%s%s.%s.%s" % (op, flags, d, t), d, "%s %s" % (t, t),
                 lambda a, b, d=d: TRUE[d] if fn(a, b) else 0) for d in dtypes]


def set_combined(op, flags, t, fn, d):
    return [Case("set.%s.%s%s.%s.%s {d}, {0}, {1}, %s{2}" % (op, name, flags, d, t, sign), d, "%s %s pred" % (t, t),
                 lambda a, b, c, combine=combine, sign=sign: TRUE[d] if combine(fn(a, b), bool(c) != bool(sign)) else 0,
                 "set.%s.%s%s.%s.%s %sc" % (op, name, flags, d, t, sign))
            for name, combine in COMBINE.items() for sign in ("", "!")]


def selections():
    types = ("b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64")
    write("selp", [Case("selp." + t, t, t + " " + t + " pred", lambda a, b, c: a if c else b) for t in types])
    write("slct.int", [Case("slct.%s.s32" % t, t, "%s %s s32" % (t, t), lambda a, b, c: b if c >> 31 else a)
                       for t in types])

    def by_float(ftz):
        def fn(a, b, c):
            if fl.is_nan(c, fl.F32):
                return b
            c = fl.flush(c, fl.F32) if ftz else c
            return b if fl.negative(c, fl.F32) and not fl.is_zero(c, fl.F32) else a
        return fn
    write("slct.float", [Case("slct%s.%s.f32" % (z, t), t, "%s %s f32" % (t, t), by_float(bool(z)))
                         for t in types for z in ("", ".ftz")])


def halves():
    sets, setps, pairs = [], [], []
    for t, f in (("f16", fl.F16), ("bf16", fl.BF16)):
        for op in FLOAT_OPS:
            fn = floating(op, f)
            setps.append(setp_plain(op, "", t, fn))
            sets += set_cases(op, "", t, fn, (t,) if op not in ("lt", "neu") else (t, "u16", "s16", "u32", "s32"))
        fn = floating("lt", f)
        setps += [c for c in setp_combined("lt", "", t, fn) if c.dst == ["pred"]]
        sets += set_combined("lt", "", t, fn, t) + set_combined("lt", "", t, fn, "u16") + set_combined("lt", "", t, fn, "s32")
        if t == "f16":
            flushed = floating("gt", f, True)
            setps.append(setp_plain("gt", ".ftz", t, flushed))
            sets += set_cases("gt", ".ftz", t, flushed, (t,))
        for op in ("eq", "ltu", "nan", "ge"):
            fn = floating(op, f)
            x2 = t + "x2"
            both = lambda a, b, fn=fn: (fn(a & 0xFFFF, b & 0xFFFF), fn(a >> 16, b >> 16))
            pairs.append(Case("setp.%s.%s {d}|{e}, {0}, {1}" % (op, x2), "pred pred", "%s %s" % (x2, x2),
                              lambda a, b, both=both: tuple(int(v) for v in both(a, b))))
            for name, combine in COMBINE.items():
                pairs.append(Case("setp.%s.%s.%s {d}|{e}, {0}, {1}, !{2}" % (op, name, x2), "pred pred",
                                  "%s %s pred" % (x2, x2), lambda a, b, c, both=both, combine=combine: tuple(
                                      int(combine(v, not c)) for v in both(a, b))))
                sets.append(Case("set.%s.%s.%s.%s {d}, {0}, {1}, !{2}" % (op, name, x2, x2), x2, "%s %s pred" % (x2, x2),
                                 lambda a, b, c, both=both, combine=combine, true=TRUE[x2]:
                                 sum(true << 16 * i for i, v in enumerate(both(a, b)) if combine(v, not c))))
            for d, true in ((x2, TRUE[x2]), ("u32", 0xFFFF), ("s32", 0xFFFF)):
                sets.append(Case("set.%s.%s.%s" % (op, d, x2), d, "%s %s" % (x2, x2), lambda a, b, both=both, true=true:
                                 sum(true << 16 * i for i, v in enumerate(both(a, b)) if v)))
    write("set.half", sets)
    write("setp.half", setps)
    write("setp.half2", pairs)


def write_all():
    for family, every in comparisons():
        plain = [setp_plain(*c) for c in every]
        sets = [case for c in every for case in set_cases(*c, dtypes=("u32",))]
        both = [case for c in every[::5] for case in setp(*c)]
        combined = [case for c in every[2::9] for case in setp_combined(*c)]
        more = [case for c in every[3::8] for case in set_cases(*c, dtypes=("s32", "f32")) + set_combined(*c, d="u32")]
        write("setp." + family, plain + both + combined)
        write("set." + family, sets + more)
    selections()
    halves()
