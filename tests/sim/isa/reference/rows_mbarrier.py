"""PTX ISA 9.7.13.15: barriers in shared memory."""
from rows_memory import THREADS, Builder, rng_values

COUNTS = [2 + v % 9 for v in rng_values("mbarrier", THREADS, 32)]
BYTES = [16 + v % 4096 for v in rng_values("mbarrier bytes", THREADS, 32)]


class Object:
    """The manual's: counts of the current phase and of the next one, and bytes."""

    def __init__(self, count):
        self.expected = self.pending = count
        self.bytes = self.phase = 0

    def settle(self):
        if self.pending == 0 and self.bytes == 0:
            self.phase += 1
            self.pending = self.expected

    def arrive(self, count=1, more_bytes=0, drop=False):
        before = (self.phase, self.pending)
        self.bytes += more_bytes
        self.expected -= count if drop else 0
        self.pending -= count
        self.settle()
        return before

    def complete(self, count):
        self.bytes -= count
        self.settle()

    def over(self, state):
        return int(self.phase > state[0])

    def over_parity(self, parity):
        return int(self.phase % 2 != parity)


class Own(Builder):
    """Each thread has an mbarrier of its own at %bar, by a generic address at %far."""

    def __init__(self, row):
        super().__init__(row)
        self.declare(".shared .align 8 .b8 bars[512];", ".reg .b32 %bar, %n, %m, %bytes, %some, %left, %load;",
                     ".reg .b64 %wide, %far, %state, %later;", ".reg .pred %p;")
        self.read("u32", "%n", COUNTS)
        self.read("u32", "%bytes", BYTES)
        self.do("""mov.u32 %bar, bars;
        mad.lo.u32 %bar, %thread, 8, %bar;
        cvt.u64.u32 %wide, %bar;
        cvta.shared.u64 %far, %wide;
        sub.u32 %m, %n, 1;
        shr.b32 %some, %bytes, 1;
        sub.u32 %left, %bytes, %some;""")
        self.objects = []

    def init(self, count="%n", text="mbarrier.init.shared.b64 [%bar]"):
        self.do("%s, %s;" % (text, count))
        counts = COUNTS if count == "%n" else [int(count)] * THREADS
        self.objects = [Object(c) for c in counts]

    def every(self, act):
        return [act(t, o) for t, o in enumerate(self.objects)]

    def pending(self, states, what, register="%state"):
        self.do("mbarrier.pending_count.b64 %%some, %s;" % register)
        self.result("u32", "%some", what + ", pending before", [s[1] for s in states])
        self.do("shr.b32 %some, %bytes, 1;")

    def over(self, states, what, text="mbarrier.test_wait.shared.b64 %p, [%bar], %state;"):
        self.do(text)
        self.result("pred", "%p", what, self.every(lambda t, o: o.over(states[t])))

    def parity(self, parity, what, text="mbarrier.test_wait.parity.shared.b64 %%p, [%%bar], %d;"):
        self.do(text % parity)
        self.result("pred", "%p", what + ", parity %d is over" % parity, self.every(lambda t, o: o.over_parity(parity)))

    def finish(self):
        """The arrivals but one that a phase of %n waits for."""
        self.do("mbarrier.arrive.shared.b64 _, [%bar], %m;")
        self.every(lambda t, o: o.arrive(COUNTS[t] - 1))


def begin_and_end():
    for row in ("mbarrier.init", "mbarrier.inval"):
        b = Own(row)
        for text in ("shared.b64 [%bar]", "shared::cta.b64 [%bar]", "b64 [%far]"):
            if row == "mbarrier.inval":
                b.init("7")
                b.do("mbarrier.inval.%s;" % text)
                b.init()
            else:
                b.init(text="mbarrier.init." + text)
            b.do("mbarrier.arrive.shared.b64 %state, [%bar];")
            states = b.every(lambda t, o: o.arrive())
            b.pending(states, text)
            b.over(states, text + ", phase is over")
            b.parity(0, text)
            b.parity(1, text)
        b.write()


