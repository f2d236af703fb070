"""PTX ISA 9.7.14.5.15 to .17: ldmatrix, stmatrix, movmatrix."""
import random

from rows_memory import Builder, rng_values
from rows_mma import regs

WARP = 32


def rows_in_any_order(name):
    """Where the 32 rows of 16 bytes lie."""
    rng = random.Random(name)
    order = list(range(WARP))
    rng.shuffle(order)
    return [16 * v for v in order]


def halves(words):
    """64 b64 words as 32 rows of eight halves."""
    data = b"".join(w.to_bytes(8, "little") for w in words)
    return [[int.from_bytes(data[16 * r + 2 * i:16 * r + 2 * i + 2], "little") for i in range(8)] for r in range(WARP)]


def held(matrix, lane, transposed):
    """The manual's figure: lane holds row lane / 4, columns 2 (lane % 4) and the next; turned, its mirror image."""
    row, column = lane // 4, lane % 4 * 2
    pair = [matrix[column + i][row] if transposed else matrix[row][column + i] for i in range(2)]
    return pair[0] | pair[1] << 16


def loads():
    b = Builder("ldmatrix", WARP)
    words = rng_values("ldmatrix", 2 * WARP)
    places = rows_in_any_order("ldmatrix places")
    rows = halves(words)
    b.declare(".shared .align 16 .b8 s[512];", ".reg .b64 %v, %g;", ".reg .b32 %at, %place, %d<4>;")
    b.do("mov.u32 %at, s;\nmad.lo.u32 %at, %thread, 8, %at;")
    for half in range(2):
        b.read("b64", "%v", words[WARP * half:WARP * (half + 1)])
        b.do("st.shared.b64 [%%at+%d], %%v;" % (256 * half))
    b.read("u32", "%place", places)
    b.do("bar.warp.sync 0xffffffff;\nmov.u32 %at, s;\nadd.u32 %at, %at, %place;\ncvt.u64.u32 %g, %at;\ncvta.shared.u64 %g, %g;")
    for count in (1, 2, 4):
        for turn in ("", ".trans"):
            for space, where in ((".shared", "%at"), ("", "%g"), (".shared::cta", "%at")):
                text = "ldmatrix.sync.aligned.m8n8.x%d%s%s.b16" % (count, turn, space)
                b.do("%s %s, [%s];" % (text, regs("d", count), where))
                for m in range(count):
                    matrix = [rows[places[8 * m + r] // 16] for r in range(8)]
                    b.result("b32", "%%d%d" % m, "%s r[%d]" % (text, m), [held(matrix, lane, turn) for lane in range(WARP)])
    b.write()


def stores():
    b = Builder("stmatrix", WARP)
    data = [rng_values("stmatrix %d" % m, WARP, 32) for m in range(4)]
    places = rows_in_any_order("stmatrix places")
    b.declare(".shared .align 16 .b8 s[512];", ".reg .b64 %v, %g, %zero;", ".reg .b32 %at, %own, %place, %d<4>;")
    for m in range(4):
        b.read("b32", "%%d%d" % m, data[m])
    b.read("u32", "%place", places)
    b.do("mov.b64 %zero, 0;\nmov.u32 %own, s;\nmad.lo.u32 %own, %thread, 16, %own;")
    b.do("mov.u32 %at, s;\nadd.u32 %at, %at, %place;\ncvt.u64.u32 %g, %at;\ncvta.shared.u64 %g, %g;")
    for count in (1, 2, 4):
        for turn in ("", ".trans"):
            for space, where in ((".shared", "%at"), ("", "%g")):
                text = "stmatrix.sync.aligned.m8n8.x%d%s%s.b16" % (count, turn, space)
                b.do("st.shared.v2.b64 [%own], {%zero, %zero};\nbar.warp.sync 0xffffffff;")
                b.do("%s [%s], %s;\nbar.warp.sync 0xffffffff;" % (text, where, regs("d", count)))
                rows = [[0] * 8 for _ in range(WARP)]
                for m in range(count):
                    for lane in range(WARP):
                        row, column = lane // 4, lane % 4 * 2
                        for i in range(2):
                            half = data[m][lane] >> 16 * i & 0xFFFF
                            r, c = (column + i, row) if turn else (row, column + i)
                            rows[places[8 * m + r] // 16][c] = half
                for part in range(2):
                    b.do("ld.shared.b64 %%v, [%%own+%d];" % (8 * part))
                    b.result("b64", "%v", "%s half %d of each row" % (text, part),
                             [sum(rows[t][4 * part + i] << 16 * i for i in range(4)) for t in range(WARP)])
    b.write()


def moves():
    b = Builder("movmatrix", WARP)
    data = rng_values("movmatrix", WARP, 32)
    b.declare(".reg .b32 %v, %d;")
    b.read("b32", "%v", data)
    b.do("movmatrix.sync.aligned.m8n8.trans.b16 %d, %v;")
    matrix = [[data[r * 4 + c // 2] >> 16 * (c % 2) & 0xFFFF for c in range(8)] for r in range(8)]
    b.result("b32", "%d", "movmatrix.sync.aligned.m8n8.trans.b16", [held(matrix, lane, True) for lane in range(WARP)])
    b.write()


def write_all():
    loads()
    stores()
    moves()
