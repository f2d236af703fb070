"""PTX ISA 9.7.3: f32 and f64 arithmetic, on exact rationals."""
from fractions import Fraction

import approx
import floats as fl
from alu_row import Case, write

MODES = ("rn", "rz", "rm", "rp")


def flushed(r, cut, f):
    """.ftz: zero where the exact value is below the smallest normal, even if it rounds up to that.

    `cut` is the result rounded to zero. Measured on an H200 with mul.
    """
    return r & fl.sign_bit(f) if fl.is_subnormal(cut, f) else fl.flush(r, f)


def at_the_edge(fn, mode):
    """.ftz of f32 near the smallest normal.

    Open where rounding to 24 bits without a smallest exponent gives that number: it is not measured
    whether the GPU looks at the value before rounding or after such a rounding.
    """
    def run(*x):
        r = modified(fn, fl.F32, True, mode=mode)(*x)
        wide = fn(*(scaled(v) for v in x), f=WIDE, mode=mode)
        after = wide & ~fl.sign_bit(WIDE) >= scaled(0x00800000)
        if fl.is_zero(r, fl.F32) and after:
            return "0x80800000..0x80000000" if fl.negative(wide, WIDE) else "0x00000000..0x00800000"
        return r
    return run


WIDE = (23, 11)          # f32 with more exponents


def scaled(bits):
    """The same number in WIDE."""
    return fl.encode(fl.value(bits, fl.F32), WIDE, zero_negative=fl.negative(bits, fl.F32))


def modified(fn, f, ftz=False, sat=False, **kw):
    def run(*x):
        if ftz:
            x = [fl.flush(v, f) for v in x]
        r = fn(*x, f=f, **kw)
        if isinstance(r, str):
            return r
        if ftz:
            r = flushed(r, fn(*x, f=f, **dict(kw, mode="rz")), f) if "mode" in kw else fl.flush(r, f)
        return fl.saturate(r, f) if sat else r
    return run


def arithmetic(op, fn, n, plain):
    """All rounding modes, and the modifiers of f32; `plain`: the opcode also stands without mode."""
    cases = []
    for mode in MODES + ((None,) if plain else ()):
        for flags in ("", ".ftz", ".sat", ".ftz.sat"):
            if op in ("div",) and "sat" in flags or mode in ("rm", "rp") and flags == ".ftz.sat":
                continue
            text = op + ("." + mode if mode else "") + flags + ".f32"
            cases.append(Case(text, "f32", " ".join(["f32"] * n),
                              modified(fn, fl.F32, "ftz" in flags, "sat" in flags, mode=mode or "rn")))
    doubles = [Case("%s%s.f64" % (op, "." + m if m else ""), "f64", " ".join(["f64"] * n),
                    modified(fn, fl.F64, mode=m or "rn")) for m in MODES + ((None,) if plain else ())]
    if op in ("mul", "fma"):
        cases += [Case("%s.%s.ftz.f32" % (op, m), "f32", "edge edge" + " zero" * (n - 2), at_the_edge(fn, m),
                       "%s.%s.ftz.f32 near the smallest normal" % (op, m)) for m in MODES]
    probe = op + (".f64" if plain else ".rn.f64")
    doubles.append(Case(probe, "f64", " ".join(["nan64"] * n),
                        modified(fn, fl.F64, mode="rn"), probe + " of NaNs"))
    write(op + ".f32", cases)
    write(op + ".f64", doubles)


def one_operand():
    cases, roots = [], []
    reciprocal = lambda a, f, mode: fl.div(fl.one_bits(f), a, f, mode)
    for mode in MODES:
        for ftz in ("", ".ftz"):
            cases.append(Case("rcp.%s%s.f32" % (mode, ftz), "f32", "f32", modified(reciprocal, fl.F32, bool(ftz), mode=mode)))
            roots.append(Case("sqrt.%s%s.f32" % (mode, ftz), "f32", "f32", modified(fl.sqrt, fl.F32, bool(ftz), mode=mode)))
        cases.append(Case("rcp.%s.f64" % mode, "f64", "f64", modified(reciprocal, fl.F64, mode=mode)))
        roots.append(Case("sqrt.%s.f64" % mode, "f64", "f64", modified(fl.sqrt, fl.F64, mode=mode)))
    write("rcp", cases)
    write("sqrt", roots)

    def unless_nan(fn):
        return lambda a, f: "nan" if fl.is_nan(a, f) else fn(a, f)
    absolute = unless_nan(lambda a, f: a & ~fl.sign_bit(f))
    negated = unless_nan(lambda a, f: a ^ fl.sign_bit(f))
    for name, fn in (("abs", absolute), ("neg", negated)):
        write(name + ".float", [Case(name + ".f32", "f32", "f32", modified(fn, fl.F32)),
                                Case(name + ".ftz.f32", "f32", "f32", modified(fn, fl.F32, True)),
                                Case(name + ".f64", "f64", "f64", modified(fn, fl.F64))])


