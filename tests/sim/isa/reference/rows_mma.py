"""PTX ISA 9.7.14.5.14: mma of other types than halves with sums in f32 (rows_matrix)."""
import random
from fractions import Fraction

import floats as fl
import matrix_layouts as lay
import matrix_sums as sums
from rows_memory import Builder

THREADS = 64


def regs(prefix, count):
    return "{" + ", ".join("%%%s%d" % (prefix, i) for i in range(count)) + "}"


class Form:
    """One form of mma: its layouts (by lane), and the values that matrices are made of."""

    def __init__(self, text, a, b, c, types, element, addend, total, d=None, matrices=1):
        self.text, self.a, self.b, self.c, self.d = text, a, b, c, d or c
        self.types, self.element, self.addend, self.total = types, element, addend, total
        self.matrices = matrices  # side by side; a lane takes part in one


def size(places):
    held = [p for lane in range(32) for p in places(lane)]
    return 1 + max(r for r, _ in held), 1 + max(c for _, c in held)


def registers_of(form):
    counts = [len(places(0)) // lay.in_register(t) for places, t in zip((form.d, form.a, form.b, form.c), form.types)]
    return dict(zip("dabc", counts))


def add_form(b, form):
    (m, k), (_, n) = size(form.a), size(form.b)
    d_type, a_type, b_type, c_type = form.types
    counts = registers_of(form)
    columns = {p: [[] for _ in range(counts[p])] for p in "dabc"}
    for warp in range(b.threads // 32):
        rng = random.Random("%s %d" % (form.text, warp))
        made = []
        for _ in range(form.matrices):
            x = [[form.element(rng, a_type) for _ in range(k)] for _ in range(m)]
            y = [[form.element(rng, b_type) for _ in range(k)] for _ in range(n)]
            z = [[form.addend(rng, c_type) for _ in range(n)] for _ in range(m)]
            made.append((x, y, z, [[form.total(x[i], y[j], z[i][j]) for j in range(n)] for i in range(m)]))
        for lane in range(32):
            x, y, z, w = made[lay.quad(lane) if form.matrices > 1 else 0]
            held = {"a": [x[r][c] for r, c in form.a(lane)], "b": [y[c][r] for r, c in form.b(lane)],
                    "c": [z[r][c] for r, c in form.c(lane)], "d": [w[r][c] for r, c in form.d(lane)]}
            for part, t in (("a", a_type), ("b", b_type), ("c", c_type), ("d", d_type)):
                for column, word in zip(columns[part], lay.pack(held[part], t)):
                    column.append(word)
    wide = {p: "d" if t == "f64" else "" for p, t in zip("dabc", form.types)}
    kind = {p: "b64" if wide[p] else "b32" for p in "dabc"}
    for part in "abc":
        for i, column in enumerate(columns[part]):
            b.read(kind[part], "%%%s%s%d" % (part, wide[part], i), column)
    b.do("%s %s, %s, %s, %s;" % ((form.text,) + tuple(regs(p + wide[p], counts[p]) for p in "dabc")))
    for i, column in enumerate(columns["d"]):
        b.result({"f32": "f32", "f64": "f64"}.get(d_type, "b32"), "%%d%s%d" % (wide["d"], i), "%s d[%d]" % (form.text, i), column)


def write(row, forms, threads=THREADS, note=None):
    b = Builder(row, threads)
    b.declare(".reg .b32 %a<8>, %b<8>, %c<8>, %d<8>;", ".reg .f64 %ad<8>, %bd<8>, %cd<8>, %dd<8>;")
    for form in forms:
        add_form(b, form)
    b.write(note)


def number(rng, t):
    """Finite, of different sizes, some zero or subnormal."""
    f = {"e4m3": sums.E4M3, "e5m2": sums.E5M2}.get(t) or sums.FORMATS[t]
    if rng.random() < 0.05:
        return rng.choice([0, fl.sign_bit(f), rng.getrandbits(f[0])])
    spread = min(6, fl.bias(f) - 2)
    bits = rng.getrandbits(f[0]) | fl.bias(f) + rng.randint(-spread, spread) << f[0] | fl.sign_bit(f) * rng.getrandbits(1)
    if t == "tf32":  # the low 13 bits of the register are not looked at
        return bits << 13 | rng.getrandbits(13)
    return bits


def addend(rng, t):
    f = sums.FORMATS[t]
    return rng.getrandbits(f[0]) | fl.bias(f) + rng.randint(-4, 4) << f[0] | fl.sign_bit(f) * rng.getrandbits(1)


def any_bits(rng, t):
    return rng.getrandbits(lay.BITS[t])


def near_limit(rng, t):
    """Sums that reach beyond s32, and others."""
    return rng.choice([0x7FFFFF00, 0x80000100, rng.getrandbits(32)]) + rng.randint(-9, 9) & 0xFFFFFFFF


def plain(shape, t):
    m, n, k = shape
    return lay.mma_a(m, k, t), lay.mma_b(n, k, t), lay.mma_c(m, n)


def named(shape):
    return "m%dn%dk%d" % shape


def halves():
    forms = []
    for k in (8, 16):
        shape = (16, 8, k)
        a, b, c = plain(shape, "f16")
        forms.append(Form("mma.sync.aligned.%s.row.col.f16.f16.f16.f16" % named(shape), a, b, c, ("f16",) * 4, number, addend,
                          sums.half_sum))
    write("mma.half", forms)


def quads():
    forms = []
    for a_layout in ("row", "col"):
        for b_layout in ("row", "col"):
            for d, c in (("f16", "f16"), ("f32", "f16"), ("f32", "f32")):
                forms.append(Form("mma.sync.aligned.m8n8k4.%s.%s.%s.f16.f16.%s" % (a_layout, b_layout, d, c),
                                  lay.quad_a(a_layout == "col"), lay.quad_b(b_layout == "row"), lay.quad_c(c),
                                  (d, "f16", "f16", c), number, addend,
                                  lambda x, y, z, c=c, d=d: sums.quad_sum(x, y, z, c, d), lay.quad_c(d), 4))
    write("mma.quad", forms, 32)


def tensor_floats():
    forms = []
    for k in (4, 8):
        shape = (16, 8, k)
        a, b, c = plain(shape, "tf32")
        cut = lambda row: [v >> 13 for v in row]
        forms.append(Form("mma.sync.aligned.%s.row.col.f32.tf32.tf32.f32" % named(shape), a, b, c,
                          ("f32", "tf32", "tf32", "f32"), number, addend,
                          lambda x, y, z, cut=cut: sums.float_sum(cut(x), cut(y), z, fl.TF32)))
    write("mma.tf32", forms)


def small_floats():
    forms = []
    for k in (16, 32):
        for d in ("f32", "f16"):
            for x_type, y_type in (("e4m3", "e4m3"), ("e4m3", "e5m2"), ("e5m2", "e4m3"), ("e5m2", "e5m2")):
                shape = (16, 8, k)
                a, b, c = plain(shape, "e4m3")
                forms.append(Form("mma.sync.aligned.%s.row.col.%s.%s.%s.%s" % (named(shape), d, x_type, y_type, d), a, b, c,
                                  (d, x_type, y_type, d), number, addend,
                                  lambda x, y, z, types=(x_type, y_type), d=d: sums.fp8_sum(x, y, z, types, d)))
    write("mma.fp8", forms, 32, "As ptxas 13.0 makes it of halves for sm_90.")


def doubles():
    forms = []
    for shape in ((8, 8, 4), (16, 8, 4), (16, 8, 8), (16, 8, 16)):
        a, b, c = plain(shape, "f64")
        forms.append(Form("mma.sync.aligned.%s.row.col.f64.f64.f64.f64" % named(shape), a, b, c, ("f64",) * 4, number, addend,
                          sums.double_sum))
    write("mma.f64", forms)


def integers(row, types, shapes):
    forms = []
    for shape in shapes:
        for saturate in ("", ".satfinite"):
            for x_type in types:
                for y_type in types:
                    a, b, c = plain(shape, types[0])
                    text = "mma.sync.aligned.%s.row.col%s.s32.%s.%s.s32" % (named(shape), saturate, x_type, y_type)
                    forms.append(Form(text, a, b, c, ("s32", x_type, y_type, "s32"), any_bits, near_limit,
                                      lambda x, y, z, types=(x_type, y_type), s=saturate: sums.integer_sum(x, y, z, types, s)))
    write(row, forms, 32)


def bits():
    forms = []
    for shape in ((8, 8, 128), (16, 8, 128), (16, 8, 256)):
        for op in ("xor", "and"):
            a, b, c = plain(shape, "b1")
            forms.append(Form("mma.sync.aligned.%s.row.col.s32.b1.b1.s32.%s.popc" % (named(shape), op), a, b, c,
                              ("s32", "b1", "b1", "s32"), any_bits, any_bits, lambda x, y, z, op=op: sums.bit_sum(x, y, z, op)))
    write("mma.b1", forms, 32)


class Sparse:
    """9.7.14.6.1: `chunk` columns of A have `kept` elements, whose places four bits tell. `lanes` of four
    neighbouring lanes have them: `e[lane]` is made of the places, by their figures' words."""

    def __init__(self, t, k):
        self.chunk, self.kept = {"tf32": (2, 1), "s4": (8, 4), "u4": (8, 4)}.get(t, (4, 2))
        self.chunks, self.wide, self.t = k // self.chunk, lay.BITS[t] >= 16, t

    def pick(self, rng):
        """The columns of the elements that are there, and the four bits."""
        if self.t == "tf32":
            return rng.choice([([0], 0b0100), ([1], 0b1110)])
        low, high = sorted(rng.sample(range(4), 2))
        columns = [low, high] if self.kept == 2 else [2 * low, 2 * low + 1, 2 * high, 2 * high + 1]
        return columns, low | high << 2

    def selectors(self):
        return {4: 4, 8: 2, 16: 1}[self.chunks]

    def words(self, bits, selector, rng):
        """The metadata of 32 lanes: bits[row][chunk]. Lanes that nobody asks have anything."""
        words = [rng.getrandbits(32) for _ in range(32)]
        per_group = 4 // self.selectors()
        for group in range(8):
            for number in range(per_group):
                if self.wide:  # 16 bits of row g, 16 of row g + 8
                    parts = bits[group][4 * number:4 * number + 4] + bits[group + 8][4 * number:4 * number + 4]
                else:  # 32 bits of row g, in the next lane of row g + 8
                    parts = bits[group + 8 * (number % 2)][number // 2 * 8:number // 2 * 8 + 8]
                words[4 * group + selector * per_group + number] = sum(p << 4 * i for i, p in enumerate(parts))
        return words


def add_sparse(b, text, types, k, element, addend, total, selector):
    """total(x, y, c): of the elements of a row that are there and those of a column of B that they meet."""
    d_type, a_type, b_type, c_type = types
    sparse, places = Sparse(a_type, k), {"a": lay.mma_a(16, k // 2, a_type), "b": lay.mma_b(8, k, b_type), "c": lay.mma_c(16, 8)}
    places["d"] = places["c"]
    named_types = dict(zip("dabc", types))
    columns = {p: [[] for _ in range(len(places[p](0)) // lay.in_register(t))] for p, t in named_types.items()}
    e = []
    for warp in range(b.threads // 32):
        rng = random.Random("%s %d %d" % (text, selector, warp))
        picks = [[sparse.pick(rng) for _ in range(sparse.chunks)] for _ in range(16)]
        at = [[chunk * sparse.chunk + column for chunk, (kept, _) in enumerate(row) for column in kept] for row in picks]
        x = [[element(rng, a_type) for _ in range(k // 2)] for _ in range(16)]
        y = [[element(rng, b_type) for _ in range(k)] for _ in range(8)]
        z = [[addend(rng, c_type) for _ in range(8)] for _ in range(16)]
        w = [[total(x[i], [y[j][c] for c in at[i]], z[i][j]) for j in range(8)] for i in range(16)]
        e += sparse.words([[bits for _, bits in row] for row in picks], selector, rng)
        for lane in range(32):
            held = {"a": [x[r][c] for r, c in places["a"](lane)], "b": [y[c][r] for r, c in places["b"](lane)],
                    "c": [z[r][c] for r, c in places["c"](lane)], "d": [w[r][c] for r, c in places["d"](lane)]}
            for part, t in named_types.items():
                for column, word in zip(columns[part], lay.pack(held[part], t)):
                    column.append(word)
    for part in "abc":
        for i, column in enumerate(columns[part]):
            b.read("b32", "%%%s%d" % (part, i), column)
    b.read("b32", "%e", e)
    b.do("%s %s, %%e, %d;" % (text, ", ".join(regs(p, len(columns[p])) for p in "dabc"), selector))
    for i, column in enumerate(columns["d"]):
        b.result("f32" if d_type == "f32" else "b32", "%%d%d" % i, "%s d[%d]" % (text, i), column)


def write_sparse(row, forms, note=None):
    """forms: what follows the shape in the instruction, the shape's depth, types, element, addend, total."""
    b = Builder(row, 32)
    b.declare(".reg .b32 %a<8>, %b<8>, %c<8>, %d<8>, %e;")
    for k, suffix, types, element, addend_of, total in forms:
        for selector in range(Sparse(types[1], k).selectors()):
            for variant in ("sp", "sp::ordered_metadata")[selector % 2:][:1]:
                text = "mma.%s.sync.aligned.m16n8k%d.row.col.%s" % (variant, k, suffix)
                add_sparse(b, text, types, k, element, addend_of, total, selector)
    b.write(note)


def sparse_floats():
    forms = []
    for k in (16, 32):
        forms.append((k, "f16.f16.f16.f16", ("f16",) * 4, number, addend, sums.half_sum))
        for t, f in (("f16", fl.F16), ("bf16", fl.BF16)):
            forms.append((k, "f32.%s.%s.f32" % (t, t), ("f32", t, t, "f32"), number, addend,
                          lambda x, y, z, f=f: sums.float_sum(x, y, z, f)))
    write_sparse("mma.sp.half", forms)
    cut = lambda row: [v >> 13 for v in row]
    write_sparse("mma.sp.tf32", [(k, "f32.tf32.tf32.f32", ("f32", "tf32", "tf32", "f32"), number, addend,
                                  lambda x, y, z: sums.float_sum(cut(x), cut(y), z, fl.TF32)) for k in (8, 16)])
    # Chunk by chunk where a dense one goes pair by pair: of the elements that are there, pairs again.
    write_sparse("mma.sp.fp8", [(64, "f32.%s.%s.f32" % t, ("f32",) + t + ("f32",), number, addend,
                                 lambda x, y, z, t=t: sums.fp8_sum(x, y, z, t, "f32"))
                                for t in (("e4m3", "e4m3"), ("e4m3", "e5m2"), ("e5m2", "e4m3"), ("e5m2", "e5m2"))],
                 "As ptxas 13.0 makes it of halves for sm_90.")


def sparse_integers():
    for row, pair, depths in (("mma.sp.int8", ("s8", "u8"), (32, 64)), ("mma.sp.int4", ("s4", "u4"), (64, 128))):
        write_sparse(row, [(k, "%ss32.%s.%s.s32" % (saturate, x, y), ("s32", x, y, "s32"), any_bits, near_limit,
                            lambda p, q, z, t=(x, y), s=saturate: sums.integer_sum(p, q, z, t, s))
                           for k in depths for saturate in ("", "satfinite.") for x in pair for y in pair])


def write_all():
    sparse_floats()
    sparse_integers()
    halves()
    quads()
    tensor_floats()
    small_floats()
    doubles()
    integers("mma.int8", ("s8", "u8"), ((8, 8, 16), (16, 8, 16), (16, 8, 32)))
    integers("mma.int4", ("s4", "u4"), ((8, 8, 32), (16, 8, 32), (16, 8, 64)))
    bits()
