"""PTX ISA 9.7.1, 9.7.2 and 9.7.8, from the manual's pseudo code, on Python's unbounded integers."""
from alu_row import Case, write

WIDTH = {"b8": 8, "u8": 8, "s8": 8, "u16": 16, "s16": 16, "b16": 16, "u32": 32, "s32": 32, "b32": 32,
         "u64": 64, "s64": 64, "b64": 64}
ALL = ["u16", "u32", "u64", "s16", "s32", "s64"]


def is_signed(t):
    return t[0] == "s"


def cut(v, t):
    return v & ((1 << WIDTH[t]) - 1)


def val(b, t):
    n = WIDTH[t]
    return b - (1 << n) if is_signed(t) and b >> (n - 1) else b


def clamp(v, t):
    n = WIDTH[t]
    lo, hi = (-(1 << n - 1), (1 << n - 1) - 1) if is_signed(t) else (0, (1 << n) - 1)
    return cut(min(max(v, lo), hi), t)


def of(t, fn):
    """fn on values, cut to the type."""
    return lambda *x: cut(fn(*(val(b, t) for b in x)), t)


def halves(t, fn):
    one = of(t, fn)
    return lambda a, b: one(a & 0xFFFF, b & 0xFFFF) | one(a >> 16, b >> 16) << 16


def n_ary(name, n, fn, types=ALL, extra=()):
    write(name, [Case("%s.%s" % (name.split(".")[0], t), t, " ".join([t] * n), of(t, fn)) for t in types]
          + list(extra))


