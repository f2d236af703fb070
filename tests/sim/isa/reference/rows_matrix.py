"""PTX ISA 9.7.14.5: matrices that a warp multiplies together."""
import random
from fractions import Fraction

import floats as fl
from rows_memory import Builder


def pieces(depth):
    """PTX ISA 9.7.14.5.7 and .8: what the lane holds, element by element: (row, column) of A, B, C."""
    def of(lane):
        group, place = lane >> 2, lane % 4
        a = [(group + (8 if i // 2 % 2 else 0), place * 2 + (i & 1) + (8 if i >= 4 else 0)) for i in range(depth // 2)]
        b = [(place * 2 + (i & 1) + (8 if i >= 2 else 0), group) for i in range(depth // 4)]
        c = [(group + (8 if i >= 2 else 0), place * 2 + (i & 1)) for i in range(4)]
        return a, b, c
    return of


def tensor_sum(x, y, c, f):
    """As an H200 adds the products x[i] * y[i] and c, which the manual leaves open: each is cut to 25 bits
    behind the place of the leading bit that the greatest exponent stands for (a product's is the sum of its
    factors'), and the sum of these is cut to f32. No zero is negative."""
    if any(fl.is_nan(v, f) for v in x + y) or fl.is_nan(c, fl.F32):
        return 0x7FFFFFFF
    exponent = lambda v, g: max(v >> g[0] & (1 << g[1]) - 1, 1) - fl.bias(g)
    infinite = set()
    terms = [(fl.value(c, fl.F32), exponent(c, fl.F32))] if not fl.is_inf(c, fl.F32) else []
    if not terms:
        infinite.add(fl.negative(c, fl.F32))
    for v, w in zip(x, y):
        if fl.is_inf(v, f) or fl.is_inf(w, f):
            if fl.is_zero(v, f) or fl.is_zero(w, f):
                return 0x7FFFFFFF
            infinite.add(fl.negative(v, f) != fl.negative(w, f))
        else:
            terms.append((fl.value(v, f) * fl.value(w, f), exponent(v, f) + exponent(w, f)))
    if infinite:
        return 0x7FFFFFFF if len(infinite) == 2 else fl.inf_bits(fl.F32) | fl.sign_bit(fl.F32) * infinite.pop()
    terms = [term for term in terms if term[0] != 0]
    if not terms:
        return 0
    unit = Fraction(2) ** (max(e for _, e in terms) - 25)
    total = sum(int(v / unit) for v, _ in terms) * unit
    bits = fl.encode(total, fl.F32, "rz" if abs(total) < Fraction(2) ** 128 else "rn")
    return bits if bits != fl.sign_bit(fl.F32) else 0


def elements(rng, kind, f):
    """Of A, B and C: whole numbers, whose sums are exact in any order and by any rounding; numbers of
    different sizes; of very different sizes, some zero or special; at the ends of what f32 holds."""
    if kind == 0:
        whole = lambda limit, g: fl.encode(Fraction(rng.randint(-limit, limit)), g)
        return lambda: whole(60, f), lambda: whole(100000, fl.F32)
    sign = lambda g: fl.sign_bit(g) * rng.getrandbits(1)
    if kind == 3:
        at = lambda g, exponent: rng.getrandbits(g[0]) | exponent + fl.bias(g) << g[0] | sign(g)
        half = lambda: rng.choice([0, at(f, min(fl.bias(f) - 1, 63)), at(f, 1 - fl.bias(f))])
        return half, lambda: rng.choice([0x7F7FFFFF, rng.getrandbits(3), at(fl.F32, 127)]) | sign(fl.F32)
    spread = 3 if kind == 1 else 14

    def number(g, scale):
        exponent = fl.bias(g) + scale * rng.randint(-spread, spread)
        return rng.getrandbits(g[0]) | max(exponent, 0) << g[0] | sign(g)

    def half():
        if kind == 2 and rng.random() < 0.1:
            return rng.choice([0, fl.sign_bit(f), rng.getrandbits(f[0]), rng.getrandbits(f[0]) | fl.sign_bit(f)])
        if kind == 2 and rng.random() < 0.004:
            return rng.choice([fl.inf_bits(f), fl.inf_bits(f) | fl.sign_bit(f), fl.inf_bits(f) | 1])
        return number(f, 1)
    return half, lambda: number(fl.F32, 2)


def matrices():
    b = Builder("mma.sync", 128)
    b.declare(".reg .b32 %a<4>, %b<2>;", ".reg .f32 %c<4>, %d<4>;")
    for t, f in (("f16", fl.F16), ("bf16", fl.BF16)):
        for depth in (8, 16):
            columns, results = [[] for _ in range(depth // 4 + depth // 8 + 4)], [[] for _ in range(4)]
            for warp in range(4):
                half, single = elements(random.Random("mma %s %d %d" % (t, depth, warp)), warp, f)
                x, y, z = ([[of() for _ in range(n)] for _ in range(m)]
                           for of, m, n in ((half, 16, depth), (half, 8, depth), (single, 16, 8)))  # y by columns
                for lane in range(32):
                    at_a, at_b, at_c = pieces(depth)(lane)
                    halves = [x[i][k] for i, k in at_a] + [y[j][k] for k, j in at_b]
                    held = [low | high << 16 for low, high in zip(halves[::2], halves[1::2])]
                    for column, word in zip(columns, held + [z[i][j] for i, j in at_c]):
                        column.append(word)
                    for column, (i, j) in zip(results, at_c):
                        column.append(tensor_sum(x[i], y[j], z[i][j], f))
            names = ["%%a%d" % i for i in range(depth // 4)] + ["%%b%d" % i for i in range(depth // 8)]
            for reg, column in zip(names + ["%%c%d" % i for i in range(4)], columns):
                b.read("f32" if reg[1] == "c" else t + "x2", reg, column)
            regs = lambda r, n: "{" + ", ".join("%%%s%d" % (r, i) for i in range(n)) + "}"
            text = "mma.sync.aligned.m16n8k%d.row.col.f32.%s.%s.f32" % (depth, t, t)
            for to, what in (("d", text), ("c", text + " in place")):
                b.do("%s %s, %s, %s, %s;" % (text, regs(to, 4), regs("a", depth // 4), regs("b", depth // 8), regs("c", 4)))
                for i, column in enumerate(results):
                    b.result("f32", "%%%s%d" % (to, i), "%s d[%d]" % (what, i), column)
    b.write()


def write_all():
    matrices()
