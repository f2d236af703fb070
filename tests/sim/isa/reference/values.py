"""Input values: the corners of each type, and a fixed pseudo-random sample of their combinations."""
import itertools
import random

from ptx_file import SIZES

F32 = [0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x3FC00000, 0xC0100000, 0x3DCCCCCD, 0x40400000,
       0x7F7FFFFF, 0xFF7FFFFF, 0x00800000, 0x80800000, 0x00000001, 0x80000123, 0x007FFFFF, 0x7F800000,
       0xFF800000, 0x7FC00000, 0x7F800001, 0xFFC12345, 0x4B800001, 0x3F7FFFFF, 0x33800000, 0x4F000000,
       0x0DA24260, 0x7E967699]
F64 = [0, 0x8000000000000000, 0x3FF0000000000000, 0xBFF0000000000000, 0x3FF8000000000000,
       0xC002000000000000, 0x3FB999999999999A, 0x4008000000000000, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF,
       0x0010000000000000, 1, 0x8000000000000123, 0x000FFFFFFFFFFFFF, 0x7FF0000000000000,
       0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000001, 0xFFF8000012345678,
       0x4340000000000001, 0x3CA0000000000000, 0x7E37E43C8800759C, 0x01A56E1FC2F8F359]
F16 = [0x0000, 0x8000, 0x3C00, 0xBC00, 0x3E00, 0xC080, 0x2E66, 0x4200, 0x7BFF, 0xFBFF, 0x0400, 0x8400,
       0x0001, 0x8123, 0x03FF, 0x7C00, 0xFC00, 0x7E00, 0x7C01, 0xFE12, 0x6801, 0x3BFF, 0x1000]
BF16 = [0x0000, 0x8000, 0x3F80, 0xBF80, 0x3FC0, 0xC010, 0x3DCD, 0x4040, 0x7F7F, 0xFF7F, 0x0080, 0x8080,
        0x0001, 0x8023, 0x007F, 0x7F80, 0xFF80, 0x7FC0, 0x7F81, 0xFFC1, 0x4B81, 0x3F7F, 0x3380]


def integer_corners(bits):
    top = 1 << (bits - 1)
    full = (1 << bits) - 1
    return [0, 1, 2, 3, 7, 100, full, full - 1, top, top - 1, top + 1, full // 3, 2 * (full // 3),
            full >> (bits // 2), 1 << (bits // 2), 0x96 & full]


def corners(kind):
    table = {"f32": F32, "f64": F64, "f16": F16, "bf16": BF16, "pred": [0, 1],
             "shift": [0, 1, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 0x10005, 0xFFFFFFFF],
             "length": [0, 1, 3, 8, 16, 31, 32, 33, 40, 63, 64, 65, 255, 256, 259],
             "angle": [0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x3F000000, 0x40490FDB, 0xC0490FDB,
                       0x3FC90FDB, 0x40000000, 0xC0200000, 0x38D1B717, 0x7F800000, 0xFF800000, 0x7FC00000],
             "nan64": [0x7FF8000000000000, 0x7FF8000000000007, 0xFFF8000000000005, 0x7FF0000000000003,
                       0xFFFABCDE00000001, 0x3FF0000000000000],
             "edge": [0x00800000, 0x80800000, 0x00800001, 0x3F800000, 0x3F7FFFFF, 0xBF7FFFFE, 0x3F800001],
             "zero": [0x00000000, 0x80000000],
             "small": list(range(-3, 40)) + [0xFFFFFFFF - 40]}
    if kind in table:
        return table[kind]
    if kind.endswith("x2"):
        half = {"f16x2": F16, "bf16x2": BF16}.get(kind, integer_corners(16))
        return [half[i] | half[(i * 7 + 3) % len(half)] << 16 for i in range(len(half))]
    return integer_corners(8 * SIZES[kind])


def random_value(kind, rng):
    if kind == "pred":
        return rng.getrandbits(1)
    if kind in ("shift", "length"):
        return rng.randrange(70)
    if kind in ("nan64", "edge", "zero"):
        return rng.choice(corners(kind))
    if kind == "small":
        return rng.randrange(32)
    if kind == "angle":                # magnitudes 2^-10 to pi
        return rng.getrandbits(1) << 31 | rng.randrange(0x3A800000, 0x40490FDA)
    if kind == "f32" and rng.random() < 0.7:   # near 1, where sums and products round
        return rng.getrandbits(1) << 31 | rng.randrange(0x3C000000, 0x44000000)
    if kind == "f64" and rng.random() < 0.7:
        return rng.getrandbits(1) << 63 | rng.randrange(0x3F90000000000000, 0x4090000000000000)
    return rng.getrandbits(8 * SIZES[kind])


def sample(kinds, count, seed):
    """`count` tuples: three quarters from the corners' product, the rest random."""
    rng = random.Random(seed + "/" + ",".join(kinds))
    lists = [[v & 0xFFFFFFFF for v in corners(k)] if k == "small" else corners(k) for k in kinds]
    total = 1
    for values in lists:
        total *= len(values)
    wanted = count * 3 // 4
    if total <= wanted:
        tuples = list(itertools.product(*lists))
    else:
        tuples = []
        for index in sorted(rng.sample(range(total), wanted)):
            one = []
            for values in lists:
                index, i = divmod(index, len(values))
                one.append(values[i])
            tuples.append(tuple(one))
    while len(tuples) < count:
        tuples.append(tuple(random_value(k, rng) for k in kinds))
    return tuples