def truncated(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def or_unspecified(t, fn):
    return lambda a, b: "*" if b == 0 else of(t, fn)(a, b)


def high(t):
    return lambda a, b: (a * b) >> WIDTH[t]


def arithmetic():
    sat = lambda fn: lambda a, b: clamp(fn(val(a, "s32"), val(b, "s32")), "s32")
    pairs = lambda op, fn: [Case(op + ".u16x2", "u16x2", "u16x2 u16x2", halves("u16", fn)),
                            Case(op + ".s16x2", "s16x2", "s16x2 s16x2", halves("s16", fn))]
    plus, minus = (lambda a, b: a + b), (lambda a, b: a - b)
    n_ary("add.int", 2, plus, extra=[Case("add.sat.s32", "s32", "s32 s32", sat(plus))] + pairs("add", plus))
    n_ary("sub.int", 2, minus, extra=[Case("sub.sat.s32", "s32", "s32 s32", sat(minus))])
    relu = lambda fn: lambda a, b: max(fn(a, b), 0)
    for name, fn in (("min.int", min), ("max.int", max)):
        op = name[:3]
        n_ary(name, 2, fn, extra=pairs(op, fn) + [
            Case(op + ".relu.s32", "s32", "s32 s32", of("s32", relu(fn))),
            Case(op + ".s32.relu", "s32", "s32 s32", of("s32", relu(fn))),
            Case(op + ".relu.s16x2", "s16x2", "s16x2 s16x2", halves("s16", relu(fn)))])
    n_ary("sad", 3, lambda a, b, c: c + abs(a - b))
    n_ary("abs.int", 1, abs, ["s16", "s32", "s64"])
    n_ary("neg.int", 1, lambda a: -a, ["s16", "s32", "s64"])
    write("div.int", [Case("div." + t, t, t + " " + t, or_unspecified(t, truncated)) for t in ALL])
    write("rem.int", [Case("rem." + t, t, t + " " + t, or_unspecified(t, lambda a, b: a - b * truncated(a, b)))
                      for t in ALL])


def products():
    cases, mad = [], []
    for t in ALL:
        cases += [Case("mul.lo." + t, t, t + " " + t, of(t, lambda a, b: a * b)),
                  Case("mul.hi." + t, t, t + " " + t, of(t, high(t)))]
        three = " ".join([t] * 3)
        mad += [Case("mad.lo." + t, t, three, of(t, lambda a, b, c: a * b + c)),
                Case("mad.hi." + t, t, three, of(t, lambda a, b, c, h=high(t): h(a, b) + c))]
        if WIDTH[t] < 64:
            w = t[0] + str(2 * WIDTH[t])
            cases.append(Case("mul.wide." + t, w, t + " " + t,
                              lambda a, b, t=t, w=w: cut(val(a, t) * val(b, t), w)))
            mad.append(Case("mad.wide." + t, w, "%s %s %s" % (t, t, w),
                            lambda a, b, c, t=t, w=w: cut(val(a, t) * val(b, t) + c, w)))
    mad.append(Case("mad.hi.sat.s32", "s32", "s32 s32 s32", lambda a, b, c: clamp(
        (val(a, "s32") * val(b, "s32") >> 32) + val(c, "s32"), "s32")))
    write("mul.int", cases)
    write("mad.int", mad)
    low24 = lambda b, t: (b & 0xFFFFFF) - (1 << 24 if is_signed(t) and b >> 23 & 1 else 0)
    cases, mad = [], []
    for t in ("u32", "s32"):
        for mode, shift in (("lo", 0), ("hi", 16)):
            fn = lambda a, b, t=t, shift=shift: cut(low24(a, t) * low24(b, t) >> shift, t)
            cases.append(Case("mul24.%s.%s" % (mode, t), t, t + " " + t, fn))
            mad.append(Case("mad24.%s.%s" % (mode, t), t, " ".join([t] * 3),
                            lambda a, b, c, fn=fn, t=t: cut(fn(a, b) + c, t)))
    mad.append(Case("mad24.hi.sat.s32", "s32", "s32 s32 s32", lambda a, b, c: clamp(
        val(cut(low24(a, "s32") * low24(b, "s32") >> 16, "s32"), "s32") + val(c, "s32"), "s32")))
    write("mul24", cases)
    write("mad24", mad)


def dots():
    def part(word, index, bits, t):
        v = word >> (index * bits) & ((1 << bits) - 1)
        return v - (1 << bits) if is_signed(t) and v >> (bits - 1) else v
    four, two = [], []
    for ta in ("u32", "s32"):
        for tb in ("u32", "s32"):
            tc = "u32" if ta == tb == "u32" else "s32"
            four.append(Case("dp4a.%s.%s" % (ta, tb), tc, "%s %s %s" % (ta, tb, tc),
                             lambda a, b, c, ta=ta, tb=tb: cut(c + sum(
                                 part(a, i, 8, ta) * part(b, i, 8, tb) for i in range(4)), "u32")))
            for mode, base in (("lo", 0), ("hi", 2)):
                two.append(Case("dp2a.%s.%s.%s" % (mode, ta, tb), tc, "%s %s %s" % (ta, tb, tc),
                                lambda a, b, c, ta=ta, tb=tb, base=base: cut(c + sum(
                                    part(a, i, 16, ta) * part(b, base + i, 8, tb) for i in range(2)), "u32")))
    write("dp4a", four)
    write("dp2a", two)


def bfe(t):
    n = WIDTH[t]

    def fn(a, b, c):
        position, length = (b & 0xFF, c & 0xFF) if n == 32 else (b, c)    # 64 bits: measured
        top = n - 1
        sign = 0 if not is_signed(t) or length == 0 else a >> min(position + length - 1, top) & 1
        return sum((a >> (position + i) & 1 if i < length and position + i <= top else sign) << i
                   for i in range(n))
    return fn


def bfi(n):
    def fn(a, b, c, d):
        position, length = (c & 0xFF, d & 0xFF) if n == 32 else (c, d)    # 64 bits: measured
        for i in range(min(length, n)):
            if position + i < n:
                b = b & ~(1 << position + i) | (a >> i & 1 if i < n else 0) << position + i
        return b
    return fn


def bfind(t, shift_amount):
    n = WIDTH[t]

    def fn(a):
        a = ~val(a, t) if val(a, t) < 0 else a
        if a == 0:
            return 0xFFFFFFFF
        return n - a.bit_length() if shift_amount else a.bit_length() - 1
    return fn


def fns(mask, base, offset):
    offset = val(offset, "s32")
    if base > 31:
        return "*"
    if offset == 0:
        return base if mask >> base & 1 else 0xFFFFFFFF
    position, count, step = base, abs(offset) - 1, 1 if offset > 0 else -1
    while 0 <= position < 32:
        if mask >> position & 1:
            if count == 0:
                return position
            count -= 1
        position += step
    return 0xFFFFFFFF


def szext(t, mode):
    def fn(a, b):
        low = b & 31
        too_large = b >= 32 and mode == "clamp"
        mask = 0 if too_large else cut(-1 << low, "u32")
        fill = t == "s32" and low != 0 and not too_large and a >> (low - 1) & 1
        return a & ~mask & 0xFFFFFFFF | (mask if fill else 0)
    return fn


def bmsk(mode):
    def fn(a, b):
        start, end = a & 31, (a & 31) + (b & 31)
        outside = mode == "clamp" and a >= 32
        wide = mode == "clamp" and b >= 32
        mask0 = 0 if outside else cut(-1 << start, "u32")
        mask1 = 0 if end >= 32 or outside or wide else cut(-1 << end, "u32")
        return mask0 & ~mask1
    return fn


def bit_fields():
    write("popc", [Case("popc." + t, "u32", t, lambda a: bin(a).count("1")) for t in ("b32", "b64")])
    write("clz", [Case("clz." + t, "u32", t, lambda a, n=WIDTH[t]: n - a.bit_length()) for t in ("b32", "b64")])
    write("brev", [Case("brev." + t, t, t, lambda a, n=WIDTH[t]: int(format(a, "0%db" % n)[::-1], 2))
                   for t in ("b32", "b64")])
    write("bfind", [Case("bfind.%s%s" % (s, t), "u32", t, bfind(t, bool(s)))
                    for t in ("u32", "s32", "u64", "s64") for s in ("", "shiftamt.")])
    write("fns", [Case("fns.b32", "u32", "u32 small small", fns)])
    write("bfe", [Case("bfe." + t, t, t + " shift length", bfe(t)) for t in ("u32", "s32", "u64", "s64")])
    write("bfi", [Case("bfi." + t, t, "%s %s shift length" % (t, t), bfi(WIDTH[t])) for t in ("b32", "b64")])
    write("szext", [Case("szext.%s.%s" % (m, t), t, t + " shift", szext(t, m))
                    for m in ("clamp", "wrap") for t in ("u32", "s32")])
    write("bmsk", [Case("bmsk.%s.b32" % m, "b32", "shift shift", bmsk(m)) for m in ("clamp", "wrap")])


def carries():
    """A carry flag lives only between neighbouring instructions, so a case is a short sequence."""
    rows = {"add.cc": [], "addc": [], "sub.cc": [], "subc": [], "mad.cc": [], "madc": []}
    for t in ("u32", "s32", "u64", "s64"):
        n = WIDTH[t]
        m = (1 << n) - 1
        s = lambda a, t=t: val(a, t)
        zero = "addc.u32 {e}, 0, 0"
        borrow = "subc.u32 {e}, 0, 0"
        rows["add.cc"].append(Case("add.cc.%s {d}, {0}, {1}; %s" % (t, zero), t + " u32", "%s %s" % (t, t),
                                   lambda a, b, n=n, m=m: (a + b & m, a + b >> n), "add.cc." + t))
        rows["sub.cc"].append(Case("sub.cc.%s {d}, {0}, {1}; %s" % (t, borrow), t + " u32", "%s %s" % (t, t),
                                   lambda a, b, m=m: (a - b & m, 0xFFFFFFFF if a < b else 0), "sub.cc." + t))
        # A borrow is a missing carry of a + ~b + 1: code that divides 128-bit integers adds it.
        rows["sub.cc"].append(Case("sub.cc.%s {d}, {0}, {1}; %s" % (t, zero), t + " u32", "%s %s" % (t, t),
                                   lambda a, b, m=m: (a - b & m, 1 if a >= b else 0), "sub.cc." + t))
        carry_in = "add.cc.u32 {d}, {2}, 0xffffffff" if n == 32 else "add.cc.u64 {d}, {2}, 0xffffffffffffffff"
        borrow_in = ("sub.cc.u%d {d}, 0, {2}" % n)
        flag = t
        for op, first, rest in (("addc", carry_in, zero), ("subc", borrow_in, borrow)):
            def fn(a, b, c, op=op, n=n, m=m):
                k = 1 if c else 0
                if op == "addc":
                    return a + b + k & m, a + b + k >> n
                return a - b - k & m, 0xFFFFFFFF if a - b - k < 0 else 0
            rows[op].append(Case("%s; %s.cc.%s {d}, {0}, {1}; %s" % (first, op, t, rest), t + " u32",
                                 "%s %s %s" % (t, t, flag), fn, "%s.cc.%s" % (op, t)))
            rows[op].append(Case("%s; %s.%s {d}, {0}, {1}" % (first, op, t), t, "%s %s %s" % (t, t, flag),
                                 lambda a, b, c, fn=fn: fn(a, b, c)[0], "%s.%s" % (op, t)))
        for mode in ("lo", "hi"):
            half = lambda a, b, mode=mode, n=n, m=m, s=s: (s(a) * s(b) >> (n if mode == "hi" else 0)) & m
            rows["mad.cc"].append(Case("mad.%s.cc.%s {d}, {0}, {1}, {2}; %s" % (mode, t, zero), t + " u32",
                                       " ".join([t] * 3),
                                       lambda a, b, c, half=half, n=n, m=m: (half(a, b) + c & m, half(a, b) + c >> n),
                                       "mad.%s.cc.%s" % (mode, t)))
            with_carry = lambda a, b, c, d, half=half, n=n, m=m: (
                half(a, b) + c + (1 if d else 0) & m, half(a, b) + c + (1 if d else 0) >> n)
            first = carry_in.replace("{2}", "{3}")
            rows["madc"].append(Case("%s; madc.%s.cc.%s {d}, {0}, {1}, {2}; %s" % (first, mode, t, zero), t + " u32",
                                     " ".join([t] * 4), with_carry, "madc.%s.cc.%s" % (mode, t)))
            rows["madc"].append(Case("%s; madc.%s.%s {d}, {0}, {1}, {2}" % (first, mode, t), t, " ".join([t] * 4),
                                     lambda a, b, c, d, f=with_carry: f(a, b, c, d)[0], "madc.%s.%s" % (mode, t)))
    for name, cases in rows.items():
        write(name, cases)


def prmt(mode):
    tables = {"f4e": ["3210", "4321", "5432", "6543"], "b4e": ["5670", "6701", "7012", "0123"],
              "rc8": ["0000", "1111", "2222", "3333"], "ecl": ["3210", "3211", "3222", "3333"],
              "ecr": ["0000", "1110", "2210", "3210"], "rc16": ["1010", "3232", "1010", "3232"]}

    def fn(a, b, c):
        data = [(b << 32 | a) >> 8 * i & 0xFF for i in range(8)]
        result = 0
        for i in range(4):
            pick = int(tables[mode][c & 3][3 - i]) if mode else c >> 4 * i & 15
            byte = data[pick & 7]
            result |= (byte if not pick & 8 else 0xFF if byte >> 7 else 0) << 8 * i
        return result
    return fn


def logic():
    for name, fn in (("and", lambda a, b: a & b), ("or", lambda a, b: a | b), ("xor", lambda a, b: a ^ b)):
        write(name, [Case("%s.%s" % (name, t), t, t + " " + t, fn) for t in ("pred", "b16", "b32", "b64")])
    write("not", [Case("not.pred", "pred", "pred", lambda a: 1 - a)] +
          [Case("not." + t, t, t, lambda a, t=t: cut(~a, t)) for t in ("b16", "b32", "b64")])
    write("cnot", [Case("cnot." + t, t, t, lambda a: int(a == 0)) for t in ("b16", "b32", "b64")])
    lut = lambda table: lambda a, b, c: sum(
        (table >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i for i in range(32))
    write("lop3", [Case("lop3.b32 {d}, {0}, {1}, {2}, 0x%02x" % k, "b32", "b32 b32 b32", lut(k), "lop3.b32(0x%02x)" % k)
                   for k in (0x00, 0x96, 0xE8, 0xCA, 0x80, 0xFE, 0x1B, 0x6A, 0xFF, 0x35)])

    combine = {"and": lambda x, q: x and q, "or": lambda x, q: x or q}
    write("lop3.combined", [Case("lop3.%s.b32 {d}|{e}, {0}, {1}, {2}, 0x%02x, %s{3}" % (op, k, sign), "b32 pred", "b32 b32 b32 pred",
                                 lambda a, b, c, q, op=op, f=lut(k), sign=sign: (f(a, b, c), int(combine[op](f(a, b, c) != 0, bool(q) != bool(sign)))),
                                 "lop3.%s.b32(0x%02x) %sq" % (op, k, sign))
                            for op in combine for k in (0x80, 0xCA, 0x00) for sign in ("", "!")])

    def shf(left, wrap):
        def fn(a, b, c):
            n = c & 31 if wrap else min(c, 32)
            both = b << 32 | a
            return (both << n >> 32 if left else both >> n) & 0xFFFFFFFF
        return fn
    write("shf", [Case("shf.%s.%s.b32" % (d, m), "b32", "b32 b32 shift", shf(d == "l", m == "wrap"))
                  for d in "lr" for m in ("clamp", "wrap")])
    write("shl", [Case("shl." + t, t, t + " shift", lambda a, b, t=t: cut(a << min(b, 64), t))
                  for t in ("b16", "b32", "b64")])
    write("shr", [Case("shr." + t, t, t + " shift", lambda a, b, t=t: cut(val(a, t) >> min(b, 64), t))
                  for t in ("b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64")])
    write("prmt", [Case("prmt.b32" + ("." + m if m else ""), "b32", "b32 b32 " + ("shift" if m else "b32"), prmt(m))
                   for m in ("", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16")])


def write_all():
    arithmetic()
    products()
    dots()
    bit_fields()
    carries()
    logic()