def extrema():
    def pick(larger, pass_nan=False, xorsign=False):
        def fn(a, b, f):
            sign = (a ^ b) & fl.sign_bit(f)
            if xorsign:
                a, b = a & ~fl.sign_bit(f), b & ~fl.sign_bit(f)
            r = fl.extremum(larger, a, b, f, pass_nan)
            if f == fl.F64 and fl.is_nan(r, f):
                return "nan"
            return r | sign if xorsign and not fl.is_nan(r, f) else r
        return fn
    for name, larger in (("min", False), ("max", True)):
        cases = []
        for ftz in ("", ".ftz"):
            for nan in ("", ".NaN"):
                for x in ("", ".xorsign.abs"):
                    cases.append(Case(name + ftz + nan + x + ".f32", "f32", "f32 f32",
                                      modified(pick(larger, bool(nan), bool(x)), fl.F32, bool(ftz))))
        cases.append(Case(name + ".f64", "f64", "f64 f64", modified(pick(larger), fl.F64)))
        write(name + ".float", cases)


def tests_and_signs():
    def kind(what, f):
        return lambda a: int({"finite": not fl.is_nan(a, f) and not fl.is_inf(a, f), "infinite": fl.is_inf(a, f),
                              "number": not fl.is_nan(a, f), "notanumber": fl.is_nan(a, f),
                              "normal": fl.is_zero(a, f) or a & fl.inf_bits(f) not in (0, fl.inf_bits(f)),
                              "subnormal": fl.is_subnormal(a, f)}[what])
    write("testp", [Case("testp.%s.%s" % (w, t), "pred", t, kind(w, fl.FORMATS[t])) for t in ("f32", "f64")
                    for w in ("finite", "infinite", "number", "notanumber", "normal", "subnormal")])
    write("copysign", [Case("copysign." + t, t, t + " " + t, lambda a, b, f=fl.FORMATS[t]:
                            a & fl.sign_bit(f) | b & ~fl.sign_bit(f)) for t in ("f32", "f64")])


def special(table, finite):
    """Approximate functions: a table of special values, then `finite` on the rational value."""
    def fn(a, f, ftz=False):
        if fl.is_nan(a, f):
            return "nan"
        key = "inf" if fl.is_inf(a, f) else "zero" if fl.is_zero(a, f) else "finite"
        signed = ("-" if fl.negative(a, f) else "+") + key
        r = table.get(signed, table.get(("-" if fl.negative(a, f) else "+")) if key == "finite" else None)
        if r is not None:
            return r(f) if callable(r) else r
        return finite(fl.value(a, f), f, ftz)
    return fn


def inf(f):
    return fl.inf_bits(f)


def minus_inf(f):
    return fl.inf_bits(f) | fl.sign_bit(f)


def zero(f):
    return 0


def minus_zero(f):
    return fl.sign_bit(f)


def one(f):
    return fl.one_bits(f)


def minus_one(f):
    return fl.one_bits(f) | fl.sign_bit(f)


RCP = special({"+inf": zero, "-inf": minus_zero, "+zero": inf, "-zero": minus_inf},
              lambda v, f, ftz: approx.around(1 / v, f, ulps=1, ftz=ftz))
SQRT = special({"+inf": inf, "+zero": zero, "-zero": minus_zero, "-inf": "nan", "-": "nan"},
               lambda v, f, ftz: approx.around(fl.sqrt_rational(v), f, ulps=1, relative=Fraction(1, 2 ** 23)))
RSQRT = special({"+inf": zero, "+zero": inf, "-zero": minus_inf, "-inf": "nan", "-": "nan"},
                lambda v, f, ftz: approx.around(1 / fl.sqrt_rational(v), f, relative=Fraction(5, 2 ** 25)))
SIN = special({"+inf": "nan", "-inf": "nan", "+zero": zero, "-zero": minus_zero},
              lambda v, f, ftz: approx.around(approx.sin(v), f, absolute=Fraction(7072, 10 ** 4) / 2 ** 20))
COS = special({"+inf": "nan", "-inf": "nan", "+zero": one, "-zero": one},
              lambda v, f, ftz: approx.around(approx.cos(v), f, absolute=Fraction(7072, 10 ** 4) / 2 ** 20))


def lg2_finite(v, f, ftz):
    exact = approx.log2(v)
    near_one = Fraction(1, 2) < v < 2
    return approx.around(exact, f, absolute=Fraction(1, 2 ** 22) if near_one else 0,
                         relative=0 if near_one else Fraction(1, 2 ** 22))


