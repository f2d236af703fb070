"""PTX ISA 9.7.18: video instructions, from the manual's pseudo code, on Python's unbounded integers."""
import itertools

from alu_row import Case, write

PARTS = {"": (0, 32), ".b0": (0, 8), ".b1": (8, 8), ".b2": (16, 8), ".b3": (24, 8), ".h0": (0, 16), ".h1": (16, 16)}
COMPARES = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
            "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}
OPS = {"vadd": lambda a, b: a + b, "vsub": lambda a, b: a - b, "vabsdiff": lambda a, b: abs(a - b), "vmin": min, "vmax": max,
       "vavrg": lambda a, b: (a + b + (a + b >= 0)) >> 1}
TYPES = ("u32", "s32")


def number(bits, width, t):
    bits &= (1 << width) - 1
    return bits - (1 << width) if t == "s32" and bits >> width - 1 else bits


def part(word, selector, t):
    at, width = PARTS[selector]
    return number(word >> at, width, t)


def clamp(v, width, t):
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if t == "s32" else (0, (1 << width) - 1)
    return max(low, min(high, v))


def saturated(op, v, width, t):
    """Of one lane. Only the shifts and vmad do what the manual says of .sat; the others were seen on an H100."""
    if op in ("vshl", "vshr"):  # at 32 bits whatever part is written, of the 34 bits that a shift keeps
        v = v & (1 << 34) - 1
        return clamp(v - (1 << 34) if v >> 33 else v, 32, t)
    if width < 32:  # negative numbers count as large ones
        return min(v & (1 << 64) - 1, clamp(1 << 40, width, t))
    return max(v, 0) if t == "u32" else clamp(v, 32, t)


def secondary(op2, v, c, t):
    """Of 64 bits, of which 32 are left."""
    if op2 == "add":
        return v + c & 0xFFFFFFFF
    x, y = number(v, 64, t), number(c, 32, t)
    return {"min": min(x, y), "max": max(x, y)}[op2] & 0xFFFFFFFF


def merged(selector, v, c):
    """.h1 takes the upper half of the value: seen on an H100."""
    at, width = PARTS[selector]
    mask = (1 << width) - 1 << at
    return (v if selector == ".h1" else v << at) & mask | c & ~mask & 0xFFFFFFFF


def scalar(op, fn, types, sat, parts, op2):
    d_type, a_type, b_type = types
    d_part, a_part, b_part = parts

    def of(a, b, c=0):
        v = fn(part(a, a_part, a_type), part(b, b_part, b_type))
        if sat:
            v = saturated(op, v, PARTS[d_part][1], d_type)
        if d_part:
            return merged(d_part, v, c)
        # A secondary minimum or maximum sees the lower 32 bits of these, as a signed number.
        if op in ("vadd", "vsub") or sat and op in ("vshl", "vshr"):
            v = number(v, 32, "s32")
        return secondary(op2, v, c, d_type) if op2 else v & 0xFFFFFFFF
    return of


def case(op, types, fn, parts=("", "", ""), sat="", op2="", tail="", written=None):
    text = "%s.%s%s%s%s" % (op, ".".join(written or types), sat, tail, "." + op2 if op2 else "")
    three = bool(op2 or parts[0])
    operands = " {d}%s, {0}%s, {1}%s%s" % (parts + (", {2}" if three else "",))
    return Case(text + operands, "b32", "b32 b32 b32" if three else "b32 b32", scalar(op, fn, types, sat, parts, op2),
                text + " d%s, a%s, b%s" % parts)


def arithmetic():
    pick = itertools.cycle(PARTS)
    for op in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
        cases = []
        for types in itertools.product(TYPES, repeat=3):
            for sat in ("", ".sat"):
                cases.append(case(op, types, OPS[op], sat=sat))
                cases.append(case(op, types, OPS[op], ("", next(pick), next(pick)), sat, next(iter(["add", "min", "max"][len(cases) % 3:]))))
                cases.append(case(op, types, OPS[op], ([".b0", ".b3", ".h0", ".h1"][len(cases) % 4], next(pick), next(pick)), sat))
        write(op, cases)


def shifts():
    for op in ("vshl", "vshr"):
        cases = []
        for d, a in itertools.product(TYPES, repeat=2):
            for sat in ("", ".sat"):
                for mode in ("clamp", "wrap"):
                    def fn(v, count, mode=mode):
                        count = min(count, 32) if mode == "clamp" else count & 31
                        return v << count if op == "vshl" else v >> count
                    types = (d, a, "u32")
                    cases.append(case(op, types, fn, ("", "", ".b0"), sat, tail="." + mode))
                    cases.append(case(op, types, fn, ("", ".h1", ".b1"), sat, "add", tail="." + mode))
                    cases.append(case(op, types, fn, (".b2", ".b3", ".b0"), sat, tail="." + mode))
        write(op, cases)


