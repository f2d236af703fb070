"""PTX ISA 9.7.9.23, 9.7.9.24 and 9.7.13.3 in a cluster of one block, which every launch without clusters is."""
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
