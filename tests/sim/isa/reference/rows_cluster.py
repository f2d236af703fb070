"""PTX ISA 9.7.9.12, 9.7.9.23, 9.7.9.24, 9.7.13.3 and 9.7.13.7 in a cluster of one block, which every launch without clusters is."""
from rows_memory import THREADS, Builder, rng_values


def write_all():
    data = rng_values("cluster", THREADS, 32)
    b = Builder("barrier.cluster")
    b.declare(".shared .b32 s[256];", ".reg .b32 %v, %at, %x, %load;")
    b.read("b32", "%v", data)
    forms = [("barrier.cluster.arrive;", "barrier.cluster.wait;"), ("barrier.cluster.arrive.release.aligned;", "barrier.cluster.wait.acquire.aligned;"),
             ("barrier.cluster.arrive.aligned;", "barrier.cluster.wait.aligned;")]
    for k, (arrive, wait) in enumerate(forms):
        b.do("mov.u32 %%at, s;\nmad.lo.u32 %%at, %%thread, 4, %%at;\nst.shared.b32 [%%at+%d], %%v;\n%s\n%s" % (256 * k, arrive, wait))
        b.do("sub.u32 %%x, 63, %%thread;\nmov.u32 %%at, s;\nmad.lo.u32 %%at, %%x, 4, %%at;\nld.shared.b32 %%x, [%%at+%d];" % (256 * k))
        b.result("b32", "%x", "across " + wait, data[::-1])
    b.write()
    for row in ("mapa", "getctarank"):
        b = Builder(row)
        b.declare(".shared .b32 s[64];", ".reg .b32 %v, %at, %near, %x, %load;", ".reg .b64 %far, %there;")
        b.read("b32", "%v", data)
        b.do("mov.u32 %at, s;\nmad.lo.u32 %at, %thread, 4, %at;\nst.shared.b32 [%at], %v;\ncvt.u64.u32 %far, %at;\ncvta.shared.u64 %far, %far;")
        b.do("mapa.shared::cluster.u32 %near, %at, 0;\nmapa.u64 %there, %far, 0;")
        if row == "mapa":
            b.do("ld.shared::cluster.b32 %x, [%near];")
            b.result("b32", "%x", "mapa.shared::cluster.u32", data)
            b.do("ld.b32 %x, [%there];")
            b.result("b32", "%x", "mapa.u64", data)
        else:
            b.do("getctarank.shared::cluster.u32 %x, %near;")
            b.result("u32", "%x", "getctarank.shared::cluster.u32", [0] * THREADS)
            b.do("getctarank.u64 %x, %there;")
            b.result("u32", "%x", "getctarank.u64", [0] * THREADS)
        b.write()
    write_async(data)


def write_async(data):
    """Each thread stores to, or adds to, the mirror thread's words, whose mbarrier counts the bytes."""
    for row in ("st.async", "red.async"):
        b = Builder(row)
        b.declare(".shared .align 16 .b32 s[256];", ".shared .align 8 .b64 bars[64];", ".reg .b32 %v, %mine, %its, %bar, %itsbar, %mirror, %x, %load;",
                  ".reg .pred %p;")
        b.read("b32", "%v", data)
        b.do("""sub.u32 %mirror, 63, %thread;
        mov.u32 %mine, s;
        mad.lo.u32 %its, %mirror, 16, %mine;
        mad.lo.u32 %mine, %thread, 16, %mine;
        mov.u32 %bar, bars;
        mad.lo.u32 %itsbar, %mirror, 8, %bar;
        mad.lo.u32 %bar, %thread, 8, %bar;
        mov.u32 %x, 7;
        st.shared.v4.b32 [%mine], {%x, %x, %x, %x};
        mbarrier.init.shared.b64 [%bar], 1;
        fence.mbarrier_init.release.cluster;
        bar.sync 0;
        mapa.shared::cluster.u32 %its, %its, 0;
        mapa.shared::cluster.u32 %itsbar, %itsbar, 0;""")
        how = ".shared::cluster.mbarrier::complete_tx::bytes"
        if row == "st.async":
            forms = [("st.async%s.b32 [%%its], %%v, [%%itsbar];" % how, 4, 0, lambda v: v),
                     ("st.async.weak%s.v4.b32 [%%its], {%%thread, %%x, %%thread, %%v}, [%%itsbar];" % how, 16, 12, lambda v: v)]
        else:
            forms = [("red.async.relaxed.cluster%s.add.u32 [%%its], %%v, [%%itsbar];" % how, 4, 0, lambda v: (v + 7) % 2**32),
                     ("red.async.relaxed.cluster%s.xor.b32 [%%its+4], %%v, [%%itsbar];" % how, 4, 4, lambda v: v ^ 7)]
        for k, (text, size, at, value) in enumerate(forms):
            b.do("mov.u32 %%x, %d;\nmbarrier.arrive.expect_tx.shared.b64 _, [%%bar], %%x;\n%s" % (size, text))
            b.body.append("W%d:" % k)
            b.do("mbarrier.try_wait.parity.shared.b64 %%p, [%%bar], %d;\n@!%%p bra W%d;" % (k % 2, k))
            b.do("ld.shared.b32 %%x, [%%mine+%d];\nbar.sync 0;" % at)
            b.result("b32", "%x", text.split(" ")[0], [value(v) for v in data[::-1]])
        b.write()