def multiply_add():
    cases = []
    signs = ("", "-")
    for d, a, b in itertools.product(TYPES, repeat=3):
        if (d == "u32") != (a == b == "u32"):
            continue
        for k, (sat, scale) in enumerate(itertools.product(("", ".sat"), ("", ".shr7", ".shr15"))):
            for form in ("plain", "po", "product", "addend"):
                po = form == "po"
                minus_a = "-" if form == "product" else ""
                minus_c = "-" if form == "addend" else ""
                if (minus_a or minus_c) and d == "u32":
                    continue
                parts = ("", ".h0", ".b2") if k % 2 else ("", "", "")

                def fn(x, y, c, a=a, b=b, sat=sat, scale=scale, po=po, minus_a=minus_a, minus_c=minus_c, parts=parts):
                    final = "s32" if "s32" in (a, b) or minus_a or minus_c else "u32"
                    # Seen on an H100: words are signed numbers whatever their type; an unsigned shift shifts zeros in.
                    p, q = (number(part(w, at, t), 32, "s32") for w, at, t in ((x, parts[1], a), (y, parts[2], b)))
                    addend = number(c, 32, "s32")
                    total = (-p * q if minus_a else p * q) + (-addend if minus_c else addend) + po
                    if scale:
                        total = (total & (1 << 64) - 1 if final == "u32" else total) >> int(scale[4:])
                    return (clamp(total, 32, final) if sat else total) & 0xFFFFFFFF
                text = "vmad.%s.%s.%s%s%s%s" % (d, a, b, ".po" if po else "", sat, scale)
                cases.append(Case("%s {d}, %s{0}%s, {1}%s, %s{2}" % (text, minus_a, parts[1], parts[2], minus_c), "b32", "b32 b32 b32", fn,
                                  "%s %sa%s, b%s, %sc" % (text, minus_a, parts[1], parts[2], minus_c)))
    write("vmad", cases, 32)


def comparisons():
    cases = []
    pick = itertools.cycle(PARTS)
    for a, b in itertools.product(TYPES, repeat=2):
        for name, compare in COMPARES.items():
            fn = lambda x, y, compare=compare: int(compare(x, y))
            types = ("u32", a, b)
            cases.append(case("vset", types, fn, tail="." + name, written=(a, b)))
            cases.append(case("vset", types, fn, ("", next(pick), next(pick)), op2="add", tail="." + name, written=(a, b)))
            cases.append(case("vset", types, fn, (".h1", next(pick), next(pick)), tail="." + name, written=(a, b)))
    write("vset", cases)


def side_by_side(fn, types, count, sat, adds, mask, a_parts=None, b_parts=None):
    """a_parts, b_parts: of each lane the part of {a, b} that it reads, the lowest lane first."""
    d_type, a_type, b_type = types
    width = 32 // count

    def of(a, b, c):
        total, word = number(c, 32, d_type), 0
        both = a | b << 32
        for i in range(count):
            lane = (1 << width) - 1 << i * width
            if not mask >> i & 1:
                word |= c & lane
                continue
            from_a = a_parts[i] if a_parts else i
            from_b = b_parts[i] if b_parts else count + i
            v = fn(number(both >> from_a * width, width, a_type), number(both >> from_b * width, width, b_type))
            v = clamp(v, width, d_type) if sat else v
            total += v
            word |= v << i * width & lane
        return (total if adds else word) & 0xFFFFFFFF
    return of


def simd():
    for count, letter in ((2, "h"), (4, "b")):
        full = (1 << count) - 1
        for op in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"):
            cases = []
            for types in itertools.product(TYPES, repeat=3):
                for tail, mask in (("", full), (".sat", full), (".add", full), ("", 1), (".add", full - 1)):
                    cases.append(simd_case("%s%d" % (op, count), types, OPS[op], count, letter, tail, mask, ".".join(types) + tail))
            for a_parts, b_parts in ((range(count)[::-1], None), (None, [0] * count), ([2 * count - 1] * count, range(count)),
                                     ([(3 * i + 1) % (2 * count) for i in range(count)], [(5 * i + 2) % (2 * count) for i in range(count)])):
                for types in (("u32", "u32", "u32"), ("s32", "s32", "u32")):
                    cases.append(simd_case("%s%d" % (op, count), types, OPS[op], count, letter, "", full, ".".join(types), a_parts, b_parts))
            write("%s%d" % (op, count), cases, 32)
        cases = []
        for a, b in itertools.product(TYPES, repeat=2):
            for name, compare in COMPARES.items():
                fn = lambda x, y, compare=compare: int(compare(x, y))
                for tail, mask in (("", full), (".add", full), ("", 2)):
                    cases.append(simd_case("vset%d" % count, ("u32", a, b), fn, count, letter, tail, mask, "%s.%s.%s%s" % (a, b, name, tail)))
                cases.append(simd_case("vset%d" % count, ("u32", a, b), fn, count, letter, "", full, "%s.%s.%s" % (a, b, name),
                                       [2 * count - 1 - i for i in range(count)], range(count)))
        write("vset%d" % count, cases, 32)


def simd_case(op, types, fn, count, letter, tail, mask, modifiers, a_parts=None, b_parts=None):
    select = lambda parts: "" if parts is None else "." + letter + "".join(str(p) for p in reversed(list(parts)))
    full = (1 << count) - 1
    lanes = "" if mask == full else "." + letter + "".join(str(i) for i in reversed(range(count)) if mask >> i & 1)
    text = "%s.%s" % (op, modifiers)
    a, b = select(a_parts), select(b_parts)
    return Case("%s {d}%s, {0}%s, {1}%s, {2}" % (text, lanes, a, b), "b32", "b32 b32 b32",
                side_by_side(fn, types, count, tail == ".sat", tail == ".add", mask, a_parts, b_parts),
                text + " d" + lanes + (", a%s, b%s" % (a, b) if a + b else ""))


def write_all():
    arithmetic()
    shifts()
    multiply_add()
    comparisons()
    simd()
