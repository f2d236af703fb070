"""Elementary functions to 60 decimal digits, and ranges around them by the published error bounds."""
from decimal import Decimal, getcontext
from fractions import Fraction

import floats as fl

getcontext().prec = 90
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803")


def dec(v):
    return Decimal(v.numerator) / Decimal(v.denominator)


def frac(d):
    return Fraction(d)


def exp2(v):
    return frac(Decimal(2) ** dec(v))


def log2(v):
    return frac(dec(v).ln() / Decimal(2).ln())


def tanh(v):
    if abs(v) > 60:
        return Fraction(1 if v > 0 else -1)
    if abs(v) < Fraction(1, 10 ** 15):
        return v - v ** 3 / 3
    e = (2 * dec(v)).exp()
    return frac((e - 1) / (e + 1))


def sin(v, quarter=0):
    x = dec(v) + PI * quarter / 2
    x -= (x / (2 * PI)).to_integral_value() * 2 * PI
    term, total, n = x, x, 1
    while abs(term) > Decimal(10) ** -60:
        term *= -x * x / ((n + 1) * (n + 2))
        total += term
        n += 2
    return frac(total)


def cos(v):
    return sin(v, 1)


def around(v, f, relative=0, absolute=0, ulps=0, ftz=False):
    """lo..hi: every pattern within the tolerance of the exact value v."""
    ulp = Fraction(2) ** (max(fl.floor_log2(abs(v)), 1 - fl.bias(f)) - f[0]) if v else 0
    slack = abs(v) * relative + absolute + ulps * ulp
    lo, hi = fl.encode(v - slack, f, "rm"), fl.encode(v + slack, f, "rp", zero_negative=v < 0)
    if ftz and fl.is_subnormal(lo, f) or ftz and fl.is_subnormal(hi, f):
        lo, hi = fl.flush(lo, f), fl.flush(hi, f)
        if v > 0:
            hi = max(hi, 1 << f[0])
    digits = (1 + f[0] + f[1]) // 4
    return "0x%0*x..0x%0*x" % (digits, lo, digits, hi)
