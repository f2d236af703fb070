"""PTX ISA 9.7.9.6 and 9.7.13: what the lanes of a warp and the threads of a block do together."""
import random
import struct
from fractions import Fraction

import floats as fl
from rows_integer import WIDTH, cut, val
from rows_memory import THREADS, Builder, rng_values

FULL = "0xffffffff"


def warps(values):
    return [values[i:i + 32] for i in range(0, len(values), 32)]


def shfl_source(mode, lane, b, c):
    """The manual's pseudo code: (source lane, predicate)."""
    segment, limit = c >> 8 & 31, c & 31
    high = lane & segment | limit & ~segment & 31
    low = lane & segment
    b &= 31
    j = {"up": lane - b, "down": lane + b, "bfly": lane ^ b, "idx": low | b & ~segment & 31}[mode]
    ok = j >= high if mode == "up" else j <= high
    return (j if ok else lane), ok


def shuffles():
    b = Builder("shfl.sync")
    data, picks = rng_values("shfl", THREADS, 32), [v % 32 for v in rng_values("pick", THREADS, 32)]
    b.declare(".reg .b32 %v, %pick, %d, %load;", ".reg .pred %p;")
    b.read("b32", "%v", data)
    b.read("u32", "%pick", picks)
    cases = [("up", 1, 0), ("up", 5, 0), ("down", 1, 31), ("down", 16, 31), ("bfly", 1, 31), ("bfly", 16, 31), ("idx", 0, 31),
             ("idx", 13, 31), ("up", 2, 0x1800), ("down", 3, 0x181F), ("bfly", 9, 0x101F), ("idx", 3, 0x1C1F),
             ("idx", None, 31), ("bfly", None, 0x181F), ("down", None, 0x1007), ("up", 33, 0)]
    for mode, amount, c in cases:
        text = "shfl.sync.%s.b32" % mode
        b.do("%s %%d|%%p, %%v, %s, %d, %s;" % (text, "%pick" if amount is None else amount, c, FULL))
        d, p = [], []
        for t in range(THREADS):
            j, ok = shfl_source(mode, t % 32, picks[t] if amount is None else amount, c)
            d.append(data[t // 32 * 32 + j])
            p.append(int(ok))
        what = "%s b=%s c=0x%x" % (text, "pick" if amount is None else amount, c)
        b.result("b32", "%d", what, d)
        b.result("pred", "%p", what + " predicate", p)
    b.do("shfl.sync.down.b32 %d, %v, 2, 31, " + FULL + ";")
    b.result("b32", "%d", "shfl.sync.down.b32 without a predicate",
             [data[t // 32 * 32 + shfl_source("down", t % 32, 2, 31)[0]] for t in range(THREADS)])
    half(b, "%odd", "shfl.sync.idx.b32 %d, %v, 7, 31, 0xaaaaaaaa;", "%d", "b32", "shfl.sync.idx.b32 of the odd lanes",
         [data[t // 32 * 32 + 7] if t & 1 else 0 for t in range(THREADS)])
    b.write()


def half(b, odd, text, reg, t, what, values, clear=True):
    """Lets only the odd lanes execute `text`."""
    if odd not in "".join(b.declarations):
        b.declare(".reg .pred %s;" % odd, ".reg .b32 %s_bit;" % odd)
    label = "L%d" % len(b.outs)
    b.do("and.b32 %s_bit, %%thread, 1;\nsetp.ne.u32 %s, %s_bit, 0;" % (odd, odd, odd))
    if clear:
        b.do("mov.b32 %s, 0;" % reg)
    b.do("@!%s bra %s;\n%s" % (odd, label, text))
    b.body.append(label + ":")
    b.do("bar.warp.sync %s;" % FULL)
    b.result(t, reg, what, values)


def votes():
    flags = [int(v % 3 != 0) for v in rng_values("vote", THREADS, 32)]
    flags[:32] = [1] * 32
    b = Builder("vote.sync")
    b.declare(".reg .pred %p, %q, %f;", ".reg .b32 %load;")
    b.read("pred", "%p", flags)
    per_warp = lambda fn: [fn(w) for w in warps(flags) for _ in w]
    functions = {"all": all, "any": any, "uni": lambda w: len(set(w)) == 1}
    for mode, fn in functions.items():
        for sign in ("", "!"):
            b.do("vote.sync.%s.pred %%q, %s%%p, %s;" % (mode, sign, FULL))
            b.result("pred", "%q", "vote.sync.%s.pred %sp" % (mode, sign),
                     per_warp(lambda w: int(fn([bool(x) != bool(sign) for x in w]))))
    b.declare(".reg .pred %none;")
    b.do("setp.eq.u32 %none, %thread, 9999;\nvote.sync.any.pred %q, %none, " + FULL + ";")
    b.result("pred", "%q", "vote.sync.any.pred of nobody", [0] * THREADS)
    b.write()
    b = Builder("vote.sync.ballot")
    b.declare(".reg .pred %p;", ".reg .b32 %d, %load;")
    b.read("pred", "%p", flags)
    word = lambda w: sum(x << i for i, x in enumerate(w))
    b.do("vote.sync.ballot.b32 %d, %p, " + FULL + ";")
    b.result("b32", "%d", "vote.sync.ballot.b32", per_warp(word))
    b.do("vote.sync.ballot.b32 %d, !%p, " + FULL + ";")
    b.result("b32", "%d", "vote.sync.ballot.b32 !p", per_warp(lambda w: word(w) ^ 0xFFFFFFFF))
    half(b, "%odd", "vote.sync.ballot.b32 %d, %p, 0xaaaaaaaa;", "%d", "b32", "vote.sync.ballot.b32 of the odd lanes",
         [word(w) & 0xAAAAAAAA if i & 1 else 0 for w in warps(flags) for i in range(32)])
    b.write()


def matches():
    b = Builder("match.sync")
    small = [v % 5 for v in rng_values("match", THREADS, 32)]
    small[32:] = [3] * 32
    wide = [v % 3 << 40 for v in rng_values("match64", THREADS, 32)]
    b.declare(".reg .b32 %v, %d, %load;", ".reg .b64 %w;", ".reg .pred %p;")
    b.read("b32", "%v", small)
    b.read("b64", "%w", wide)
    for t, reg, data in (("b32", "%v", small), ("b64", "%w", wide)):
        b.do("match.any.sync.%s %%d, %s, %s;" % (t, reg, FULL))
        b.result("b32", "%d", "match.any.sync." + t, [sum((x == v) << i for i, x in enumerate(w)) for w in warps(data) for v in w])
        b.do("match.all.sync.%s %%d|%%p, %s, %s;" % (t, reg, FULL))
        same = [int(len(set(w)) == 1) for w in warps(data) for _ in w]
        b.result("b32", "%d", "match.all.sync." + t, [0xFFFFFFFF * s for s in same])
        b.result("pred", "%p", "match.all.sync.%s predicate" % t, same)
    b.write()


def reductions():
    b = Builder("redux.sync")
    data = rng_values("redux", THREADS, 32)
    b.declare(".reg .b32 %v, %d, %load;")
    b.read("b32", "%v", data)
    fold = {"add": lambda w: sum(w), "min": min, "max": max,
            "and": lambda w: w[0] & fold["and"](w[1:]) if len(w) > 1 else w[0],
            "or": lambda w: w[0] | fold["or"](w[1:]) if len(w) > 1 else w[0],
            "xor": lambda w: w[0] ^ fold["xor"](w[1:]) if len(w) > 1 else w[0]}
    for op, t in [(o, t) for o in ("add", "min", "max") for t in ("u32", "s32")] + [(o, "b32") for o in ("and", "or", "xor")]:
        b.do("redux.sync.%s.%s %%d, %%v, %s;" % (op, t, FULL))
        b.result(t, "%d", "redux.sync.%s.%s" % (op, t),
                 [cut(fold[op]([val(x, t) for x in w]), t) for w in warps(data) for _ in w])
    half(b, "%odd", "redux.sync.add.u32 %d, %v, 0xaaaaaaaa;", "%d", "u32", "redux.sync.add.u32 of the odd lanes",
         [cut(sum(w[1::2]), "u32") if i & 1 else 0 for w in warps(data) for i in range(32)])
    b.write()


def masks():
    b = Builder("activemask")
    b.declare(".reg .b32 %d, %load;")
    b.do("bar.warp.sync " + FULL + ";\nactivemask.b32 %d;")
    b.result("b32", "%d", "activemask.b32 of a whole warp", [0xFFFFFFFF] * THREADS)
    half(b, "%odd", "activemask.b32 %d;", "%d", "b32", "activemask.b32 of the odd lanes",
         [0xAAAAAAAA if t & 1 else 0 for t in range(THREADS)])
    b.write()
    b = Builder("elect.sync")
    b.declare(".reg .b32 %d, %who, %count, %load;", ".reg .pred %p;")
    b.do("elect.sync %d|%p, " + FULL + ";\nvote.sync.ballot.b32 %who, %p, " + FULL + ";\npopc.b32 %count, %who;")
    b.result("u32", "%count", "elect.sync leaders in a warp", [1] * THREADS)
    b.do("shr.b32 %who, %who, %d;")
    b.result("u32", "%who", "elect.sync names the leader", [1] * THREADS)
    b.write(note="Which lane leads is not specified.")
    b = Builder("bar.warp.sync")
    data = rng_values("bar.warp.sync", THREADS, 32)
    b.declare(".shared .b32 s[64];", ".reg .b32 %v, %at, %x, %load;")
    b.read("b32", "%v", data)
    b.do("mov.u32 %at, s;\nmad.lo.u32 %at, %thread, 4, %at;\nst.shared.b32 [%at], %v;\nbar.warp.sync " + FULL + ";")
    b.do("xor.b32 %x, %thread, 1;\nmov.u32 %at, s;\nmad.lo.u32 %at, %x, 4, %at;\nld.shared.b32 %x, [%at];")
    b.result("b32", "%x", "the neighbour's value", [data[t ^ 1] for t in range(THREADS)])
    half(b, "%odd", "bar.warp.sync 0xaaaaaaaa;\nadd.u32 %x, %v, 1;", "%x", "b32", "bar.warp.sync of the odd lanes",
         [cut(data[t] + 1, "u32") if t & 1 else 0 for t in range(THREADS)])
    b.write()


def barriers():
    data = rng_values("bar", THREADS, 32)

    def exchange(row, waits):
        """A value goes to the mirror thread through shared memory, once a kind of wait."""
        b = Builder(row)
        b.declare(".shared .b32 s[%d];" % (64 * len(waits)), ".reg .b32 %v, %at, %x, %load;")
        b.read("b32", "%v", data)
        for k, wait in enumerate(waits):
            b.do("mov.u32 %%at, s;\nmad.lo.u32 %%at, %%thread, 4, %%at;\nst.shared.b32 [%%at+%d], %%v;\n%s" % (256 * k, wait))
            b.do("sub.u32 %%x, 63, %%thread;\nmov.u32 %%at, s;\nmad.lo.u32 %%at, %%x, 4, %%at;\nld.shared.b32 %%x, [%%at+%d];" % (256 * k))
            b.result("b32", "%x", "across " + wait.split(";")[0].strip(), data[::-1])
        return b
    exchange("bar.sync", ["bar.sync 0;", "bar.sync 3;", "bar.sync 1, 64;", "bar.cta.sync 15;"]).write()
    exchange("barrier.sync", ["barrier.sync 0;", "barrier.sync 2, 64;", "barrier.sync.aligned 0;", "barrier.cta.sync.aligned 4, 64;"]).write()
    for row, arrive, sync in (("bar.arrive", "bar.arrive 1, 64;", "bar.sync 1, 64;"),
                              ("barrier.arrive", "barrier.arrive 1, 64;", "barrier.sync 1, 64;")):
        b = Builder(row)
        b.declare(".shared .b32 s[64];", ".reg .b32 %v, %at, %x, %load;", ".reg .pred %first;")
        b.read("b32", "%v", data)
        b.do("""mov.u32 %%at, s;
        mad.lo.u32 %%at, %%thread, 4, %%at;
        mov.b32 %%x, 0;
        setp.lt.u32 %%first, %%thread, 32;
        @%%first st.shared.b32 [%%at], %%v;
        @!%%first bra Wait;
        %s
        bra Done;""" % arrive)
        b.body.append("Wait:")
        b.do(sync + "\nld.shared.b32 %x, [%at+-128];")
        b.body.append("Done:")
        b.result("b32", "%x", "the second warp reads what the first one wrote", [0] * 32 + data[:32])
        b.write()
    flags = [int(v % 3 == 0) for v in data]
    for row, prefix, suffix in (("bar.red", "bar", ""), ("barrier.red", "barrier", ""), ("barrier.red", "barrier", ".aligned")):
        if suffix == "":
            b = Builder(row)
            b.declare(".reg .pred %p, %q, %always;", ".reg .b32 %d, %load;")
            b.read("pred", "%p", flags)
            b.do("setp.ge.u32 %always, %thread, 0;")
        for sign, f in (("", flags), ("!", [1 - v for v in flags])):
            text = "%s.red.popc%s.u32" % (prefix, suffix)
            b.do("%s %%d, 0, %s%%p;" % (text, sign))
            b.result("u32", "%d", "%s %sp" % (text, sign), [sum(f)] * THREADS)
            for op, fn in (("and", all), ("or", any)):
                text = "%s.red.%s%s.pred" % (prefix, op, suffix)
                b.do("%s %%q, 1, 64, %s%%p;" % (text, sign))
                b.result("pred", "%q", "%s %sp" % (text, sign), [int(fn(f))] * THREADS)
                b.do("%s %%q, 0, %s%%always;" % (text, sign))
                b.result("pred", "%q", "%s %salways" % (text, sign), [int(not sign)] * THREADS)
        b.write()
    exchange("membar", ["membar.cta;\nbar.sync 0;", "membar.gl;\nbar.sync 0;", "membar.sys;\nbar.sync 0;"]).write()
    exchange("fence", ["fence.%s;\nbar.sync 0;" % f for f in
                       ("cta", "gpu", "sys", "cluster", "sc.cta", "sc.gpu", "sc.sys", "acq_rel.cta", "acq_rel.gpu", "acquire.sys",
                        "release.gpu")]).write()


def apply(op, old, x, t):
    a, b = val(old, t), val(x, t)
    if op == "inc":
        return 0 if old >= x else old + 1
    if op == "dec":
        return x if old == 0 or old > x else old - 1
    return cut({"add": a + b, "min": min(a, b), "max": max(a, b), "and": a & b, "or": a | b, "xor": a ^ b, "exch": b}[op], t)


INT_OPS = ([("add", t) for t in ("u32", "s32", "u64")] + [(o, t) for o in ("min", "max") for t in ("u32", "s32", "u64", "s64")] +
           [("inc", "u32"), ("dec", "u32")] + [(o, t) for o in ("and", "or", "xor", "exch") for t in ("b32", "b64")])


class AtomBuilder(Builder):
    """Each thread has a word of its own in global and in shared memory, at %global and %shared."""

    def __init__(self, name):
        super().__init__(name)
        self.module = ".global .align 16 .b8 words[1024];\n.global .align 8 .b64 total;"
        self.declare(".shared .align 16 .b8 near[1024];", ".shared .align 8 .b64 sum;", ".reg .b64 %at, %global, %shared, %generic, %far, %a64, %b64, %c64, %d64;",
                     ".reg .b32 %a32, %b32, %c32, %d32, %load;", ".reg .b16 %a16, %b16, %c16, %d16;")
        self.do("""mul.wide.u32 %at, %thread, 16;
        mov.u64 %global, words;
        add.u64 %global, %global, %at;
        mov.u64 %shared, near;
        add.u64 %shared, %shared, %at;
        cvta.shared.u64 %generic, %shared;
        cvta.global.u64 %far, %global;""")

    def one(self, space, text, bits, operands, old, new, returns=True, t=None):
        """Stores %a, performs `text` on it, and reports the old value and the new one."""
        where = {"global": "%global", "shared": "%shared", "": "%generic", "far": "%far"}[space]
        dot = "." + space if space in ("global", "shared") else ""
        self.do("st%s.b%d [%s], %%a%d;" % (dot, bits, where, bits))
        self.do("%s %s[%s], %s;" % (text, "%%d%d, " % bits if returns else "", where, operands))
        if returns:
            self.result("b%d" % bits, "%%d%d" % bits, text + " old", old)
        self.do("ld%s.b%d %%d%d, [%s];" % (dot, bits, bits, where))
        self.result(t or "b%d" % bits, "%%d%d" % bits, text + " new", new)


def integer_atomics():
    for row in ("atom.int", "red.int"):
        b = AtomBuilder(row)
        returns = row == "atom.int"
        a = {32: rng_values(row + "a", THREADS, 32), 64: rng_values(row + "a", THREADS, 64)}
        x = {32: rng_values(row + "b", THREADS, 32), 64: rng_values(row + "b", THREADS, 64)}
        a[32][:6] = [0, 5, 6, 7, 0xFFFFFFFF, 0x80000000]
        x[32][:6] = [9, 6, 6, 6, 0xFFFFFFFF, 0x7FFFFFFF]
        for bits in (32, 64):
            b.read("b%d" % bits, "%%a%d" % bits, a[bits])
            b.read("b%d" % bits, "%%b%d" % bits, x[bits])
        spaces = ["global", "shared", ""]
        forms = []
        for k, (op, t) in enumerate(INT_OPS):
            if op == "exch" and not returns:
                continue
            if op == "exch":
                # Not by a generic address of shared memory: ptxas 13.0 gives it an instruction that an
                # H200 seems to refuse there (error 717).
                forms += [(s, "", op, t) for s in ("global", "shared", "far")]
                continue
            forms += [(s, "", op, t) for s in (spaces if op == "add" else [spaces[k % 3], spaces[(k + 1) % 3]])]
        forms += [("global", ".relaxed.gpu", "add", "u32"), ("shared", ".relaxed.cta", "max", "s32"), ("global", ".release.sys", "or", "b32")]
        forms += [("global", ".acquire.gpu", "add", "u32"), ("shared", ".acq_rel.cta", "exch", "b32"), ("global", ".sys", "add", "u32"), ("global", "after.cta", "min", "s32")] if returns else []
        forms += [("", order, "add", t) for order, t in (("release.gpu", "u32"), ("relaxed.cta", "s32"))]
        for space, sem, op, t in forms:
            bits = WIDTH[t]
            text = row[:row.index(".")] + sem + ("." + space if space in ("global", "shared") else "") + ".%s.%s" % (op, t)
            if sem.startswith("after"):
                text = "%s.%s%s.%s.%s" % (row[:row.index(".")], space, sem[5:], op, t)
            elif sem and sem[0] != ".":    # the order that the CUDA headers write
                text = "%s.%s.%s.%s" % (row[:row.index(".")], op, sem, t)
            b.one(space, text, bits, "%%b%d" % bits, a[bits], [apply(op, p, q, t) for p, q in zip(a[bits], x[bits])], returns)
        contended(b, row)
        b.write()


def contended(b, row):
    """All 64 threads add to one word."""
    opcode = row[:row.index(".")]
    b.declare(".reg .b64 %one;", ".reg .pred %zeroth;")
    b.do("setp.eq.u32 %zeroth, %thread, 0;\nmov.b64 %one, 1;\n@%zeroth st.shared.b64 [sum], 100;\nbar.sync 0;")
    for space, name in (("global", "total"), ("shared", "sum")):
        b.do("%s.%s.add.u64 %s[%s], %%one;\nbar.sync 0;\nld.volatile.%s.b64 %%d64, [%s];" %
             (opcode, space, "%d64, " if opcode == "atom" else "", name, space, name))
        b.result("u64", "%d64", "%s.%s.add.u64 by 64 threads" % (opcode, space), [64 + (100 if space == "shared" else 0)] * THREADS)


def swaps():
    b = AtomBuilder("atom.cas")
    for bits in (16, 32, 64):
        old, new = rng_values("cas%d" % bits, THREADS, bits), rng_values("new%d" % bits, THREADS, bits)
        expected = [v if k % 2 else v ^ 1 for k, v in enumerate(old)]
        for reg, values in (("a", old), ("b", expected), ("c", new)):
            b.read("b%d" % bits, "%%%s%d" % (reg, bits), values)
        after = [n if e == o else o for o, e, n in zip(old, expected, new)]
        for space in ("global", "shared", ""):
            b.one(space, "atom%s.cas.b%d" % ("." + space if space else "", bits), bits, "%%b%d, %%c%d" % (bits, bits), old, after)
    b.one("global", "atom.acq_rel.gpu.global.cas.b32", 32, "%b32, %c32", *(lambda o, e, n: (o, [z if x == y else y for y, x, z in zip(o, e, n)]))(
        *[b.ins[i][1] for i in (3, 4, 5)]))
    b.write()


def float_values(name, f, count=THREADS):
    """Ordinary numbers, infinities and NaN; no subnormals, which global f32 atomics flush."""
    rng = random.Random(name)
    bits = 1 + f[0] + f[1]
    middle = fl.one_bits(f)
    spread = 6 << f[0]
    values = [rng.getrandbits(1) << bits - 1 | rng.randrange(middle - spread, middle + spread) for _ in range(count)]
    values[:5] = [0, fl.sign_bit(f), fl.inf_bits(f), fl.inf_bits(f) - 1, fl.one_bits(f)]
    return values


def summed(x, y, f):
    r = fl.add(x, y, f)
    return "nan" if fl.is_nan(r, f) else r


def wide_atomics():
    """Of 16 bytes: exchanged, and compared where both halves are as expected, one is, or none."""
    for row in ("atom.exch.b128", "atom.cas.b128"):
        b = Builder(row)
        names = ("old low", "old high", "new low", "new high")
        old_low, old_high, low, high = (rng_values(row + name, THREADS) for name in names)
        seen_low = [v ^ (t % 4 == 1) for t, v in enumerate(old_low)]
        seen_high = [v ^ (t % 4 == 2) << 63 for t, v in enumerate(old_high)]
        b.module = ".global .align 16 .b8 store[1024];"
        b.declare(".shared .align 16 .b8 near[1024];", ".reg .b64 %base, %at, %ol, %oh, %l, %h, %sl, %sh, %a, %b;",
                  ".reg .b128 %was, %seen, %new;")
        for reg, values in (("%ol", old_low), ("%oh", old_high), ("%l", low), ("%h", high), ("%sl", seen_low), ("%sh", seen_high)):
            b.read("b64", reg, values)
        b.do("mul.wide.u32 %at, %thread, 16;\nmov.b128 %new, {%l, %h};\nmov.b128 %seen, {%sl, %sh};")
        for space, place, ordered in (("global", "store", ".acq_rel.gpu"), ("shared", "near", ""), ("", "store", ".relaxed.sys")):
            b.do("mov.u64 %%base, %s;\nadd.u64 %%base, %%base, %%at;" % place)
            dot = "." + space if space else ""
            b.do("st%s.v2.b64 [%%base], {%%ol, %%oh};" % dot)
            operation = "exch.b128 %was, [%base], %new;" if "exch" in row else "cas.b128 %was, [%base], %seen, %new;"
            text = "atom%s%s.%s" % (ordered, dot, operation)
            b.do("%s\nmov.b128 {%%a, %%b}, %%was;" % text)
            what = text.split(" ")[0]
            b.result("b64", "%a", what + " old low half", old_low)
            b.result("b64", "%b", what + " old high half", old_high)
            b.do("ld%s.v2.b64 {%%a, %%b}, [%%base];" % dot)
            writes = [("exch" in row) or (t % 4 in (0, 3)) for t in range(THREADS)]
            b.result("b64", "%a", what + " new low half", [n if w else o for n, o, w in zip(low, old_low, writes)])
            b.result("b64", "%b", what + " new high half", [n if w else o for n, o, w in zip(high, old_high, writes)])
        b.write()


def float_atomics():
    for row in ("atom.float", "red.float"):
        b = AtomBuilder(row)
        for t, bits in (("f32", 32), ("f64", 64)):
            f = fl.FORMATS[t]
            x, y = float_values(row + t + "x", f), float_values(row + t + "y", f)
            y[2] |= fl.sign_bit(f)
            b.read(t, "%%a%d" % bits, x)
            b.read(t, "%%b%d" % bits, y)
            for space in ("global", "shared", ""):
                text = row[:row.index(".")] + ("." + space if space else "") + ".add." + t
                b.one(space, text, bits, "%%b%d" % bits, x, [summed(p, q, f) for p, q in zip(x, y)], row == "atom.float", t)
        b.write()
    for row in ("atom.half", "red.half"):
        b = AtomBuilder(row)
        for t, f in (("f16", fl.F16), ("bf16", fl.BF16)):
            x, y = float_values(row + t + "x", f), float_values(row + t + "y", f)
            x2 = [v | w << 16 for v, w in zip(x, x[7:] + x[:7])]
            y2 = [v | w << 16 for v, w in zip(y, y[7:] + y[:7])]
            b.read(t, "%a16", x)
            b.read(t, "%b16", y)
            b.read(t + "x2", "%a32", x2)
            b.read(t + "x2", "%b32", y2)

            def pair(p, q):
                halves = summed(p & 0xFFFF, q & 0xFFFF, f), summed(p >> 16, q >> 16, f)
                return "*" if "nan" in halves else halves[0] | halves[1] << 16
            for space in ("global", "shared", ""):
                text = row[:row.index(".")] + ("." + space if space else "") + ".add.noftz." + t
                b.one(space, text, 16, "%b16", x, [summed(p, q, f) for p, q in zip(x, y)], row == "atom.half", t)
                b.one(space, text + "x2", 32, "%b32", x2, [pair(p, q) for p, q in zip(x2, y2)], row == "atom.half", t + "x2")
        b.write()


def vector_atomics():
    """Four neighbours of f32, and of pairs of halves, each an atomic addition of its own."""
    for row in ("atom.vector", "red.vector"):
        b = Builder(row)
        b.module = ".global .align 16 .b8 words[1024];"
        returns = row == "atom.vector"
        b.declare(".reg .b64 %at, %p;", ".reg .b32 %a<4>, %b<4>, %d<4>, %load;")
        b.do("mul.wide.u32 %at, %thread, 16;\nmov.u64 %p, words;\nadd.u64 %p, %p, %at;")
        for t, f in (("f32", fl.F32), ("f16", fl.F16), ("bf16", fl.BF16)):
            half_type = t != "f32"
            kind = t + "x2" if half_type else t
            x = [float_values("%s%s%d" % (row, t, i), f) for i in range(8)]
            if half_type:
                x = [[v | w << 16 for v, w in zip(c, c[9:] + c[:9])] for c in x]
            for i in range(4):
                b.read(kind, "%%a%d" % i, x[i])
                b.read(kind, "%%b%d" % i, x[4 + i])

            def total(p, q, f=f, half_type=half_type):
                if not half_type:
                    return summed(p, q, f)
                low, high = summed(p & 0xFFFF, q & 0xFFFF, f), summed(p >> 16, q >> 16, f)
                return "*" if "nan" in (low, high) else low | high << 16
            for n in (2, 4):
                regs = lambda r, n=n: "{" + ", ".join("%%%s%d" % (r, i) for i in range(n)) + "}"
                text = "%s.global.add%s.v%d.%s" % (row[:row.index(".")], ".noftz" if half_type else "", n, kind)
                b.do("st.global.v4.b32 [%p], {%a0, %a1, %a2, %a3};")
                b.do("%s %s[%%p], %s;" % (text, regs("d") + ", " if returns else "", regs("b")))
                if returns:
                    for i in range(n):
                        b.result("b32", "%%d%d" % i, "%s old[%d]" % (text, i), x[i])
                b.do("ld.global.v4.b32 {%d0, %d1, %d2, %d3}, [%p];")
                for i in range(4):
                    b.result(kind, "%%d%d" % i, "%s new[%d]" % (text, i),
                             [total(p, q) for p, q in zip(x[i], x[4 + i])] if i < n else x[i])
        b.write()


def write_all():
    vector_atomics()
    shuffles()
    votes()
    matches()
    reductions()
    masks()
    barriers()
    integer_atomics()
    swaps()
    float_atomics()
    wide_atomics()
