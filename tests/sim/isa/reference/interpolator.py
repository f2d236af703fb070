#!/usr/bin/env python3
"""Derives sim/isa/lanes/interpolator_tables.cpp from what interpolator.cu recorded on a GPU.

    interpolator.py FOLDER_OF_RECORDINGS >sim/isa/lanes/interpolator_tables.cpp

Needs numpy and scipy; format the result with clang-format. For each segment of a function's mantissa a
linear program finds the quadratic farthest from the bounds that the recorded results are; its
coefficients, rounded to the table's fixed point, must then meet every bound.
"""
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import linprog

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()
HEAD = """#include "sim/isa/lanes/interpolator.hpp"

// Measured on one H200 (sm_90) on 2026-11-21: PTX's approximate instructions with .ftz at each of
// the 2^23 mantissas of one to three binades, a sample of the rest and of all bit patterns. These
// coefficients give every one of the recorded results. Made by
// tests/sim/isa/reference/interpolator.py.
namespace lanescope::isa::interpolator {
"""


def recorded(name):
    """Arguments and results, as bits."""
    base, step = name.split(".")[1:]
    y = np.fromfile(FOLDER / name, np.uint32)
    u = (int(base, 16) + np.arange(y.size, dtype=np.uint64) * int(step)).astype(np.uint32)
    return u, y.astype(np.int64)


def floats(bits):
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)


def square(x, dropped):
    """Without the partial products below bit `dropped`, and without those bits."""
    total = np.zeros_like(x)
    for i in range(17):
        for j in range(i + 1):
            column = 2 * i if i == j else i + j + 1
            if column >= dropped:
                total += ((x >> i) & (x >> j) & 1) << column
    return total >> dropped


def centre(x, q, lo, hi):
    """The quadratic c with lo <= c <= hi by the greatest margin: a linear program, constraint by
    constraint as they are violated."""
    terms = np.stack([np.ones(len(x)), x / x[-1], q / q[-1]], 1)
    middle = float(lo[0])
    low, high = (lo - middle) / 2.0 ** 15, (hi - middle) / 2.0 ** 15
    used = np.unique(np.linspace(0, len(x) - 1, 120).astype(int))
    for _ in range(80):
        a, one = terms[used], np.ones((len(used), 1))
        c = linprog([0, 0, 0, 1], A_ub=np.block([[a, -one], [-a, -one]]),
                    b_ub=np.r_[high[used], -low[used]], bounds=[(None, None)] * 4).x
        value = terms @ c[:3]
        excess = np.maximum(value - high, low - value)
        if excess.max() <= c[3] + 1e-7:
            break
        worst = np.argsort(excess)[-40:]
        used = np.unique(np.r_[used, worst[excess[worst] > c[3] + 5e-8]])
    return c[1] * 2.0 ** 15 / x[-1], c[2] * 2.0 ** 15 / q[-1]


def segment(x, q, lo, hi, unit):
    """base, slope, curve; `unit` divides both coefficients."""
    c1, c2 = centre(x, q, lo, hi)
    for d2 in sorted(range(-8, 9), key=abs):
        curve = unit * (round(c2 / unit) + d2)
        nearest = round((c1 + (c2 - curve) * q[-1] / x[-1]) / unit)
        for d1 in sorted(range(-4, 5), key=abs):
            slope = unit * (nearest + d1)
            rest = slope * x + curve * q
            base = (lo - rest).max()
            if base <= (hi - rest).min():
                return int(base), slope, curve
    sys.exit("no quadratic meets all bounds")


def table(lo, hi, width=17, unit=1):
    """One segment for each 2^width fractions, from inclusive bounds; lo > hi where there are none."""
    every = np.arange(1 << width)
    squares, rows = square(every, 17 if width == 16 else 19), []
    for first in range(0, 1 << 23, 1 << width):
        l, h = lo[first:first + (1 << width)], hi[first:first + (1 << width)]
        x = every[l <= h]
        rows.append(segment(x, squares[x], l[x], h[x], unit))
    return rows


def direct(name, origin, point, exact_one=False, **options):
    """A function whose results of one binade are the table's values cut to integers."""
    lo = (recorded(name)[1] - origin) << point
    hi = lo + (1 << point) - 1
    if exact_one:  # rsqrt(1) is made apart
        lo[0] = hi[0] + 1
    return table(lo, hi, **options)


def lg2_table():
    """In 2^-38, cut to 2^-36; below 1 the ones' complement; then cut to a float."""
    y = recorded("lg2.40000000.1")[1]
    lo = (y - 0x3f800000) << 15
    hi = lo + 32767
    for name, negative in (("lg2.3f800000.1", False), ("lg2.3f000000.1", True)):
        y = recorded(name)[1] & 0x7fffffff
        low = np.ceil(floats(y) * 2.0 ** 36).astype(np.int64)
        high = np.ceil(floats(y + 1) * 2.0 ** 36).astype(np.int64) - 1
        if negative:
            low, high = (1 << 36) - 1 - high, (1 << 36) - 1 - low
        low[0], high[0] = 0, 1 << 50
        lo, hi = np.maximum(lo, 4 * low), np.minimum(hi, 4 * high + 3)
    return table(lo, hi)


def sine_table():
    """In 2^-38 by quarters of a turn; falling quarters by the ones' complement."""
    lo, hi = np.full(1 << 23, 0, np.int64), np.full(1 << 23, 1 << 50, np.int64)
    for path in sorted(FOLDER.glob("sin.*")) + sorted(FOLDER.glob("cos.*")):
        u, y = recorded(path.name)
        u, y = u & 0x7fffffff, y & 0x7fffffff
        usable = (u >= 0x3c000000) & (u < 0x41000000)
        u, y = u[usable], y[usable]
        exact = floats(u) * float(np.float32(0.15915494))
        turns = exact.astype(np.float32)
        turns = np.where(turns > exact, np.nextafter(turns, np.float32(0)), turns).astype(np.float64)
        quarters = (turns * 2.0 ** 25).astype(np.int64) + (path.name.startswith("cos") << 23)
        place = np.where(quarters & 0x800000, ~quarters, quarters) & 0x7fffff
        np.maximum.at(lo, place, np.ceil(floats(y) * 2.0 ** 38).astype(np.int64))
        np.minimum.at(hi, place, np.ceil(floats(y + 1) * 2.0 ** 38).astype(np.int64) - 1)
    lo[hi == 1 << 50] = (1 << 50) + 1
    return table(lo, hi, unit=2)


def braces(rows):
    return "{\n" + "".join("{%d, %d, %d},\n" % row for row in rows) + "}"


def main():
    print(HEAD)
    half, one = 0x3f000000, 0x3f800000
    print("const Segment kRcp[128] = %s;\n" % braces(direct("rcp.3f800000.1", half, 15, width=16)))
    roots = [direct("rsqrt.3f800000.1", half, 17, True, unit=2), direct("rsqrt.40000000.1", half, 17, unit=2)]
    print("const Segment kRsqrt[2][64] = {%s, %s};\n" % tuple(map(braces, roots)))
    roots = [direct("sqrt.3f800000.1", one, 17), direct("sqrt.40000000.1", one, 17)]
    print("const Segment kSqrt[2][64] = {%s, %s};\n" % tuple(map(braces, roots)))
    print("const Segment kEx2[64] = %s;\n" % braces(direct("ex2.3f800000.1", 0x40000000, 15)))
    print("const Segment kLg2[64] = %s;\n" % braces(lg2_table()))
    print("const Segment kSin[64] = %s;\n" % braces(sine_table()))
    print("}  // namespace lanescope::isa::interpolator")


if __name__ == "__main__":
    main()
