"""PTX ISA 9.7.9.3 and 9.7.9.4: mov of 128 bits, and of the parts of a special register."""
from rows_memory import THREADS, Builder, rng_values


def write_all():
    b = Builder("mov.b128")
    low, high = rng_values("mov.b128 low", THREADS), rng_values("mov.b128 high", THREADS)
    b.declare(".reg .b128 %x, %y;", ".reg .b64 %low, %high, %a, %b;", ".reg .b32 %w<4>, %v<4>;")
    b.read("b64", "%low", low)
    b.read("b64", "%high", high)
    b.do("""mov.b128 %x, {%low, %high};
    mov.b128 %y, %x;
    mov.b128 {%a, %b}, %y;""")
    b.result("b64", "%a", "mov.b128 of two, low half", low)
    b.result("b64", "%b", "mov.b128 of two, high half", high)
    b.do("mov.b128 {%w0, %w1, %w2, %w3}, %y;")
    words = [[x & 0xFFFFFFFF for x in low], [x >> 32 for x in low], [x & 0xFFFFFFFF for x in high], [x >> 32 for x in high]]
    for i in range(4):
        b.result("b32", "%%w%d" % i, "mov.b128 to four[%d]" % i, words[i])
    b.do("mov.b128 %x, {%w3, %w2, %w1, %w0};\nmov.b128 {%a, _}, %x;\nmov.b128 {_, %b}, %x;")
    b.result("b64", "%a", "mov.b128 of four, low half", [words[3][t] | words[2][t] << 32 for t in range(THREADS)])
    b.result("b64", "%b", "mov.b128 of four, high half", [words[1][t] | words[0][t] << 32 for t in range(THREADS)])
    b.do("mov.b128 %x, {%low, %high};\nmov.b128 {%high, %low}, %x;")
    b.result("b64", "%low", "mov.b128 exchanged, low half", high)
    b.result("b64", "%high", "mov.b128 exchanged, high half", low)
    b.write()
    b = Builder("mov.v4")
    b.declare(".reg .b32 %a, %b, %c, %d;")
    for name, at in (("tid", list(range(THREADS))), ("ntid", [THREADS] * THREADS), ("ctaid", [0] * THREADS), ("nctaid", [1] * THREADS)):
        others = 1 if name.startswith("n") else 0
        b.do("mov.v4.u32 {%%a, %%b, %%c, %%d}, %%%s;" % name)
        for reg, values in (("%a", at), ("%b", [others] * THREADS), ("%c", [others] * THREADS)):
            b.result("b32", reg, "mov.v4.u32 %%%s %s" % (name, reg[1]), values)
    b.write()
