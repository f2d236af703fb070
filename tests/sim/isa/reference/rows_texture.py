"""PTX ISA 9.7.10 and 9.7.11. A texture object is made by the host: what these instructions compute is tested in
tests/sim/machine/texture_test.cpp. Here they are guarded by a predicate that is false, and change nothing."""
from rows_memory import THREADS, Builder, rng_values

FORMS = {
    "tex": ["tex.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%object, {%f4}]", "tex.2d.v4.s32.f32 {%f0, %f1, %f2, %f3}, [%object, {%f4, %f4}]",
            "tex.3d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%object, {%f4, %f4, %f4, %f4}]", "tex.1d.v4.u32.s32 {%f0, %f1, %f2, %f3}, [%object, {%r0}]",
            "tex.a2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%object, {%r0, %f4, %f4, %f4}]",
            "tex.level.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%object, {%f4, %f4}], %f4",
            "tex.grad.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%object, {%f4, %f4}], {%f4, %f4}, {%f4, %f4}"],
    "tld4": ["tld4.r.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%object, {%f4, %f4}]"],
    "txq": ["txq.width.b32 %f0, [%object]", "txq.height.b32 %f0, [%object]"],
    "suld": ["suld.b.2d.b32.trap {%f0}, [%object, {%r0, %r0}]", "suld.b.1d.v4.b32.zero {%f0, %f1, %f2, %f3}, [%object, {%r0}]"],
    "sust": ["sust.b.2d.b32.trap [%object, {%r0, %r0}], {%f0}", "sust.b.3d.v2.b32.clamp [%object, {%r0, %r0, %r0, %r0}], {%f0, %f1}"],
    "suq": ["suq.width.b32 %f0, [%object]"],
}


def write_all():
    for row, texts in FORMS.items():
        b = Builder(row)
        value = rng_values(row, THREADS, 32)
        b.declare(".reg .b32 %f<5>, %r<2>, %load;", ".reg .b64 %object;", ".reg .pred %never;")
        b.read("b32", "%f0", value)
        b.do("mov.b32 %f4, 0;\nmov.b32 %r0, 0;\nmov.b64 %object, %in;\nsetp.gt.u32 %never, %thread, 4096;")
        for text in texts:
            b.do("@%%never %s;" % text)
        b.result("b32", "%f0", "a register that nothing wrote to", value)
        b.write("The object is made by a host: tests/sim/machine/texture_test.cpp.")
