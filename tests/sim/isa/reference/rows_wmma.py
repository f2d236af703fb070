"""PTX ISA 9.7.14.4 and 9.7.14.5.15 to .17: matrices between memory and the registers of a warp.

The manual leaves the layout of wmma's fragments open; here it is that of sm_90 (matrix_layouts).
"""
import random

import floats as fl
import matrix_layouts as lay
import matrix_sums as sums
from rows_memory import Builder
from rows_mma import addend, any_bits, near_limit, number, regs

WARP = 32
REPEATED = {"f16": 8}  # registers of a fragment, where that is more than the matrix needs


def named(shape):
    return "m%dn%dk%d" % shape


def fragment(part, shape, t):
    if part == "a":
        return lay.wmma_a(shape, t)
    return lay.wmma_b(shape, t) if part == "b" else lay.wmma_c(shape)


def extent(part, shape):
    m, n, k = shape
    return {"a": (m, k), "b": (k, n), "c": (m, n)}[part]


def memory_of(matrix, layout, t, stride):
    """A matrix's bytes, and where each element lies: stride in elements."""
    rows, columns = len(matrix), len(matrix[0])
    lines = matrix if layout == "row" else [[matrix[r][c] for r in range(rows)] for c in range(columns)]
    bits = lay.BITS[t]
    total = sum(v << (line * stride + at) * bits for line, row in enumerate(lines) for at, v in enumerate(row))
    size = ((len(lines) - 1) * stride + len(lines[0])) * bits // 8
    return total.to_bytes(size, "little")


def random_matrix(name, part, shape, t):
    rng = random.Random(name)
    rows, columns = extent(part, shape)
    return [[any_bits(rng, t) for _ in range(columns)] for _ in range(rows)]


def registers(matrix, part, shape, t, lane):
    """A lane's registers; those of halves that a matrix does not need begin again."""
    held = lay.pack([matrix[r][c] for r, c in fragment(part, shape, t)(lane)], t)
    count = REPEATED.get(t, 0) if part != "c" else 0
    return [held[i % len(held)] for i in range(max(count, len(held)))]


class Wmma(Builder):
    """Matrices in columns of the input, one behind the other."""

    def __init__(self, name):
        super().__init__(name, WARP)
        self.declare(".shared .align 128 .b8 near[8192];", ".reg .b64 %matrix, %copy, %word, %far, %generic;", ".reg .b32 %x<8>, %y<8>, %z<8>, %w<8>, %to;",
                     ".reg .f64 %xd<2>, %yd<2>, %zd<2>, %wd<2>;", ".reg .pred %fits;")

    def matrix(self, data):
        """Its address becomes %far; the bytes stand in columns of 256 bytes."""
        first = len(self.ins)
        data = data + bytes(-len(data) % 256)
        for at in range(0, len(data), 256):
            self.ins.append(("b64", [int.from_bytes(data[at + 8 * t:at + 8 * t + 8], "little") for t in range(WARP)]))
        self.do("ld.param.u64 %%far, [in];\nadd.u64 %%far, %%far, %d;" % (first * WARP * 8))
        return len(data)

    def to_shared(self, size):
        """Copies what lies at %far to `near`."""
        self.do("bar.warp.sync 0xffffffff;\nmul.wide.u32 %copy, %thread, 8;\nadd.u64 %copy, %copy, %far;\nmov.u32 %to, near;\nmad.lo.u32 %to, %thread, 8, %to;")
        for at in range(0, size, 256):
            self.do("ld.global.b64 %%word, [%%copy+%d];\nst.shared.b64 [%%to+%d], %%word;" % (at, at))
        self.do("bar.warp.sync 0xffffffff;\nmov.u64 %generic, near;\ncvta.shared.u64 %generic, %generic;")

    def registers(self, prefix, t, count):
        return regs(prefix + ("d" if t == "f64" else ""), count) if count > 1 or t != "f64" else "{%%%sd0}" % prefix


LOADS = ([("a", (16, 16, 16), t) for t in ("f16", "bf16", "s8", "u8")] + [("b", (16, 16, 16), t) for t in ("f16", "bf16", "s8")] +
         [(p, s, t) for p in "ab" for s in ((32, 8, 16), (8, 32, 16)) for t in ("f16", "s8")] +
         [("c", s, t) for s in ((16, 16, 16), (32, 8, 16), (8, 32, 16)) for t in ("f16", "f32", "s32")] +
         [(p, (16, 16, 8), "tf32") for p in "ab"] + [("c", (16, 16, 8), "f32")] + [(p, (8, 8, 4), "f64") for p in "abc"] +
         [("a", (8, 8, 32), "s4"), ("b", (8, 8, 32), "u4"), ("a", (8, 8, 128), "b1"), ("b", (8, 8, 128), "b1"), ("c", (8, 8, 32), "s32")])


