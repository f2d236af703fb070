"""PTX ISA 9.7.9.3 and 9.7.9.4: mov."""
from alu_row import Case, write
from rows_integer import WIDTH


def vector(whole, part, n):
    """Packing n parts, and unpacking the whole."""
    w = WIDTH[part]
    names = ["{%d}" % i for i in range(n)]
    pack = Case("mov.%s {d}, {{%s}}" % (whole, ", ".join(names)), whole, " ".join([part] * n),
                lambda *x: sum(v << w * i for i, v in enumerate(x)), "mov.%s of %d" % (whole, n))
    results = "defg"[:n]
    unpack = Case("mov.%s {{%s}}, {0}" % (whole, ", ".join("{%s}" % r for r in results)), " ".join([part] * n), whole,
                  lambda a: tuple(a >> w * i & ((1 << w) - 1) for i in range(n)), "mov.%s to %d" % (whole, n))
    return [pack, unpack]


def write_all():
    types = ("pred", "b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64")
    same = lambda a: a
    cases = [Case("mov." + t, t, t, same) for t in types]
    cases += [Case("mov.u32 {d}, 12345", "u32", "u32", lambda a: 12345, "mov.u32 constant"),
              Case("mov.f32 {d}, 0fC0490FDB", "f32", "u32", lambda a: 0xC0490FDB, "mov.f32 constant"),
              Case("mov.f64 {d}, 0d3FF8000000000000", "f64", "u32", lambda a: 0x3FF8000000000000, "mov.f64 constant"),
              Case("mov.s64 {d}, -2", "s64", "u32", lambda a: (1 << 64) - 2, "mov.s64 constant"),
              Case("mov.u32 {d}, %ntid.x", "u32", "u32", lambda a: 64, "mov.u32 %ntid.x"),
              Case("mov.u32 {d}, WARP_SZ", "u32", "u32", lambda a: 32, "mov.u32 WARP_SZ")]
    write("mov", cases)
    cases = vector("b32", "b16", 2) + vector("b64", "b32", 2) + vector("b64", "b16", 4)
    sinks = [Case("mov.b64 {{_, {d}}}, {0}", "b32", "b64", lambda a: a >> 32, "mov.b64 to the upper half"),
             Case("mov.b64 {{{d}, _}}, {0}", "b32", "b64", lambda a: a & 0xFFFFFFFF, "mov.b64 to the lower half")]
    write("mov.vector", cases + sinks)
