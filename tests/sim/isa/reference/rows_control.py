"""PTX ISA 9.7.12, 9.7.13.13 and 9.7.19: control flow and the rest."""
from rows_integer import cut
from rows_memory import THREADS, Builder, rng_values

ALL = range(THREADS)


def branches():
    b = Builder("bra")
    trips = [v % 17 for v in rng_values("bra", THREADS, 32)]
    b.declare(".reg .b32 %n, %i, %sum, %x, %load;", ".reg .pred %p, %q;")
    b.read("u32", "%n", trips)
    b.do("mov.u32 %sum, 0;\nmov.u32 %i, 0;")
    b.body.append("Loop:")
    b.do("setp.ge.u32 %p, %i, %n;\n@%p bra Done;\nadd.u32 %i, %i, 1;\nadd.u32 %sum, %sum, %i;\nbra.uni Loop;")
    b.body.append("Done:")
    b.result("u32", "%sum", "a loop of n turns", [n * (n + 1) // 2 for n in trips])
    b.do("setp.lt.u32 %p, %n, 8;\n@!%p bra Else;\nmul.lo.u32 %x, %n, 10;\nand.b32 %i, %n, 1;\nsetp.eq.u32 %q, %i, 1;\n@%q bra Odd;"
         "\nadd.u32 %x, %x, 1;\nbra Both;")
    b.body.append("Odd:")
    b.do("add.u32 %x, %x, 2;")
    b.body.append("Both:")
    b.do("bra Joined;")
    b.body.append("Else:")
    b.do("sub.u32 %x, 0, %n;")
    b.body.append("Joined:")
    b.result("u32", "%x", "nested if and else", [n * 10 + (2 if n & 1 else 1) if n < 8 else cut(-n, "u32") for n in trips])
    b.do("mov.u32 %x, 1;\nbra.uni Over;\nmov.u32 %x, 2;")
    b.body.append("Over:")
    b.result("u32", "%x", "bra.uni skips", [1] * THREADS)
    b.write()
    b = Builder("brx.idx")
    picks = [v % 4 for v in rng_values("brx", THREADS, 32)]
    b.declare(".reg .b32 %k, %x, %load;")
    b.read("u32", "%k", picks)
    b.do("targets: .branchtargets Zero, One, Two, One;\nmov.u32 %x, 0;\nbrx.idx %k, targets;")
    for name, text in (("Zero", "mov.u32 %x, 100;"), ("One", "mov.u32 %x, 200;"), ("Two", "add.u32 %x, %k, 300;")):
        b.body.append(name + ":")
        b.do(text + "\nbra.uni End;")
    b.body.append("End:")
    b.result("u32", "%x", "brx.idx", [(100, 200, 302, 200)[k] for k in picks])
    b.do("same: .branchtargets First, Second;\nbrx.idx.uni 1, same;" if False else
         "same: .branchtargets First, Second;\nmov.u32 %k, %ntid.y;\nbrx.idx.uni %k, same;")
    for name, text in (("First", "mov.u32 %x, 1;"), ("Second", "mov.u32 %x, 2;")):
        b.body.append(name + ":")
        b.do(text + "\nbra.uni Last;")
    b.body.append("Last:")
    b.result("u32", "%x", "brx.idx.uni", [2] * THREADS)
    b.write()


MODULE = """.func (.param .b32 r) twice(.param .b32 p)
{
  .reg .b32 %x;
  ld.param.b32 %x, [p];
  add.u32 %x, %x, %x;
  st.param.b32 [r], %x;
  ret;
}
.func (.param .b32 r) early(.param .b32 p, .param .b64 q)
{
  .reg .b32 %x;
  .reg .b64 %y;
  .reg .pred %odd;
  ld.param.b32 %x, [p];
  ld.param.b64 %y, [q];
  st.param.b32 [r], 7;
  and.b32 %x, %x, 1;
  setp.eq.u32 %odd, %x, 1;
  @%odd ret;
  cvt.u32.u64 %x, %y;
  st.param.b32 [r], %x;
  ret.uni;
}
.func (.param .b32 r) factorial(.param .b32 p)
{
  .reg .b32 %x, %y;
  .reg .pred %small;
  ld.param.b32 %x, [p];
  setp.le.u32 %small, %x, 1;
  @%small bra One;
  sub.u32 %y, %x, 1;
  {
    .param .b32 argument;
    .param .b32 result;
    st.param.b32 [argument], %y;
    call (result), factorial, (argument);
    ld.param.b32 %y, [result];
  }
  mul.lo.u32 %y, %x, %y;
  st.param.b32 [r], %y;
  ret;
One:
  st.param.b32 [r], 1;
  ret;
}
.func store(.param .b64 where, .param .b32 what)
{
  .reg .b64 %a;
  .reg .b32 %v;
  ld.param.b64 %a, [where];
  ld.param.b32 %v, [what];
  st.b32 [%a], %v;
  ret;
}
"""


def one_call(name, opcode="call.uni", target=None, tail=""):
    return """{
    .param .b32 argument;
    .param .b32 result;
    st.param.b32 [argument], %%n;
    %s (result), %s, (argument)%s;
    ld.param.b32 %%x, [result];
    }""" % (opcode, target or name, tail)


def calls():
    numbers = [v % 10 for v in rng_values("call", THREADS, 32)]
    product = 1
    factorial = [1]
    for k in range(1, 12):
        product *= k
        factorial.append(product)
    for row in ("call", "ret"):
        b = Builder(row)
        b.module = MODULE
        b.declare(".reg .b32 %n, %x, %load;", ".reg .b64 %wide, %f, %g;", ".reg .pred %p;")
        b.read("u32", "%n", numbers)
        if row == "call":
            b.do(one_call("twice"))
            b.result("u32", "%x", "call.uni of a function", [2 * n for n in numbers])
            b.do(one_call("factorial", "call"))
            b.result("u32", "%x", "call of a recursive function", [factorial[n] for n in numbers])
            b.do("proto: .callprototype (.param .b32 _) _ (.param .b32 _);\nmov.u64 %f, twice;\nmov.u64 %g, factorial;\n"
                 "setp.lt.u32 %p, %n, 5;\nselp.b64 %f, %f, %g, %p;")
            b.do(one_call("", "call", "%f", ", proto"))
            b.result("u32", "%x", "call through a register", [2 * n if n < 5 else factorial[n] for n in numbers])
            b.do("setp.ne.u32 %p, %n, 3;\nmov.u32 %x, 0;\n@!%p bra Skip;")
            b.do(one_call("twice", "call"))
            b.body.append("Skip:")
            b.result("u32", "%x", "call by some lanes", [0 if n == 3 else 2 * n for n in numbers])
            at = b.place("u32", "call of a function without a result", numbers)
            b.do("""add.u64 %%f, %%out, %s;
            {
            .param .b64 where;
            .param .b32 what;
            st.param.b64 [where], %%f;
            st.param.b32 [what], %%n;
            call.uni store, (where, what);
            }""" % at[len("[%out+"):-1])
        else:
            wide = rng_values("ret", THREADS)
            b.read("b64", "%wide", wide)
            b.do("""{
            .param .b32 first;
            .param .b64 second;
            .param .b32 result;
            st.param.b32 [first], %n;
            st.param.b64 [second], %wide;
            call (result), early, (first, second);
            ld.param.b32 %x, [result];
            }""")
            b.result("u32", "%x", "ret by some lanes", [7 if n & 1 else w & 0xFFFFFFFF for n, w in zip(numbers, wide)])
            at = b.place("u32", "ret of the kernel by some lanes", [5 if n & 1 else 0 for n in numbers])
            b.do("and.b32 %%x, %%n, 1;\nsetp.eq.u32 %%p, %%x, 0;\n@%%p ret;\nst.global.b32 %s, 5;" % at)
        b.write()
    b = Builder("exit")
    b.declare(".reg .b32 %n, %load;", ".reg .pred %p;")
    b.read("u32", "%n", numbers)
    before = b.place("u32", "before exit", [1] * THREADS)
    after = b.place("u32", "after exit by some lanes", [2 if n >= 4 else 0 for n in numbers])
    b.do("st.global.b32 %s, 1;\nsetp.lt.u32 %%p, %%n, 4;\n@%%p exit;\nst.global.b32 %s, 2;\nbar.sync 0;\nexit;" % (before, after))
    wrong = b.place("u32", "after everybody's exit", [0] * THREADS)
    b.do("st.global.b32 %s, 3;" % wrong)
    b.write()


def others():
    plain = {"griddepcontrol": ["griddepcontrol.launch_dependents;", "griddepcontrol.wait;"],
             "nanosleep": ["nanosleep.u32 100;", "nanosleep.u32 %n;", "nanosleep.u32 0;"],
             "pmevent": ["pmevent 1;", "pmevent.mask 3;"],
             "brkpt": ["setp.gt.u32 %p, %thread, 4000;\n@%p brkpt;"],
             "trap": ["setp.gt.u32 %p, %thread, 4000;\n@%p trap;"]}
    for row, statements in plain.items():
        b = Builder(row)
        numbers = [v % 200 for v in rng_values(row, THREADS, 32)]
        b.declare(".reg .b32 %n, %load;", ".reg .pred %p;")
        b.read("u32", "%n", numbers)
        for statement in statements:
            b.do(statement)
        b.result("u32", "%n", "a value carried across", numbers)
        stops = row in ("trap", "brkpt")
        b.write("No lane takes it here: what it does to a launch is tested with the machine." if stops else
                "No effect on values.")


def write_all():
    branches()
    calls()
    others()
