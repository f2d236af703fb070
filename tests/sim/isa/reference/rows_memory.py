"""PTX ISA 9.7.9.8 to 9.7.9.25: loads, stores, address conversions, asynchronous copies."""
import random

import ptx_file

THREADS = 64
# suffix, offset, registers ("16", "32" or "64" bits each)
LOADS = [("u8", 3, ["16"]), ("s8", 5, ["16"]), ("b8", 7, ["16"]), ("u16", 2, ["16"]), ("s16", 6, ["16"]),
         ("b16", 14, ["16"]), ("u32", 4, ["32"]), ("s32", 8, ["32"]), ("b32", 12, ["32"]), ("f32", 0, ["32"]),
         ("u64", 0, ["64"]), ("s64", 8, ["64"]), ("b64", 8, ["64"]), ("f64", 0, ["64"]),
         ("u8", 1, ["32"]), ("s8", 1, ["32"]), ("s16", 10, ["32"]), ("u16", 10, ["64"]), ("s8", 15, ["64"]),
         ("s32", 12, ["64"]), ("u32", 12, ["64"]),
         ("v2.u8", 4, ["16"] * 2), ("v4.u8", 8, ["32"] * 4), ("v2.s8", 6, ["32"] * 2), ("v4.s16", 8, ["32"] * 4),
         ("v2.b16", 4, ["16"] * 2), ("v4.u16", 0, ["16"] * 4), ("v2.u32", 8, ["32"] * 2), ("v2.f32", 0, ["32"] * 2),
         ("v4.b32", 0, ["32"] * 4), ("v4.f32", 0, ["32"] * 4), ("v2.u64", 0, ["64"] * 2), ("v2.f64", 0, ["64"] * 2)]


def rng_values(name, count, bits=64):
    rng = random.Random(name)
    return [rng.getrandbits(bits) for _ in range(count)]


def elements(suffix):
    parts = suffix.split(".")
    return (int(parts[0][1]), parts[1]) if len(parts) == 2 else (1, parts[0])


def loaded(record, suffix, offset, widths):
    """The registers after a load from a 16-byte record, zero or sign extended to their width."""
    n, t = elements(suffix)
    size = ptx_file.SIZES[t]
    result = []
    for i in range(n):
        v = int.from_bytes(record[offset + i * size:offset + (i + 1) * size], "little")
        if t[0] == "s" and v >> (8 * size - 1):
            v -= 1 << 8 * size
        result.append(v & ((1 << int(widths[i])) - 1))
    return result


def as_record(low, high):
    return low.to_bytes(8, "little") + high.to_bytes(8, "little")


class Builder:
    """Collects the statements and output columns of a test of its own making."""

    def __init__(self, name, threads=THREADS):
        self.name, self.threads = name, threads
        self.declarations, self.body, self.ins, self.outs, self.module = [], [], [], [], ""

    def declare(self, *lines):
        self.declarations += lines

    def do(self, text):
        self.body += [line.strip() for line in text.strip().split("\n")]

    def read(self, t, reg, values):
        self.body += ptx_file.load(t, reg, len(self.ins), self.threads)
        self.ins.append((t, values))

    def result(self, t, reg, what, values):
        self.body += ptx_file.store(t, reg, len(self.outs), self.threads)
        self.outs.append((t, what, values))

    def place(self, t, what, values):
        """An output column that the body itself stores to; returns its address."""
        self.outs.append((t, what, values))
        return "[%%out+%d]" % ((len(self.outs) - 1) * self.threads * 8)

    def write(self, note=None):
        ptx_file.write(self.name, self.threads, self.ins, self.outs, self.declarations, self.body, self.module, note)


