"""PTX ISA 9.7.9.16 to .18 and 9.7.9.25.4 and .5: bulk copies, and hints for the L2 cache."""
from rows_integer import cut, val
from rows_memory import THREADS, Builder, rng_values

SIZE = 16  # bytes of a thread


class Bulk(Builder):
    """Each thread has 16 bytes of its own in global memory at %far, in shared memory at %near, and an mbarrier at
    %bar."""

    def __init__(self, name):
        super().__init__(name)
        self.module = ".global .align 128 .b8 there[2048];"
        self.declare(".shared .align 128 .b8 here[2048];", ".shared .align 8 .b64 bars[64];", ".reg .b64 %far, %at, %low, %high;",
                     ".reg .b32 %near, %bar, %n, %load;", ".reg .pred %p;")
        self.do("""mov.u32 %near, here;
        mad.lo.u32 %near, %thread, 16, %near;
        mov.u32 %bar, bars;
        mad.lo.u32 %bar, %thread, 8, %bar;
        mov.u64 %far, there;
        mul.wide.u32 %at, %thread, 16;
        add.u64 %far, %far, %at;
        cvta.global.u64 %at, %far;
        mbarrier.init.shared.b64 [%bar], 1;
        fence.mbarrier_init.release.cluster;
        mov.u32 %n, 16;""")
        self.phase = 0

    def fill(self, space, where, low, high):
        self.read("b64", "%low", low)
        self.read("b64", "%high", high)
        self.do("st%s.v2.b64 [%s], {%%low, %%high};\nfence.proxy.async;\nbar.sync 0;" % (space, where))

    def check(self, space, where, what, low, high):
        self.do("ld%s.v2.b64 {%%low, %%high}, [%s];" % (space, where))
        self.result("b64", "%low", what + " low half", low)
        self.result("b64", "%high", what + " high half", high)

    def expect(self):
        self.do("mbarrier.arrive.expect_tx.shared.b64 _, [%bar], %n;")

    def wait(self):
        label = "W%d" % len(self.body)
        self.body.append(label + ":")
        self.do("mbarrier.try_wait.parity.shared.b64 %%p, [%%bar], %d;\n@!%%p bra %s;" % (self.phase % 2, label))
        self.phase += 1

    def finish(self):
        self.do("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nfence.proxy.async;")


def copies():
    b = Bulk("cp.async.bulk")
    one, two = rng_values("bulk low", THREADS), rng_values("bulk high", THREADS)
    b.fill(".global", "%far", one, two)
    for k, space in enumerate(("shared::cta", "shared::cluster")):
        b.expect()
        b.do("cp.async.bulk.%s.global.mbarrier::complete_tx::bytes [%%near], [%%far], 16, [%%bar];" % space)
        b.wait()
        b.check(".shared", "%near", "cp.async.bulk.%s.global" % space, one, two)
        b.do("mov.b64 %low, 0;\nst.shared.v2.b64 [%near], {%low, %low};\nfence.proxy.async;")
    three, four = rng_values("bulk third", THREADS), rng_values("bulk fourth", THREADS)
    b.fill(".shared", "%near", three, four)
    b.do("cp.async.bulk.global.shared::cta.bulk_group [%far], [%near], %n;")
    b.finish()
    b.check(".global", "%far", "cp.async.bulk.global.shared::cta", three, four)
    b.do("bar.sync 0;\nmov.u32 %n, 1024;\nsetp.eq.u32 %p, %thread, 0;\n@%p cp.async.bulk.global.shared::cta.bulk_group [%far+1024], [%near], %n;")
    b.finish()
    b.do("bar.sync 0;")
    b.check(".global", "%far+1024", "cp.async.bulk.global.shared::cta of 1024 bytes by one thread", three, four)
    b.write()


def combined(op, t, old, new):
    """Element by element of 64 bits."""
    width = 32 if t[1:] == "32" else 64
    result = 0
    for at in range(0, 64, width):
        mask = (1 << width) - 1
        a, b = val(old >> at & mask, t), val(new >> at & mask, t)
        if op == "inc":
            r = 0 if a >= b else a + 1
        elif op == "dec":
            r = b if a == 0 or a > b else a - 1
        else:
            r = {"add": a + b, "min": min(a, b), "max": max(a, b), "and": a & b, "or": a | b, "xor": a ^ b}[op]
        result |= cut(r, t) << at
    return result