def layouts(part, t):
    if t in ("s4", "u4", "b1"):
        return ["row"] if part == "a" else ["col"]
    return ["row", "col"]


def stride_of(part, shape, t, layout, extra):
    rows, columns = extent(part, shape)
    return (columns if layout == "row" else rows) + extra * 128 // lay.BITS[t]


def loads():
    b = Wmma("wmma.load")
    for k, (part, shape, t) in enumerate(LOADS):
        for layout in layouts(part, t):
            matrix = random_matrix("load %s %s %s" % (part, shape, t), part, shape, t)
            stride = stride_of(part, shape, t, layout, k % 2)
            size = b.matrix(memory_of(matrix, layout, t, stride))
            space = ["global", "shared", ""][k % 3]
            if space != "global":
                b.to_shared(size)
            want = [registers(matrix, part, shape, t, lane) for lane in range(WARP)]
            text = "wmma.load.%s.sync.aligned.%s.%s%s.%s" % (part, layout, named(shape), "." + space if space else "", t)
            where = {"global": "%far", "shared": "near", "": "%generic"}[space]
            b.do("%s %s, [%s], %d;" % (text, b.registers("x", t, len(want[0])), where, stride))
            for i in range(len(want[0])):
                b.result("f64" if t == "f64" else "b32", "%%x%s%d" % ("d" if t == "f64" else "", i), "%s r[%d]" % (text, i), [w[i] for w in want])
    b.write("Which lane holds what is sm_90's choice.")


STORES = [((16, 16, 16), "f16"), ((16, 16, 16), "f32"), ((16, 16, 16), "s32"), ((32, 8, 16), "f32"), ((8, 32, 16), "f32"), ((32, 8, 16), "f16"),
          ((8, 32, 16), "s32"), ((16, 16, 8), "f32"), ((8, 8, 4), "f64"), ((8, 8, 32), "s32"), ((8, 8, 128), "s32")]


def stores():
    b = Wmma("wmma.store")
    b.module = ".global .align 128 .b8 there[8192];"
    for k, (shape, t) in enumerate(STORES):
        for layout in ("row", "col"):
            matrix = random_matrix("store %s %s" % (shape, t), "c", shape, t)
            stride = stride_of("c", shape, t, layout, k % 2)
            held = [registers(matrix, "c", shape, t, lane) for lane in range(WARP)]
            for i in range(len(held[0])):
                b.read("b64" if t == "f64" else "b32", "%%x%s%d" % ("d" if t == "f64" else "", i), [h[i] for h in held])
            size = len(memory_of(matrix, layout, t, stride))
            size += -size % 256
            space, where = [("global", "there"), ("shared", "near"), ("", "%generic")][k % 3]
            b.do("mov.u64 %far, there;\nmov.u64 %generic, near;\ncvta.shared.u64 %generic, %generic;\nmov.b64 %word, 0;\nmul.wide.u32 %copy, %thread, 8;\nadd.u64 %far, %far, %copy;\nadd.u64 %matrix, %generic, %copy;")
            for at in range(0, size, 256):
                b.do("st.global.b64 [%%far+%d], %%word;\nst.b64 [%%matrix+%d], %%word;" % (at, at))
            b.do("bar.warp.sync 0xffffffff;")
            text = "wmma.store.d.sync.aligned.%s.%s%s.%s" % (layout, named(shape), "." + space if space else "", t)
            b.do("%s [%s], %s, %d;" % (text, where, b.registers("x", t, len(held[0])), stride))
            b.do("bar.warp.sync 0xffffffff;")
            want = memory_of(matrix, layout, t, stride)
            want += bytes(-len(want) % 256)
            for at in range(0, size, 256):
                b.do("ld.b64 %%word, [%s+%d];" % ("%far" if space == "global" else "%matrix", at))
                b.result("b64", "%word", "%s bytes %d" % (text, at), [int.from_bytes(want[at + 8 * lane:at + 8 * lane + 8], "little") for lane in range(WARP)])
    b.write()