RECORD = """
mul.wide.u32 %at, %thread, 16;
"""
SPACES = {
    "global": (".global .align 16 .b8 store[1024];", [], "mov.u64 %base, store;\nadd.u64 %base, %base, %at;"),
    "shared": ("", [".shared .align 16 .b8 store[1024];"], "mov.u64 %base, store;\nadd.u64 %base, %base, %at;"),
    "local": ("", [".local .align 16 .b8 store[16];"], "mov.u64 %base, store;"),
    "": (".global .align 16 .b8 far[1024];",
         [".shared .align 16 .b8 near[1024];", ".local .align 16 .b8 own[16];", ".reg .b64 %g, %s, %l;", ".reg .pred %odd, %third;",
          ".reg .b32 %two;"],
         """mov.u64 %g, far;
         cvta.global.u64 %g, %g;
         add.u64 %g, %g, %at;
         mov.u64 %s, near;
         cvta.shared.u64 %s, %s;
         add.u64 %s, %s, %at;
         mov.u64 %l, own;
         cvta.local.u64 %l, %l;
         and.b32 %two, %thread, 1;
         setp.eq.u32 %odd, %two, 1;
         and.b32 %two, %thread, 4;
         setp.ne.u32 %third, %two, 0;
         selp.b64 %base, %s, %g, %odd;
         selp.b64 %base, %l, %base, %third;"""),
}
VARIANTS = {
    "global": ["weak.global", "volatile.global", "relaxed.gpu.global", "acquire.sys.global", "relaxed.cta.global",
               "global.ca", "global.cg", "global.cs", "global.lu", "global.cv", "global.L1::evict_last",
               "global.L1::no_allocate", "global.L2::128B", "mmio.relaxed.sys.global"],
    "shared": ["weak.shared", "volatile.shared", "relaxed.cta.shared", "acquire.cta.shared", "shared::cta", "volatile.shared::cta"],
    "local": ["weak.local", "local.ca", "local.cs"],
    "": ["weak", "volatile", "relaxed.gpu", "acquire.sys", "ca", "cv"],
    "const": ["weak.const"],
}
STORE_VARIANTS = {
    "global": ["weak.global", "volatile.global", "relaxed.gpu.global", "release.sys.global", "global.wb", "global.cg",
               "global.cs", "global.wt", "global.L1::evict_last", "mmio.relaxed.sys.global"],
    "shared": ["weak.shared", "volatile.shared", "relaxed.cta.shared", "release.cta.shared", "shared::cta"],
    "local": ["weak.local", "local.wb"],
    "": ["weak", "volatile", "relaxed.gpu", "release.sys", "cg"],
}


def dotted(*parts):
    return ".".join(p for p in parts if p)


def space_start(b, space):
    module, declarations, address = SPACES[space]
    b.module = module
    b.declare(".reg .b64 %at, %base;", *declarations)
    b.do(RECORD)
    b.do(address)


def load_all(b, prefix, base, records, loads=LOADS, variants=()):
    """One output column a loaded element; `records` by thread."""
    for k, (suffix, offset, widths) in enumerate(list(loads) + [(v, 4, ["32"]) for v in variants]):
        text = prefix + "." + suffix if (suffix, offset, widths) in LOADS else "ld." + suffix + ".b32"
        kind = suffix if (suffix, offset, widths) in LOADS else "b32"
        regs = ["%%x%d_%d" % (k, i) for i in range(len(widths))]
        for r, w in zip(regs, widths):
            b.declare(".reg .b%s %s;" % (w, r))
        target = regs[0] if len(regs) == 1 else "{" + ", ".join(regs) + "}"
        b.do("%s %s, [%s+%d];" % (text, target, base, offset))
        per_thread = [loaded(r, kind, offset, widths) for r in records]
        for i, r in enumerate(regs):
            b.result("b" + widths[i], r, "%s[%d]" % (text, i), [v[i] for v in per_thread])