def ex2_finite(v, f, ftz):
    if v >= 128:
        return inf(f)
    if v < -160:
        return 0
    return approx.around(approx.exp2(v), f, ulps=2, relative=Fraction(1, 2 ** 22), ftz=ftz)


LG2 = special({"+inf": inf, "+zero": minus_inf, "-zero": minus_inf, "-inf": "nan", "-": "nan"}, lg2_finite)
EX2 = special({"+inf": inf, "-inf": zero, "+zero": one, "-zero": one}, ex2_finite)
TANH = special({"+inf": one, "-inf": minus_one, "+zero": zero, "-zero": minus_zero},
               lambda v, f, ftz: approx.around(approx.tanh(v), f, relative=Fraction(1, 2 ** 11)))


def approximations():
    def case(text, fn, ftz, kind="f32"):
        return Case(text, "f32", kind, lambda a: fn(fl.flush(a, fl.F32) if ftz else a, fl.F32, ftz))
    for name, op, fn, kind in (("rcp.approx", "rcp", RCP, "f32"), ("sqrt.approx", "sqrt", SQRT, "f32"),
                               ("rsqrt.approx", "rsqrt", RSQRT, "f32"), ("sin", "sin", SIN, "angle"),
                               ("cos", "cos", COS, "angle"), ("lg2", "lg2", LG2, "f32"), ("ex2", "ex2", EX2, "f32")):
        cases = [case("%s.approx%s.f32" % (op, ".ftz" if ftz else ""), fn, ftz, kind) for ftz in (False, True)]
        if name == "rsqrt.approx":
            double = special({"+inf": zero, "+zero": inf, "-zero": minus_inf, "-inf": "nan", "-": "nan"},
                             lambda v, f, ftz: approx.around(1 / fl.sqrt_rational(v, 1200), f, relative=Fraction(1, 2 ** 19)))
            cases.append(Case("rsqrt.approx.f64", "f64", "f64", lambda a: double(a, fl.F64)))
        write(name, cases)
    write("tanh", [case("tanh.approx.f32", TANH, False)])


def rough(finite, table):
    fn = special(table, lambda v, f, ftz: approx.around(finite(v), f, relative=Fraction(1, 2 ** 19), ftz=True))

    def run(a):
        cut = fl.flush(a, fl.F64) & ~0xFFFFFFFF
        if fl.is_nan(a, fl.F64):       # the low word is not read: such a NaN may look infinite
            return "nan" if fl.is_nan(cut, fl.F64) else "*"
        return fn(cut, fl.F64)
    return run


def doubles():
    write("rcp.approx.f64", [Case("rcp.approx.ftz.f64", "f64", "f64", rough(
        lambda v: 1 / v, {"+inf": zero, "-inf": minus_zero, "+zero": inf, "-zero": minus_inf}))])
    write("rsqrt.approx.f64", [Case("rsqrt.approx.ftz.f64", "f64", "f64", rough(
        lambda v: 1 / fl.sqrt_rational(v, 1200),
        {"+inf": zero, "+zero": inf, "-zero": minus_inf, "-inf": "nan", "-": "nan"}))])


def quotients():
    def fn(full):
        def run(a, b, f, ftz=False):
            if fl.is_nan(a, f) or fl.is_nan(b, f):
                return "nan"
            size = b & ~fl.sign_bit(f)
            sign = (a ^ b) & fl.sign_bit(f)
            if fl.is_inf(b, f):
                return "nan" if fl.is_inf(a, f) else sign
            if size == 0:
                return "nan" if fl.is_zero(a, f) else fl.inf_bits(f) | sign
            if size < 0x00800000 or (size > 0x7E800000 and not full):
                return "*"             # outside the range that the manual gives a bound for
            if fl.is_inf(a, f):
                return fl.inf_bits(f) | sign
            if fl.is_zero(a, f):
                return sign
            exact = fl.value(a, f) / fl.value(b, f)
            if abs(exact) < Fraction(1, 2 ** 125) or fl.is_subnormal(a, f):
                return "*"
            return approx.around(exact, f, ulps=2)
        return run
    write("div.approx", [Case("div.%s%s.f32" % (k, z), "f32", "f32 f32",
                              lambda a, b, full=k == "full", z=z: fn(full)(
                                  *((fl.flush(x, fl.F32) if z else x) for x in (a, b)), fl.F32))
                         for k in ("approx", "full") for z in ("", ".ftz")])


def write_all():
    arithmetic("add", fl.add, 2, True)
    arithmetic("sub", fl.sub, 2, True)
    arithmetic("mul", fl.mul, 2, True)
    arithmetic("fma", fl.fma, 3, False)
    arithmetic("mad", fl.fma, 3, False)
    arithmetic("div", fl.div, 2, False)
    one_operand()
    extrema()
    tests_and_signs()
    approximations()
    doubles()
    quotients()
