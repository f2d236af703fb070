"""PTX ISA 9.7.17: memory of the thread's stack."""
from rows_memory import THREADS, Builder, rng_values


def write_all():
    """Each thread fills what it took; a function that it calls takes more, and what it took first stays."""
    module = """.func (.param .b32 result) deeper(.param .b32 argument)
{
  .reg .b64 %p, %q;
  .reg .b32 %i, %x, %count, %sum;
  .reg .pred %more;
  ld.param.b32 %count, [argument];
  cvt.u64.u32 %q, %count;
  shl.b64 %q, %q, 2;
  alloca.u64 %p, %q, 16;
  mov.u32 %i, 0;
fill:
  mul.wide.u32 %q, %i, 4;
  add.u64 %q, %p, %q;
  st.local.u32 [%q], %i;
  add.u32 %i, %i, 1;
  setp.lt.u32 %more, %i, %count;
  @%more bra fill;
  mov.u32 %sum, 0;
  mov.u32 %i, 0;
total:
  mul.wide.u32 %q, %i, 4;
  add.u64 %q, %p, %q;
  ld.local.u32 %x, [%q];
  add.u32 %sum, %sum, %x;
  add.u32 %i, %i, 1;
  setp.lt.u32 %more, %i, %count;
  @%more bra total;
  st.param.b32 [result], %sum;
  ret;
}
"""
    for row in ("alloca", "stacksave", "stackrestore"):
        b = Builder(row)
        b.module = module
        value = rng_values(row, THREADS)
        count = [1 + t % 7 for t in range(THREADS)]
        b.declare(".reg .b64 %p, %g, %q, %v, %bytes, %saved, %low;", ".reg .b32 %count, %sum, %saved32, %same;", ".reg .pred %equal;")
        b.read("b64", "%v", value)
        b.read("b32", "%count", count)
        b.do("""stacksave.u64 %saved;
        stacksave.u32 %saved32;
        alloca.u64 %p, 64;
        st.local.b64 [%p+8], %v;
        cvta.local.u64 %g, %p;
        and.b64 %low, %p, 7;""")
        b.result("b64", "%low", "alloca.u64 is aligned to 8", [0] * THREADS)
        b.do("alloca.u64 %q, 32, 128;\nand.b64 %low, %q, 127;\nst.local.b64 [%q+24], %bytes;" if row == "alloca" else
             "mov.u64 %bytes, 24;\nalloca.u64 %q, %bytes;\nand.b64 %low, %q, 7;\nst.local.b64 [%q+16], %saved;")
        b.result("b64", "%low", "alloca.u64 is aligned as asked", [0] * THREADS)
        for again in range(2):
            b.do("""{
            .param .b32 argument;
            .param .b32 result;
            st.param.b32 [argument], %count;
            call.uni (result), deeper, (argument);
            ld.param.b32 %sum, [result];
            }""")
            b.result("b32", "%sum", "a function with memory of its own %d" % again, [c * (c - 1) // 2 for c in count])
            b.do("ld.b64 %low, [%g+8];")
            b.result("b64", "%low", "what alloca took stays %d" % again, value)
        b.do("""stackrestore.u64 %saved;
        stacksave.u64 %low;
        setp.eq.u64 %equal, %low, %saved;
        selp.u32 %same, 1, 0, %equal;""")
        b.result("b32", "%same", "stackrestore.u64 gives it back", [1] * THREADS)
        b.do("""alloca.u64 %p, 8;
        stackrestore.u32 %saved32;
        stacksave.u64 %low;
        setp.eq.u64 %equal, %low, %saved;
        selp.u32 %same, 1, 0, %equal;""")
        b.result("b32", "%same", "stackrestore.u32 gives it back", [1] * THREADS)
        b.write()
