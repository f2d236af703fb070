"""PTX ISA 9.7.9.21: conversions to and from floats of 8 bits (formats of the OCP)."""
from fractions import Fraction

import floats as fl
from alu_row import Case, write

# fraction bits, exponent bits, largest finite pattern, pattern of NaN
FORMATS = {"e4m3": (3, 4, 0x7E, 0x7F), "e5m2": (2, 5, 0x7B, 0x7F)}


def narrow(bits, f, name, relu):
    """A pattern of f, to nearest even and to the largest finite number."""
    fraction, exponent, largest, nan = FORMATS[name]
    sign = 1 << fraction + exponent
    if fl.is_nan(bits, f):
        return nan
    negative = fl.negative(bits, f)
    if relu and negative:
        return 0
    result = largest
    if not fl.is_inf(bits, f):
        v, smallest = abs(fl.value(bits, f)), 2 - (1 << exponent - 1)
        e = max(fl.floor_log2(v), smallest) if v else smallest
        result = min(largest, (e - smallest << fraction) + fl.round_int(v / Fraction(2) ** (e - fraction), "rn"))
    return result | (sign if negative else 0)


def widen(bits, name, relu):
    """To the half of the same value."""
    fraction, exponent, largest, _ = FORMATS[name]
    negative, size = bits >> fraction + exponent & 1, bits & (1 << fraction + exponent) - 1
    if name == "e5m2" and size == 0x7C:
        return 0 if relu and negative else 0xFC00 if negative else 0x7C00
    if size > largest:
        return 0x7FFF
    if relu and negative:
        return 0
    m, e = size & (1 << fraction) - 1, size >> fraction
    v = Fraction(m + ((1 << fraction) if e else 0)) * Fraction(2) ** ((e or 1) - ((1 << exponent - 1) - 1) - fraction)
    return fl.encode(-v if negative else v, fl.F16, zero_negative=bool(negative))


def cases_of(name):
    for relu in ("", ".relu"):
        yield Case("cvt.rn.satfinite%s.%sx2.f32" % (relu, name), "b16", "f32 f32",
                   lambda a, b, r=relu: narrow(a, fl.F32, name, r) << 8 | narrow(b, fl.F32, name, r))
        yield Case("cvt.rn.satfinite%s.%sx2.f16x2" % (relu, name), "b16", "f16x2",
                   lambda a, r=relu: narrow(a >> 16, fl.F16, name, r) << 8 | narrow(a & 0xFFFF, fl.F16, name, r))
        yield Case("cvt.rn%s.f16x2.%sx2" % (relu, name), "f16x2", "b16",
                   lambda a, r=relu: widen(a >> 8, name, r) << 16 | widen(a & 0xFF, name, r))


def write_all():
    write("cvt.fp8", [case for name in ("e4m3", "e5m2") for case in cases_of(name)], 128)