def wide_load(b, text, base, records):
    """A load of 128 bits, taken apart; read-only and constant memory has no place for more."""
    b.declare(".reg .b128 %wide;", ".reg .b64 %lower, %upper;")
    b.do("%s.b128 %%wide, [%s];\nmov.b128 {%%lower, %%upper}, %%wide;" % (text, base))
    for reg, at in (("%lower", 0), ("%upper", 8)):
        b.result("b64", reg, "%s.b128[%d]" % (text, at // 8), [int.from_bytes(r[at:at + 8], "little") for r in records])


def loads(name, space):
    b = Builder(name)
    low, high = rng_values(name + "0", THREADS), rng_values(name + "1", THREADS)
    b.declare(".reg .b64 %low, %high;", ".reg .b32 %load;")
    b.read("b64", "%low", low)
    b.read("b64", "%high", high)
    space_start(b, space)
    b.do("st.%sv2.b64 [%%base], {%%low, %%high};" % (space + "." if space else ""))
    records = [as_record(*r) for r in zip(low, high)]
    load_all(b, dotted("ld", space), "%base", records, variants=VARIANTS[space])
    wide_load(b, dotted("ld", space), "%base", records)
    b.write()


def constant_loads():
    b = Builder("ld.const")
    data = rng_values("ld.const", 2 * THREADS)
    b.module = ".const .align 16 .b64 table[%d] = {%s};" % (len(data), ", ".join("0x%x" % v for v in data))
    b.declare(".reg .b64 %at, %base;", ".reg .b32 %load;")
    b.do(RECORD)
    b.do("mov.u64 %base, table;\nadd.u64 %base, %base, %at;")
    records = [as_record(data[2 * t], data[2 * t + 1]) for t in range(THREADS)]
    load_all(b, "ld.const", "%base", records, variants=VARIANTS["const"])
    wide_load(b, "ld.const", "%base", records)
    b.write()


def read_only_loads():
    for name, prefix, uniform in (("ld.global.nc", "ld.global.nc", False), ("ldu", "ldu.global", True)):
        b = Builder(name)
        data = rng_values(name, THREADS)
        b.ins.append(("b64", data))
        b.declare(".reg .b64 %base, %at;", ".reg .b32 %load, %pair;")
        b.do("ld.param.u64 %base, [in];")
        if not uniform:
            b.do("and.b32 %pair, %thread, 62;\nmul.wide.u32 %at, %pair, 8;\nadd.u64 %base, %base, %at;")
        first = [0 if uniform else t & 62 for t in range(THREADS)]
        variants = [] if uniform else ["global.ca.nc", "global.cg.nc", "global.nc.L1::evict_last", "global.nc.L2::256B"]
        records = [as_record(data[t], data[t + 1]) for t in first]
        load_all(b, prefix, "%base", records, variants=variants)
        wide_load(b, prefix, "%base", records)
        if uniform:
            b.declare(".reg .b32 %any;")
            b.do("ldu.u32 %any, [%base];")
            b.result("u32", "%any", "ldu.u32", [data[0] & 0xFFFFFFFF] * THREADS)
        b.write()


STORES = [("u8", 3), ("s8", 5), ("b8", 15), ("u16", 2), ("s16", 6), ("b16", 14), ("u32", 4), ("s32", 8), ("b32", 12),
          ("f32", 0), ("u64", 0), ("s64", 8), ("b64", 8), ("f64", 0), ("v2.u8", 4), ("v4.u8", 8), ("v4.s8", 0),
          ("v2.b16", 4), ("v4.u16", 8), ("v2.u32", 8), ("v2.f32", 0), ("v4.b32", 0), ("v4.f32", 0), ("v2.b64", 0),
          ("v2.f64", 0)]


def store_all(b, prefix, space, low, high, variants):
    zero = "st.%sv2.b64 [%%base], {%%zero, %%zero};" % (space + "." if space else "")
    back = "ld.%sv2.b64 {%%first, %%second}, [%%base];" % (space + "." if space else "")
    for suffix, offset in STORES + [(v, 4) for v in variants]:
        known = (suffix, offset) in STORES
        n, t = elements(suffix) if known else (1, "b32")
        size = ptx_file.SIZES[t]
        regs = {1: ["%h0", "%h1", "%h2", "%h3"], 2: ["%h0", "%h1", "%h2", "%h3"],
                4: ["%w0", "%w1", "%w2", "%w3"], 8: ["%low", "%high"]}[size][:n]
        text = prefix + "." + suffix if known else "st." + suffix + ".b32"
        b.do(zero)
        b.do("%s [%%base+%d], %s;" % (text, offset, regs[0] if n == 1 else "{" + ", ".join(regs) + "}"))
        b.do(back)
        firsts, seconds = [], []
        for x, y in zip(low, high):
            source = {1: [x, x >> 16, x >> 32, x >> 48], 2: [x, x >> 16, x >> 32, x >> 48],
                      4: [x, x >> 32, y, y >> 32], 8: [x, y]}[size]
            record = bytearray(16)
            for i in range(n):
                record[offset + i * size:offset + (i + 1) * size] = (source[i] & ((1 << 8 * size) - 1)).to_bytes(size, "little")
            firsts.append(int.from_bytes(record[:8], "little"))
            seconds.append(int.from_bytes(record[8:], "little"))
        b.result("b64", "%first", text + " low half", firsts)
        b.result("b64", "%second", text + " high half", seconds)


STORE_REGISTERS = (".reg .b64 %low, %high, %zero, %first, %second;", ".reg .b32 %w<4>, %load;", ".reg .b16 %h<4>;")
STORE_START = """mov.b64 %zero, 0;
mov.b64 {%w0, %w1}, %low;
mov.b64 {%w2, %w3}, %high;
mov.b64 {%h0, %h1, %h2, %h3}, %low;"""


def stores(name, space):
    b = Builder(name)
    low, high = rng_values(name + "0", THREADS), rng_values(name + "1", THREADS)
    b.declare(*STORE_REGISTERS)
    b.read("b64", "%low", low)
    b.read("b64", "%high", high)
    b.do(STORE_START)
    space_start(b, space)
    store_all(b, dotted("st", space), space, low, high, STORE_VARIANTS[space])
    b.declare(".reg .b128 %wide;")
    b.do("st.%sv2.b64 [%%base], {%%zero, %%zero};" % (space + "." if space else ""))
    b.do("mov.b128 %%wide, {%%low, %%high};\n%s.b128 [%%base], %%wide;" % dotted("st", space))
    b.do("ld.%sv2.b64 {%%first, %%second}, [%%base];" % (space + "." if space else ""))
    b.result("b64", "%first", dotted("st", space) + ".b128 low half", low)
    b.result("b64", "%second", dotted("st", space) + ".b128 high half", high)
    b.write()


def parameters():
    """A device function copies its 16-byte argument to its result, in parts."""
    parts = [("b64", 0, "%d"), ("b32", 8, "%r"), ("s16", 12, "%h"), ("u8", 14, "%h"), ("s8", 15, "%h")]
    copy = "\n".join("  ld.param.%s %s, [p+%d];\n  st.param.%s [r+%d], %s;" % (t, reg, o, t, o, reg) for t, o, reg in parts)
    vectors = "\n".join("  ld.param.%s {%s}, [p+%d];\n  st.param.%s [r+%d], {%s};" % (t, regs, o, t, o, regs) for t, o, regs in (
        ("v2.b32", 0, "%r, %s"), ("v4.u8", 8, "%h, %i, %j, %k"), ("v2.u16", 12, "%h, %i")))
    registers = "  .reg .b64 %d; .reg .b32 %r, %s; .reg .b16 %h, %i, %j, %k;\n"
    module = ""
    for name, body in (("scalars", copy), ("vectors", vectors)):
        module += (".func (.param .align 16 .b8 r[16]) %s(.param .align 16 .b8 p[16])\n{\n%s%s\n  ret;\n}\n" %
                   (name, registers, body))
    for row in ("ld.param", "st.param"):
        b = Builder(row)
        low, high = rng_values(row + "0", THREADS), rng_values(row + "1", THREADS)
        b.module = module
        b.declare(".reg .b64 %low, %high, %first, %second, %again;", ".reg .b32 %load;")
        b.read("b64", "%low", low)
        b.read("b64", "%high", high)
        for name in ("scalars", "vectors"):
            b.do("""{
            .param .align 16 .b8 argument[16];
            .param .align 16 .b8 result[16];
            st.param.b64 [argument], %%low;
            st.param.b64 [argument+8], %%high;
            call.uni (result), %s, (argument);
            ld.param.b64 %%first, [result];
            ld.param.b64 %%second, [result+8];
            }""" % name)
            b.result("b64", "%first", name + " low half", low)
            b.result("b64", "%second", name + " high half", high)
        if row == "ld.param":
            b.do("{\n.param .align 16 .b8 argument[16];\nst.param.b64 [argument], %low;\nst.param.b64 [argument+8], %high;")
            wide_load(b, "ld.param", "argument", [as_record(*r) for r in zip(low, high)])
            b.do("}")
        b.do("ld.param.u64 %again, [in];\nmul.wide.u32 %first, %thread, 8;\nadd.u64 %again, %again, %first;\nsub.u64 %again, %again, %in;")
        b.result("u64", "%again", "ld.param.u64 of the kernel", [0] * THREADS)
        b.write()


def hints():
    b = Builder("prefetch")
    value = rng_values("prefetch", THREADS, 32)
    b.declare(".reg .b32 %v, %load;")
    for text in ("prefetch.global.L1", "prefetch.global.L2", "prefetch.L1", "prefetch.L2", "prefetch.global.L2::evict_last",
                 "prefetch.global.L2::evict_normal"):
        b.do(text + " [%in];")
    b.read("b32", "%v", value)
    b.result("b32", "%v", "the value prefetched", value)
    b.write()
    b = Builder("prefetchu")
    b.declare(".reg .b32 %v, %load;")
    b.do("prefetchu.L1 [%in];")
    b.read("b32", "%v", value)
    b.result("b32", "%v", "the value prefetched", value)
    b.write()


def addresses():
    b = Builder("isspacep")
    b.module = ".global .b32 g;\n.const .b32 c = 5;"
    b.declare(".shared .b32 s;", ".local .b32 l;", ".reg .b64 %a_global, %a_shared, %a_local, %a_const;", ".reg .pred %p;", ".reg .b32 %load;")
    names = {"global": "g", "shared": "s", "local": "l", "const": "c"}
    for space, v in names.items():
        b.do("mov.u64 %%a_%s, %s;\ncvta.%s.u64 %%a_%s, %%a_%s;" % (space, v, space, space, space))
    for space in names:
        for asked in list(names) + ["shared::cta"]:
            b.do("isspacep.%s %%p, %%a_%s;" % (asked, space))
            b.result("pred", "%p", "isspacep.%s of %s" % (asked, space), [int(asked.split(":")[0] == space)] * THREADS)
    b.do("isspacep.global %p, %out;")
    b.result("pred", "%p", "isspacep.global of a buffer", [1] * THREADS)
    b.write()
    for row in ("cvta", "cvta.to"):
        b = Builder(row)
        b.module = ".global .align 8 .b64 g[64];\n.const .align 8 .b64 c[2] = {77, 88};"
        b.declare(".shared .align 8 .b64 s[64];", ".local .align 8 .b64 l;", ".reg .b64 %v, %plain, %generic, %back, %x, %eight;",
                  ".reg .b32 %load;")
        value = rng_values(row, THREADS)
        b.read("b64", "%v", value)
        b.do("mul.wide.u32 %eight, %thread, 8;")
        for space, v in names.items():
            b.do("mov.u64 %%plain, %s;" % v)
            if space in ("global", "shared"):
                b.do("add.u64 %plain, %plain, %eight;")
            b.do("cvta.%s.u64 %%generic, %%plain;" % space)
            b.do("cvta.to.%s.u64 %%back, %%generic;" % space)
            if space != "const":
                b.do("st.b64 [%generic], %v;")
            b.do("ld.%s.b64 %%x, [%%back];" % space)
            b.result("b64", "%x", "%s through a generic address" % space, value if space != "const" else [77] * THREADS)
            b.do("sub.u64 %back, %back, %plain;")
            b.result("b64", "%back", "cvta.to.%s of cvta.%s" % (space, space), [0] * THREADS)
        b.write()


def async_copies():
    for row in ("cp.async", "cp.async.commit_group", "cp.async.wait_group"):
        b = Builder(row)
        data = rng_values(row, THREADS)
        b.ins.append(("b64", data))
        b.declare(".shared .align 16 .b8 s[4096];", ".reg .b64 %pair, %at;", ".reg .b32 %place, %even, %w, %load;", ".reg .b64 %first, %second, %ones;")
        b.do("""ld.param.u64 %pair, [in];
        and.b32 %even, %thread, 62;
        mul.wide.u32 %at, %even, 8;
        add.u64 %pair, %pair, %at;
        mov.u32 %place, s;
        mad.lo.u32 %place, %thread, 16, %place;
        mov.b64 %ones, -1;""")
        records = [as_record(data[t & 62], data[t & 62 | 1]) for t in range(THREADS)]

        def copy(offset, text, size, count=None):
            b.do("st.shared.v2.b64 [%%place+%d], {%%ones, %%ones};" % offset)
            b.do("%s [%%place+%d], [%%pair], %d%s;" % (text, offset, size, "" if count is None else ", %d" % count))

        def check(offset, what, size, count=None):
            b.do("ld.shared.v2.b64 {%%first, %%second}, [%%place+%d];" % offset)
            halves = ([], [])
            for r in records:
                n = size if count is None else count
                got = r[:n] + bytes(size - n) + b"\xff" * (16 - size)
                halves[0].append(int.from_bytes(got[:8], "little"))
                halves[1].append(int.from_bytes(got[8:], "little"))
            b.result("b64", "%first", what + " low half", halves[0])
            b.result("b64", "%second", what + " high half", halves[1])
        forms = [("cp.async.ca.shared.global", 4, None), ("cp.async.ca.shared.global", 8, None),
                 ("cp.async.cg.shared.global", 16, None), ("cp.async.ca.shared::cta.global.L2::128B", 16, None)]
        if row == "cp.async":
            for text, size, count in forms + [("cp.async.ca.shared.global", 4, 2), ("cp.async.cg.shared.global", 16, 5),
                                              ("cp.async.cg.shared.global", 16, 0)]:
                copy(0, text, size, count)
                b.do("cp.async.wait_all;")
                check(0, "%s %d %s" % (text, size, "" if count is None else count), size, count)
        else:
            for k in range(4):
                copy(1024 * k, forms[k][0], forms[k][1])
                b.do("cp.async.commit_group;")
            for k, pending in enumerate((3, 2, 1, 0)):
                b.do("cp.async.wait_group %d;" % pending)
                check(1024 * k, "group %d" % k, forms[k][1])
        b.write()


def write_all():
    for space in ("global", "shared", "local", ""):
        loads("ld." + (space or "generic"), space)
        stores("st." + (space or "generic"), space)
    constant_loads()
    read_only_loads()
    parameters()
    hints()
    addresses()
    async_copies()
