"""PTX ISA 9.7.9.21 and 9.7.9.22: cvt and cvt.pack."""
import floats as fl
from alu_row import Case, write
from rows_integer import WIDTH, clamp, cut, is_signed, val

INTS = ("u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64")
FLOATS = ("f16", "bf16", "f32", "f64")
INT_MODES = {"rni": "rn", "rzi": "rz", "rmi": "rm", "rpi": "rp"}


def column(t):
    """The register of an 8-bit result has 16 bits."""
    return {"u8": "u16", "s8": "s16"}.get(t, t)


def in_register(pattern, t):
    return cut(val(pattern, t), "u16") if t in ("u8", "s8") else pattern


def contains(d, a):
    """Whether every value of type a is one of type d."""
    spare = WIDTH[d] - WIDTH[a] - (is_signed(d) and not is_signed(a))
    return spare >= 0 and (is_signed(d) or not is_signed(a))


def no_bytes(t, integer):
    """bf16 has no conversions from and to 8-bit integers."""
    return t == "bf16" and WIDTH[integer] == 8


def integers():
    cases = []
    for d in INTS:
        for a in INTS:
            cases.append(Case("cvt.%s.%s" % (d, a), column(d), a, lambda x, d=d, a=a: in_register(cut(val(x, a), d), d)))
            if not contains(d, a):      # ptxas refuses .sat where nothing can be clamped
                cases.append(Case("cvt.sat.%s.%s" % (d, a), column(d), a,
                                  lambda x, d=d, a=a: in_register(clamp(val(x, a), d), d)))
    write("cvt.int.int", cases)


def to_integer(d, a, mode, ftz=False):
    f = fl.FORMATS[a]

    def fn(x):
        if ftz:
            x = fl.flush(x, f)
        if fl.is_nan(x, f):            # 9.7.9.21, Floating Point Notes
            n = 0 if a != "f64" and WIDTH[d] < 64 else 1 << WIDTH[d] - 1
            return in_register(n, d)
        if fl.is_inf(x, f):
            return in_register(clamp(-(1 << 80) if fl.negative(x, f) else 1 << 80, d), d)
        v = fl.value(x, f)
        n = fl.round_int(abs(v), INT_MODES[mode], v < 0)
        return in_register(clamp(-n if v < 0 else n, d), d)
    return fn


def floats_to_integers():
    cases = [Case("cvt.rzi.%s.%s" % (d, a), column(d), a, to_integer(d, a, "rzi"))
             for d in INTS for a in FLOATS if not no_bytes(a, d)]
    for d, a in (("s32", "f32"), ("u32", "f32"), ("s64", "f32"), ("s32", "f64"), ("u64", "f64"), ("s16", "f16"), ("u8", "f32")):
        cases += [Case("cvt.%s.%s.%s" % (m, d, a), column(d), a, to_integer(d, a, m)) for m in ("rni", "rmi", "rpi")]
    cases += [Case("cvt.rpi.ftz.%s.f32" % d, column(d), "f32", to_integer(d, "f32", "rpi", True)) for d in ("s32", "u64", "s16")]
    cases += [Case("cvt.rni.sat.%s.%s" % (d, a), column(d), a, to_integer(d, a, "rni"))
              for d, a in (("u8", "f32"), ("s16", "f64"), ("u32", "f32"))]
    write("cvt.int.float", cases)


def from_integer(d, a, mode, sat=False):
    f = fl.FORMATS[d]

    def fn(x):
        from fractions import Fraction
        r = fl.encode(Fraction(val(x, a)), f, mode)
        return fl.saturate(r, f) if sat else r
    return fn


def integers_to_floats():
    cases = [Case("cvt.rn.%s.%s" % (d, a), d, a, from_integer(d, a, "rn"))
             for d in FLOATS for a in INTS if not no_bytes(d, a)]
    for d, a in (("f32", "s32"), ("f32", "u64"), ("f64", "s64"), ("f16", "u32"), ("bf16", "s16")):
        cases += [Case("cvt.%s.%s.%s" % (m, d, a), d, a, from_integer(d, a, m)) for m in ("rz", "rm", "rp")]
    cases += [Case("cvt.rn.sat.%s.%s" % (d, a), d, a, from_integer(d, a, "rn", True))
              for d, a in (("f32", "s32"), ("f64", "u16"), ("f16", "s8"))]
    write("cvt.float.int", cases)


def nan_between(d, a, x, ftz):
    """A NaN of type a as one of type d, measured on an H200 (sim/DEVIATIONS.md)."""
    df, af = fl.FORMATS[d], fl.FORMATS[a]
    if a != "f64" and d in ("f16", "bf16"):
        return 0x7FFF
    if d == "f32" and a != "f64":
        return x << 16 if a == "bf16" else 0x7FFFFFFF
    if ftz and a == "f32":
        x = 0x7FFFFFFF
    payload = (x & ((1 << af[0]) - 1)) | 1 << (af[0] - 1)
    payload = payload << (df[0] - af[0]) if df[0] > af[0] else payload >> (af[0] - df[0])
    return payload | fl.inf_bits(df) | (fl.sign_bit(df) if fl.negative(x, af) else 0)


def between(d, a, mode="rn", integral=None, ftz=False, sat=False, relu=False, finite=False):
    df, af = fl.FORMATS[d], fl.FORMATS[a]

    def fn(x):
        if ftz and a == "f32":
            x = fl.flush(x, af)
        if fl.is_nan(x, af):
            return 0 if sat else nan_between(d, a, x, ftz)
        negative = fl.negative(x, af)
        if fl.is_inf(x, af):
            r = fl.inf_bits(df) | (fl.sign_bit(df) if negative else 0)
        else:
            v = fl.value(x, af)
            if integral:
                n = fl.round_int(abs(v), INT_MODES[integral], v < 0)
                v = v * 0 + (-n if v < 0 else n)
            r = fl.encode(v, df, mode, negative)
        if ftz and d == "f32":
            r = fl.flush(r, df)
        r = fl.saturate(r, df) if sat else r
        if finite and r & ~fl.sign_bit(df) == fl.inf_bits(df):
            r -= 1  # the largest number of the sign
        return fl.relu(r, df) if relu else r
    return fn