def transactions():
    for row, forms in (("mbarrier.expect_tx", ("relaxed.cta.shared.b64 [%bar]", "shared::cta.b64 [%bar]", "relaxed.cluster.b64 [%far]")),
                       ("mbarrier.complete_tx", ("relaxed.cta.shared.b64 [%bar]", "shared::cta.b64 [%bar]", "b64 [%far]"))):
        b = Own(row)
        for form in forms:
            expects = row == "mbarrier.expect_tx"
            b.init("1")
            b.do("mbarrier.expect_tx.%s, %%bytes;" % (form if expects else "shared.b64 [%bar]"))
            b.do("mbarrier.arrive.shared.b64 %state, [%bar];")
            states = b.every(lambda t, o: o.arrive(1, BYTES[t]))
            b.over(states, form + ", over before the bytes come")
            come = "mbarrier.complete_tx.%s, %%%%%s;" % ("shared.b64 [%%bar]" if expects else form.replace("%", "%%"), "%s")
            b.do(come % "some")
            b.every(lambda t, o: o.complete(BYTES[t] // 2))
            b.over(states, form + ", over before all bytes come")
            b.do(come % "left")
            b.every(lambda t, o: o.complete(BYTES[t] - BYTES[t] // 2))
            b.over(states, form + ", over when all bytes have come")
        b.write()


def arrivals():
    for row, drop in (("mbarrier.arrive", False), ("mbarrier.arrive_drop", True)):
        b = Own(row)
        for text in ("shared.b64", "shared::cta.b64", "release.cta.shared.b64", "relaxed.cta.shared::cta.b64", "release.cluster.shared.b64", "b64"):
            at = "%far" if text == "b64" else "%bar"
            b.init()
            b.finish()
            b.do("%s.%s %%state, [%s];" % (row, text, at))
            states = b.every(lambda t, o: o.arrive(drop=drop))
            b.pending(states, text)
            b.over(states, text + ", completes the phase")
            b.do("mbarrier.arrive.shared.b64 %later, [%bar];")
            later = b.every(lambda t, o: o.arrive())
            b.pending(later, text + ", next phase", "%later")
            b.over(later, text + ", next phase is over", "mbarrier.test_wait.shared.b64 %p, [%bar], %later;")
        for text, operand, act in (("shared.b64", "%m", lambda t, o: o.arrive(COUNTS[t] - 1, drop=drop)),
                                   ("noComplete.shared.b64", "1", lambda t, o: o.arrive(1, drop=drop)),
                                   ("noComplete.release.cta.shared::cta.b64", "1", lambda t, o: o.arrive(1, drop=drop)),
                                   ("expect_tx.shared.b64", "%bytes", lambda t, o: o.arrive(1, BYTES[t], drop)),
                                   ("expect_tx.relaxed.cta.shared::cta.b64", "%bytes", lambda t, o: o.arrive(1, BYTES[t], drop))):
            b.init()
            b.do("%s.%s %%state, [%%bar], %s;" % (row, text, operand))
            b.pending(b.every(act), text)
            b.do("mbarrier.arrive.shared.b64 %later, [%bar];")
            later = b.every(lambda t, o: o.arrive())
            b.pending(later, text + ", then", "%later")
            b.over(later, text + ", phase is over", "mbarrier.test_wait.shared.b64 %p, [%bar], %later;")
        b.write()
    b = Own("mbarrier.pending_count")
    b.init()
    for _ in range(2):
        b.do("mbarrier.arrive.shared.b64 %state, [%bar];")
        b.pending(b.every(lambda t, o: o.arrive()), "after init and arrivals")
    b.write()


def waits():
    data = rng_values("mbarrier wait", THREADS, 32)
    for row in ("mbarrier.test_wait", "mbarrier.try_wait", "cp.async.mbarrier.arrive"):
        copies = row.startswith("cp")
        b = Builder(row)
        b.declare(".shared .align 8 .b64 bars[16];", ".shared .b32 s[2048];", ".reg .b32 %v, %at, %x, %bar, %load;",
                  ".reg .b64 %state, %wide, %far, %from;", ".reg .pred %p, %first;")
        b.read("b32", "%v", data)
        b.do("setp.eq.u32 %first, %thread, 0;\nmov.u32 %bar, bars;\ncvt.u64.u32 %wide, %bar;\ncvta.shared.u64 %far, %wide;\ncvta.to.global.u64 %from, %in;")
        if copies:
            forms = [("cp.async.mbarrier.arrive%s.%s [%%%s+OFF];" % (inc, space, "far" if space == "b64" else "bar"), inc)
                     for inc in ("", ".noinc") for space in ("shared.b64", "shared::cta.b64", "b64")]
        else:
            orders = ("", ".acquire.cta", ".relaxed.cta", ".acquire.cluster")
            forms = [("%s%s%s.b64 %%p, [%%%s+OFF], %%state;" % (row, order, space, "bar" if space else "far"), "")
                     for order, space in zip(orders, (".shared", ".shared::cta", "", ".shared"))]
            forms += [("%s.parity%s%s.b64 %%p, [%%bar+OFF], 0;" % (row, order, ".shared"), "") for order in orders[:2]]
            if row == "mbarrier.try_wait":
                forms += [("mbarrier.try_wait.shared.b64 %p, [%bar+OFF], %state, 1000;", ""),
                          ("mbarrier.try_wait.parity.shared.b64 %p, [%bar+OFF], 0, 1000;", "")]
        for k, (text, inc) in enumerate(forms):
            b.do("@%%first mbarrier.init.shared.b64 [%%bar+%d], %d;" % (8 * k, 2 * THREADS if inc else THREADS))
        b.do("bar.sync 0;")
        for k, (text, inc) in enumerate(forms):
            text = text.replace("OFF", str(8 * k))
            b.do("mov.u32 %%at, s;\nmad.lo.u32 %%at, %%thread, 4, %%at;\n%s" %
                 ("cp.async.ca.shared.global [%%at+%d], [%%from], 4;\n%s" % (256 * k, text) if copies else "st.shared.b32 [%%at+%d], %%v;" % (256 * k)))
            b.do("mbarrier.arrive.shared.b64 %%state, [%%bar+%d];" % (8 * k))
            b.body.append("Wait%d:" % k)
            b.do("mbarrier.test_wait.shared.b64 %%p, [%%bar+%d], %%state;" % (8 * k) if copies else text)
            b.do("@!%%p bra Wait%d;" % k)
            b.do("sub.u32 %%x, 63, %%thread;\nmov.u32 %%at, s;\nmad.lo.u32 %%at, %%x, 4, %%at;\nld.shared.b32 %%x, [%%at+%d];" % (256 * k))
            b.result("b32", "%x", "the mirror thread's value behind " + text.split(" ")[0], data[::-1])
        b.write()


def write_all():
    begin_and_end()
    transactions()
    arrivals()
    waits()
