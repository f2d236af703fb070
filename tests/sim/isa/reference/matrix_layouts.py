"""PTX ISA 9.7.14: which elements of a matrix a lane holds, in the order of its registers."""

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "s32": 32, "f64": 64, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8,
        "s4": 4, "u4": 4, "b1": 1}


def in_register(t):
    return max(1, 32 // BITS[t])


def mma_a(m, k, t):
    """(row, column) by lane: the manual's "groupID", and "groupID + 8" for the odd registers of 16 rows."""
    e = in_register(t)
    count = m * k // 32

    def of(lane):
        group, place = lane >> 2, lane % 4
        result = []
        for i in range(count):
            register, part = divmod(i, e)
            if m == 8:
                result.append((group, register * 4 * e + place * e + part))
            else:
                result.append((group + 8 * (register % 2), register // 2 * 4 * e + place * e + part))
        return result
    return of


def mma_b(n, k, t):
    assert n == 8
    e = in_register(t)

    def of(lane):
        group, place = lane >> 2, lane % 4
        return [(i // e * 4 * e + place * e + i % e, group) for i in range(k * n // 32)]
    return of


def mma_c(m, n):
    assert n == 8

    def of(lane):
        group, place = lane >> 2, lane % 4
        return [(group + (8 if i >= 2 else 0), place * 2 + (i & 1)) for i in range(m * n // 32)]
    return of


def quad_a(turned):
    """mma.m8n8k4 of halves, 9.7.14.5.1."""
    def of(lane):
        high = 0 if lane < 16 else 4
        return [(i + high, lane % 4) if turned else (lane % 4 + high, i) for i in range(4)]
    return of


def quad_b(turned):
    def of(lane):
        high = 0 if lane < 16 else 4
        return [(lane % 4, i + high) if turned else (i, lane % 4 + high) for i in range(4)]
    return of


def quad_c(t):
    def of(lane):
        high = 0 if lane < 16 else 4
        if t == "f16":
            return [(lane % 4 + high, i) for i in range(8)]
        return [((lane & 1) + (i & 2) + high, (i & 4) + (lane & 2) + (i & 1)) for i in range(8)]
    return of


def quad(lane):
    return lane % 16 // 4


# wmma, whose layouts the manual leaves open: those of ptxas 13.0's machine code for sm_90, where a fragment
# is loaded by mma's. m8n32 is the product of the transposed matrices.


def wmma_a(shape, t):
    m, n, k = shape
    if m == 8 and n == 32:
        turned = mma_b(8, k, t)
        return lambda lane: [(c, r) for r, c in turned(lane)]
    if m == 8:
        return mma_a(8, k, t)
    strip = mma_a(16, k, t)
    return lambda lane: [(r + top, c) for top in range(0, m, 16) for r, c in strip(lane)]


def wmma_b(shape, t):
    m, n, k = shape
    if n == 32:
        strip = mma_a(16, k, t)
        return lambda lane: [(c, r + left) for left in range(0, n, 16) for r, c in strip(lane)]
    part = mma_b(8, k, t)
    return lambda lane: [(r, c + left) for left in range(0, n, 8) for r, c in part(lane)]


def wmma_c(shape):
    m, n, _ = shape
    if n == 32:
        turned = wmma_c((32, 8, 16))
        return lambda lane: [(c, r) for r, c in turned(lane)]
    part = mma_c(min(m, 16), 8)
    return lambda lane: [(r + top, c + left) for top in range(0, m, 16) for left in range(0, n, 8) for r, c in part(lane)]


def pack(values, t):
    """Elements in registers, the first one lowest."""
    e = in_register(t)
    return [sum(v << BITS[t] * i for i, v in enumerate(values[r:r + e])) for r in range(0, len(values), e)]