def products():
    """a, b, c, d types; element, addend; the sum of a row and a column."""
    tf32 = lambda row: [v >> 13 for v in row]

    def halves(c, d):
        def total(x, y, z):
            if c == d == "f16":
                return sums.half_sum(x, y, z)
            start = sums.of_f32(z) if c == "f32" else sums.of_f16(z)
            bits = sums.cut_f32(sums.exact_sum(x, y, start, fl.F16))
            return bits if d == "f32" else fl.encode(fl.value(bits, fl.F32), fl.F16)
        return total

    def fours(x, y, z):
        for k in (0, 4):
            z = sums.float_sum(tf32(x[k:k + 4]), tf32(y[k:k + 4]), z, fl.TF32)
        return z
    for shape in ((16, 16, 16), (32, 8, 16), (8, 32, 16)):
        for c, d in (("f32", "f32"), ("f16", "f16"), ("f32", "f16"), ("f16", "f32")):
            yield shape, ("f16", "f16", c, d), "row.col.%s.%s.%s" % (named(shape), d, c), number, addend, halves(c, d)
        yield (shape, ("bf16", "bf16", "f32", "f32"), "col.row.%s.f32.bf16.bf16.f32" % named(shape), number, addend,
               lambda x, y, z: sums.float_sum(x, y, z, fl.BF16))
        for x, s in (("s8", ""), ("u8", ".satfinite")):
            yield (shape, (x, x, "s32", "s32"), "row.row.%s.s32.%s.%s.s32%s" % (named(shape), x, x, s), any_bits, near_limit,
                   lambda v, w, z, x=x, s=s: sums.integer_sum(v, w, z, (x, x), s))
    yield (16, 16, 8), ("tf32", "tf32", "f32", "f32"), "row.col.m16n16k8.f32.tf32.tf32.f32", number, addend, fours
    yield (8, 8, 4), ("f64",) * 4, "row.col.m8n8k4.f64.f64.f64.f64", number, addend, sums.double_sum
    yield ((8, 8, 32), ("s4", "s4", "s32", "s32"), "row.col.m8n8k32.s32.s4.s4.s32", any_bits, near_limit,
           lambda x, y, z: sums.integer_sum(x, y, z, ("s4", "s4"), ""))
    yield ((8, 8, 128), ("b1", "b1", "s32", "s32"), "xor.popc row.col.m8n8k128.s32.b1.b1.s32", any_bits, any_bits,
           lambda x, y, z: sums.bit_sum(x, y, z, "xor"))


def multiplies():
    b = Wmma("wmma.mma")
    for shape, types, words, element, of_c, total in products():
        rng = random.Random(words)
        m, n, k = shape
        x = [[element(rng, types[0]) for _ in range(k)] for _ in range(m)]
        y = [[element(rng, types[1]) for _ in range(k)] for _ in range(n)]
        z = [[of_c(rng, types[2]) for _ in range(n)] for _ in range(m)]
        w = [[total(x[i], y[j], z[i][j]) for j in range(n)] for i in range(m)]
        turned = [[y[j][i] for j in range(n)] for i in range(k)]
        held = {}
        for prefix, part, matrix, t in (("x", "a", x, types[0]), ("y", "b", turned, types[1]), ("z", "c", z, types[2]), ("w", "c", w, types[3])):
            held[prefix] = [registers(matrix, part, shape, t, lane) for lane in range(WARP)]
            if prefix != "w":
                for i in range(len(held[prefix][0])):
                    b.read("b64" if t == "f64" else "b32", "%%%s%s%d" % (prefix, "d" if t == "f64" else "", i), [h[i] for h in held[prefix]])
        op, _, rest = words.rpartition(" ")
        text = "wmma.mma.%ssync.aligned.%s" % (op + "." if op else "", rest)
        b.do("%s %s, %s, %s, %s;" % ((text,) + tuple(b.registers(p, t, len(held[p][0])) for p, t in zip("wxyz", (types[3],) + types[:3]))))
        for i in range(len(held["w"][0])):
            t = {"f32": "f32", "f64": "f64"}.get(types[3], "b32")
            b.result(t, "%%w%s%d" % ("d" if t == "f64" else "", i), "%s d[%d]" % (text, i), [h[i] for h in held["w"]])
    b.write("Which lane holds what is sm_90's choice.")


def write_all():
    loads()
    stores()
    multiplies()
