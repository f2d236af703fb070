"""IEEE 754 arithmetic on bit patterns with exact rationals: the independent definition.

Nothing here uses the host's floating point. A format is (fraction bits, exponent bits).
"""
from fractions import Fraction
from math import isqrt

F16, BF16, F32, F64, TF32 = (10, 5), (7, 8), (23, 8), (52, 11), (10, 8)
FORMATS = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}


def bias(f):
    return (1 << (f[1] - 1)) - 1


def sign_bit(f):
    return 1 << (f[0] + f[1])


def inf_bits(f):
    return ((1 << f[1]) - 1) << f[0]


def one_bits(f):
    return bias(f) << f[0]


def is_nan(b, f):
    return (b & (sign_bit(f) - 1)) > inf_bits(f)


def is_inf(b, f):
    return (b & (sign_bit(f) - 1)) == inf_bits(f)


def is_zero(b, f):
    return (b & (sign_bit(f) - 1)) == 0


def is_subnormal(b, f):
    return not is_zero(b, f) and (b & inf_bits(f)) == 0


def negative(b, f):
    return (b & sign_bit(f)) != 0


def flush(b, f):
    return b & sign_bit(f) if is_subnormal(b, f) else b


def value(b, f):
    """The rational value of a finite pattern."""
    m = b & ((1 << f[0]) - 1)
    e = (b & inf_bits(f)) >> f[0]
    if e:
        m |= 1 << f[0]
    v = Fraction(m) * Fraction(2) ** ((e or 1) - bias(f) - f[0])
    return -v if negative(b, f) else v


def round_int(v, mode, neg=False):
    """A non-negative rational to an integer; `neg` is the sign of the whole number."""
    q, rest = divmod(v.numerator, v.denominator)
    rest = Fraction(rest, v.denominator)
    if mode == "rz" or rest == 0:
        return q
    if mode == "rm":
        return q + 1 if neg else q
    if mode == "rp":
        return q if neg else q + 1
    if mode == "rna":
        return q + 1 if rest >= Fraction(1, 2) else q
    if rest == Fraction(1, 2):
        return q + (q & 1)
    return q + 1 if rest > Fraction(1, 2) else q


def floor_log2(v):
    e = v.numerator.bit_length() - v.denominator.bit_length()
    return e if Fraction(2) ** e <= v else e - 1


def encode(v, f, mode="rn", zero_negative=False):
    """A rational to the nearest pattern in the direction of `mode`."""
    if v == 0:
        return sign_bit(f) if zero_negative else 0
    neg, v = v < 0, abs(v)
    smallest = 1 - bias(f)
    e = max(floor_log2(v), smallest)
    q = round_int(v / Fraction(2) ** (e - f[0]), mode, neg)
    bits = ((e - smallest) << f[0]) + q
    if bits >= inf_bits(f):
        to_max = mode == "rz" or (mode == "rm" and not neg) or (mode == "rp" and neg)
        bits = inf_bits(f) - 1 if to_max else inf_bits(f)
    return bits | (sign_bit(f) if neg else 0)


def nan_of(f, *operands):
    """f64 keeps a NaN's payload and quiets it, the first operand's last; the others are canonical.

    Measured on an H200 (sim/DEVIATIONS.md).
    """
    if f == F64:
        for o in operands[1:] + operands[:1]:
            if is_nan(o, f):
                return o | (1 << 51)
        return 0xFFF8000000000000
    return 0x7FFFFFFF if f == F32 else 0x7FFF


def zero_sign(x_negative, y_negative, mode):
    return x_negative if x_negative == y_negative else mode == "rm"


def add(a, b, f, mode="rn"):
    if is_nan(a, f) or is_nan(b, f):
        return nan_of(f, a, b)
    if is_inf(a, f) and is_inf(b, f):
        return a if a == b else nan_of(f)
    if is_inf(a, f) or is_inf(b, f):
        return a if is_inf(a, f) else b
    return encode(value(a, f) + value(b, f), f, mode,
                  zero_sign(negative(a, f), negative(b, f), mode))