def floats():
    cases = []

    def case(text, d, a, **kw):
        cases.append(Case("cvt.%s.%s.%s" % (text, d, a) if text else "cvt.%s.%s" % (d, a), d, a, between(d, a, **kw)))
    for d, a in (("f32", "f64"), ("f16", "f32"), ("f16", "f64")):
        for m in ("rn", "rz", "rm", "rp"):
            case(m, d, a, mode=m)
    for d, a in (("bf16", "f32"), ("bf16", "f64"), ("bf16", "f16"), ("f16", "bf16")):
        for m in ("rn", "rz"):
            case(m, d, a, mode=m)
    for d, a in (("f64", "f32"), ("f32", "f16"), ("f64", "f16"), ("f32", "bf16"), ("f64", "bf16")):
        case("", d, a)
    for m in INT_MODES:
        for t in ("f32", "f64", "f16"):
            case(m, t, t, integral=m)
    case("rni.ftz", "f32", "f32", integral="rni", ftz=True)
    case("rzi.sat", "f32", "f32", integral="rzi", sat=True)
    case("ftz", "f32", "f32", ftz=True)
    case("sat", "f32", "f32", sat=True)
    case("ftz.sat", "f32", "f32", ftz=True, sat=True)
    case("ftz", "f64", "f32", ftz=True)
    case("rn.ftz", "f32", "f64", ftz=True)
    case("rn.sat", "f32", "f64", sat=True)
    case("rn.ftz", "f16", "f32", ftz=True)
    case("rn.sat", "f16", "f32", sat=True)
    case("sat", "f32", "f16", sat=True)
    for d in ("f16", "bf16"):
        for m in ("rn", "rz"):
            case(m + ".relu", d, "f32", mode=m, relu=True)
            case(m + ".satfinite", d, "f32", mode=m, finite=True)
            case(m + ".relu.satfinite", d, "f32", mode=m, relu=True, finite=True)
    for d in ("f32", "f16", "bf16"):       # the upper bits of a payload are not measured
        narrow = between(d, "f64")
        cases.append(Case("cvt.rn.%s.f64" % d, d, "nan64", lambda x, fn=narrow: "nan" if x >> 24 & 0x7FFFFFF else fn(x),
                          "cvt.rn.%s.f64 of NaNs" % d))
    write("cvt.float.float", cases)


def packed():
    cases = []
    for d in ("f16", "bf16"):
        for m in ("rn", "rz"):
            for relu in (False, True):
                for finite in (False, True):
                    one = between(d, "f32", mode=m, relu=relu, finite=finite)
                    flags = (".relu" if relu else "") + (".satfinite" if finite else "")
                    cases.append(Case("cvt.%s%s.%sx2.f32" % (m, flags, d), d + "x2", "f32 f32",
                                      lambda a, b, one=one: one(a) << 16 | one(b)))
    write("cvt.half2", cases)

    def tf32(mode, relu=False, finite=False):
        def fn(x):
            if fl.is_nan(x, fl.F32):
                return "*"
            if fl.is_inf(x, fl.F32):
                r = x
            else:
                r = fl.encode(fl.value(x, fl.F32), fl.TF32, mode, fl.negative(x, fl.F32)) << 13
            if finite and fl.is_inf(r, fl.F32):
                r -= 1 << 13
            return 0 if relu and x >> 31 else r
        return fn
    # The low 13 bits of a tf32 are not defined.
    cut13 = " {d}, {0}; and.b32 {d}, {d}, 0xffffe000"
    write("cvt.tf32", [Case("cvt.%s.tf32.f32%s" % (m + (".relu" if r else ""), cut13), "b32", "f32", tf32(m, r),
                            "cvt.%s.tf32.f32" % (m + (".relu" if r else "")))
                       for m, r in (("rna", False), ("rn", False), ("rz", False), ("rn", True), ("rz", True))] +
          [Case("cvt.rna.satfinite.tf32.f32" + cut13, "b32", "f32", tf32("rna", finite=True), "cvt.rna.satfinite.tf32.f32")])
    def narrow(x, t, n):
        low, high = (0, (1 << n) - 1) if t == "u" else (-1 << n - 1, (1 << n - 1) - 1)
        return max(low, min(high, val(x, "s32"))) & (1 << n) - 1

    two = lambda t: lambda a, b: clamp(val(a, "s32"), t) << WIDTH[t] | clamp(val(b, "s32"), t)
    write("cvt.pack", [Case("cvt.pack.sat.%s.s32" % t, "b32", "s32 s32", two(t)) for t in ("u16", "s16")] +
          [Case("cvt.pack.sat.%s.s32.b32" % t, "b32", "s32 s32 b32",
                lambda a, b, c, t=t: (c << 16 | two(t)(a, b)) & 0xFFFFFFFF) for t in ("u8", "s8")] +
          [Case("cvt.pack.sat.%s%d.s32.b32" % (t, n), "b32", "s32 s32 b32",
                lambda a, b, c, t=t, n=n: (c << 2 * n | narrow(a, t, n) << n | narrow(b, t, n)) & 0xFFFFFFFF)
           for t in ("u", "s") for n in (4, 2)])


def write_all():
    integers()
    floats_to_integers()
    integers_to_floats()
    floats()
    packed()