def reductions():
    b = Bulk("cp.reduce.async.bulk")
    old, new = (rng_values("reduce old %d" % i, THREADS) for i in range(2)), (rng_values("reduce new %d" % i, THREADS) for i in range(2))
    old, new = list(old), list(new)
    forms = [("add", "u32"), ("add", "s32"), ("add", "u64"), ("min", "u32"), ("max", "s32"), ("min", "s64"), ("max", "u64"), ("inc", "u32"), ("dec", "u32"),
             ("and", "b32"), ("or", "b32"), ("xor", "b32"), ("and", "b64"), ("xor", "b64")]
    for op, t in forms:
        b.fill(".global", "%far", *old)
        b.fill(".shared", "%near", *new)
        b.do("cp.reduce.async.bulk.global.shared::cta.bulk_group.%s.%s [%%far], [%%near], 16;" % (op, t))
        b.finish()
        b.check(".global", "%far", "cp.reduce.async.bulk.global.shared::cta %s.%s" % (op, t), *([combined(op, t, x, y) for x, y in zip(a, c)] for a, c in zip(old, new)))
    b.write()


def groups():
    for row in ("cp.async.bulk.commit_group", "cp.async.bulk.wait_group"):
        b = Bulk(row)
        one, two = rng_values(row, THREADS), rng_values(row + " high", THREADS)
        b.fill(".shared", "%near", one, two)
        for k in range(2):
            b.do("cp.async.bulk.global.shared::cta.bulk_group [%%far+%d], [%%near], 16;\ncp.async.bulk.commit_group;" % (1024 * k))
        b.do("cp.async.bulk.wait_group.read 1;\ncp.async.bulk.wait_group 1;")
        b.check(".global", "%far", "the first group", one, two)
        b.do("cp.async.bulk.wait_group 0;")
        b.check(".global", "%far+1024", "the second group", one, two)
        b.write()


def hints():
    value = rng_values("hints", THREADS, 32)
    b = Builder("cp.async.bulk.prefetch")
    b.declare(".reg .b32 %v, %load;", ".reg .b64 %at;")
    b.do("and.b64 %at, %in, -16;\ncp.async.bulk.prefetch.L2.global [%at], 16;")
    b.read("b32", "%v", value)
    b.result("b32", "%v", "the value prefetched", value)
    b.write()
    for row, texts in (("applypriority", ("applypriority.global.L2::evict_normal", "applypriority.L2::evict_normal")), ("discard", ("discard.global.L2", "discard.L2"))):
        b = Builder(row)
        b.module = ".global .align 128 .b8 lines[8192];"
        b.declare(".reg .b32 %v, %x, %load;", ".reg .b64 %at, %generic;")
        b.read("b32", "%v", value)
        b.do("mul.wide.u32 %at, %thread, 128;\nmov.u64 %generic, lines;\nadd.u64 %at, %generic, %at;\ncvta.global.u64 %generic, %at;")
        for text in texts:
            b.do("%s [%s], 128;\nst.global.b32 [%%at], %%v;" % (text, "%at" if "global" in text else "%generic"))
            b.do("ld.global.b32 %x, [%at];")
            b.result("b32", "%x", "written after " + text, value)
        b.write()
    b = Builder("createpolicy")
    b.declare(".reg .b32 %v, %load;", ".reg .b64 %policy;")
    b.ins.append(("b32", value))
    for text in ("createpolicy.fractional.L2::evict_last.b64 %policy, 0.5;", "createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 %policy;",
                 "createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %policy, [%in], 4096, 8192;"):
        b.do(text + "\nld.global.L2::cache_hint.b32 %v, [%in], %policy;")
        b.result("b32", "%v", "loaded by the policy of " + text.split(" ")[0], value)
    b.write("The policy itself is opaque.")
    b = Builder("fence.proxy")
    b.declare(".reg .b32 %v, %load;")
    for text in ("fence.proxy.alias;", "fence.proxy.async;", "fence.proxy.async.global;", "fence.proxy.async.shared::cta;", "fence.proxy.async.shared::cluster;",
                 "fence.mbarrier_init.release.cluster;"):
        b.do(text)
    b.read("b32", "%v", value)
    b.result("b32", "%v", "a value loaded behind them", value)
    b.write()


def write_all():
    copies()
    reductions()
    groups()
    hints()
