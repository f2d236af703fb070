"""The sums of matrix instructions, element by element, on Python's integers and rationals.

What the manual leaves open is defined as measured (tensor_sum) or as ptxas 13.0's machine code for sm_90
computes it: sim/DEVIATIONS.md.
"""
from fractions import Fraction

import floats as fl
from matrix_layouts import BITS

E4M3, E5M2 = (3, 4), (2, 5)
FORMATS = {"f16": fl.F16, "bf16": fl.BF16, "tf32": fl.TF32, "f32": fl.F32, "f64": fl.F64}


def exact_sum(x, y, c, f):
    """The sum of products of finite x and y (patterns of f) and the rational c, each term cut to 25 bits behind
    the place of the leading bit that the greatest exponent stands for; c as (value, exponent)."""
    exponent = lambda v: max(v >> f[0] & (1 << f[1]) - 1, 1) - fl.bias(f)
    terms = [c] + [(fl.value(v, f) * fl.value(w, f), exponent(v) + exponent(w)) for v, w in zip(x, y)]
    terms = [term for term in terms if term[0] != 0]
    if not terms:
        return Fraction(0)
    unit = Fraction(2) ** (max(e for _, e in terms) - 25)
    return sum(int(v / unit) for v, _ in terms) * unit


def of_f32(bits):
    return fl.value(bits, fl.F32), max(bits >> 23 & 255, 1) - 127


def of_f16(bits):
    """A half as an addend: with the exponent that the same number has as a float."""
    v = fl.value(bits, fl.F16)
    return v, (fl.floor_log2(abs(v)) if v else -126)


def cut_f32(total):
    bits = fl.encode(total, fl.F32, "rz")
    return bits if bits != fl.sign_bit(fl.F32) else 0


def small_value(bits, t):
    """An 8-bit float as the half of the same value; finite."""
    if t == "e5m2":
        return bits << 8
    f, sign = E4M3, bits >> 7
    m, e = bits & 7, bits >> 3 & 15
    v = Fraction(m + (8 if e else 0)) * Fraction(2) ** ((e or 1) - 7 - f[0])
    return fl.encode(-v if sign else v, fl.F16, zero_negative=bool(sign))


def half_sum(x, y, c, f=fl.F16):
    """One step whose sum and addend are halves: rounded to nearest."""
    return fl.encode(exact_sum(x, y, of_f16(c), f), fl.F16)


def float_sum(x, y, c, f):
    return cut_f32(exact_sum(x, y, of_f32(c), f))


def fp8_sum(x, y, c, types, sums):
    """ptxas widens to halves and makes two steps from zero, of the depth's even pairs and of its odd ones; c is
    added at last, rounded to nearest."""
    x, y = ([small_value(v, t) for v in row] for row, t in zip((x, y), types))
    step = float_sum if sums == "f32" else half_sum
    so_far = 0
    for odd in (0, 1):
        picks = [k for k in range(len(x)) if k // 2 % 2 == odd]
        so_far = step([x[k] for k in picks], [y[k] for k in picks], so_far, fl.F16)
    return fl.add(so_far, c, FORMATS[sums])


def quad_sum(x, y, c, c_type, d_type):
    """mma.m8n8k4 of halves: ptxas makes multiply-adds of floats of it."""
    wide = lambda v: fl.encode(fl.value(v, fl.F16), fl.F32, zero_negative=fl.negative(v, fl.F16))
    x, y = [wide(v) for v in x], [wide(v) for v in y]
    c = wide(c) if c_type == "f16" else c
    if d_type == "f16":
        pairs = [fl.fma(x[k + 1], y[k + 1], fl.mul(x[k], y[k], fl.F32), fl.F32) for k in (0, 2)]
        total = fl.add(fl.add(c, pairs[0], fl.F32), pairs[1], fl.F32)
        return fl.encode(fl.value(total, fl.F32), fl.F16, zero_negative=fl.negative(total, fl.F32))
    total = 0
    for v, w in zip(x, y):
        total = fl.fma(v, w, total, fl.F32)
    return fl.add(total, c, fl.F32)


def double_sum(x, y, c):
    for v, w in zip(x, y):
        c = fl.fma(v, w, c, fl.F64)
    return c


def whole(v, t):
    return v - (1 << BITS[t]) if t[0] == "s" and v >> BITS[t] - 1 else v


def integer_sum(x, y, c, types, saturate):
    total = whole(c, "s32") + sum(whole(v, types[0]) * whole(w, types[1]) for v, w in zip(x, y))
    if saturate:
        total = max(-1 << 31, min((1 << 31) - 1, total))
    return total & 0xFFFFFFFF


def bit_sum(x, y, c, op):
    return c + sum((v & w) if op == "and" else v ^ w for v, w in zip(x, y)) & 0xFFFFFFFF