def sub(a, b, f, mode="rn"):
    return nan_of(f, a, b) if is_nan(b, f) else add(a, b ^ sign_bit(f), f, mode)


def mul(a, b, f, mode="rn"):
    neg = negative(a, f) != negative(b, f)
    if is_nan(a, f) or is_nan(b, f):
        return nan_of(f, a, b)
    if is_inf(a, f) or is_inf(b, f):
        return nan_of(f) if is_zero(a, f) or is_zero(b, f) else inf_bits(f) | (sign_bit(f) if neg else 0)
    return encode(value(a, f) * value(b, f), f, mode, neg)


def fma(a, b, c, f, mode="rn"):
    neg = negative(a, f) != negative(b, f)
    if is_nan(a, f) or is_nan(b, f) or is_nan(c, f):
        return nan_of(f, a, b, c)
    if is_inf(a, f) or is_inf(b, f):
        if is_zero(a, f) or is_zero(b, f):
            return nan_of(f)
        product = inf_bits(f) | (sign_bit(f) if neg else 0)
        return nan_of(f) if is_inf(c, f) and c != product else product
    if is_inf(c, f):
        return c
    exact = value(a, f) * value(b, f)
    return encode(exact + value(c, f), f, mode, zero_sign(neg, negative(c, f), mode))


def div(a, b, f, mode="rn"):
    neg = negative(a, f) != negative(b, f)
    sign = sign_bit(f) if neg else 0
    if is_nan(a, f) or is_nan(b, f):
        return nan_of(f, b, a)  # of two, the dividend: measured
    if (is_inf(a, f) and is_inf(b, f)) or (is_zero(a, f) and is_zero(b, f)):
        return nan_of(f)
    if is_inf(a, f) or is_zero(b, f):
        return inf_bits(f) | sign
    if is_inf(b, f):
        return sign
    return encode(value(a, f) / value(b, f), f, mode, neg)


def sqrt_rational(v, bits=200):
    """The root of a rational, exact or strictly between two neighbours 2^-bits apart."""
    scaled = v.numerator * v.denominator << (2 * bits)
    root = isqrt(scaled)
    exact = root * root == scaled
    return Fraction(2 * root + (0 if exact else 1), (v.denominator << bits) * 2)


def sqrt(a, f, mode="rn"):
    if is_nan(a, f):
        return nan_of(f, a)
    if is_zero(a, f):
        return a
    if negative(a, f):
        return nan_of(f)
    if is_inf(a, f):
        return a
    return encode(sqrt_rational(value(a, f), 1200 if f == F64 else 300), f, mode)


def saturate(b, f):
    if is_nan(b, f) or negative(b, f):
        return 0
    return min(b, one_bits(f))


def relu(b, f):
    return nan_of(f) if is_nan(b, f) else 0 if negative(b, f) else b


def order(b, f):
    """Patterns of numbers as integers in numeric order, -0 below +0."""
    return -(b & (sign_bit(f) - 1)) - 1 if negative(b, f) else b


def from_order(o, f):
    return sign_bit(f) | (-o - 1) if o < 0 else o


def extremum(larger, a, b, f, pass_nan=False):
    if is_nan(a, f) and is_nan(b, f):
        return nan_of(f, a, b)
    if is_nan(a, f) or is_nan(b, f):
        return nan_of(f) if pass_nan else b if is_nan(a, f) else a
    return (max if larger else min)(a, b, key=lambda x: order(x, f))


def compare(op, a, b, f):
    """PTX ISA 9.7.6.2: the comparison operators of floats."""
    unordered = is_nan(a, f) or is_nan(b, f)
    if op in ("num", "nan"):
        return unordered == (op == "nan")
    if unordered:
        return op.endswith("u")
    if op.endswith("u") or op == "equ":
        op = op[:-1]

    def rank(x):
        return 0 if is_zero(x, f) else order(x, f) + (1 if negative(x, f) else 0)
    x, y = rank(a), rank(b)
    return {"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}[op]
