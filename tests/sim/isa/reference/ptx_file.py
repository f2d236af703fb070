"""Writes one row's test file.

A test file is a whole PTX module with one kernel `test(.param .u64 in, .param .u64 out)`, launched
as one block. Its data stands in comment lines at the top:

    // row: add.int                     the row of opcodes.def
    // threads: 128                     threads of the block
    // in 0 u32: 0x00000001 ...         input column 0, one value a thread
    // out 0 u32 add.u32: 0x00000002 ... output column 0 and what it tests

Column k of a buffer lies at byte k * threads * 8; thread t's element at + t * 8, little-endian and
zero-extended to 8 bytes. Expected values: a bit pattern; `nan`, any NaN of the column's type;
`lo..hi`, any float from pattern lo to pattern hi; `*`, anything (PTX leaves it open).
"""
import os

SIZES = {"pred": 4, "b8": 1, "u8": 1, "s8": 1, "b16": 2, "u16": 2, "s16": 2, "f16": 2, "bf16": 2,
         "b32": 4, "u32": 4, "s32": 4, "f32": 4, "f16x2": 4, "bf16x2": 4, "u16x2": 4, "s16x2": 4,
         "tf32": 4, "b64": 8, "u64": 8, "s64": 8, "f64": 8}
ROWS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "rows")


def hexed(v, type_name):
    return v if isinstance(v, str) else "0x%0*x" % (2 * SIZES[type_name], v)


def header(name, threads, ins, outs, note=None):
    lines = ["// row: " + name, "// threads: %d" % threads]
    if note:
        lines += ["// " + line for line in note.split("\n")]
    for k, (t, values) in enumerate(ins):
        assert len(values) == threads
        lines.append("// in %d %s: %s" % (k, t, " ".join(hexed(v, t) for v in values)))
    for k, (t, what, values) in enumerate(outs):
        assert len(values) == threads, (name, what, len(values))
        lines.append("// out %d %s %s: %s" % (k, t, what, " ".join(hexed(v, t) for v in values)))
    return "\n".join(lines)


PROLOGUE = """
.version 9.0
.target sm_90
.address_size 64
%s
.visible .entry test(.param .u64 in, .param .u64 out)
{
  .reg .b64 %%in, %%out, %%offset;
  .reg .b32 %%thread;
%s
  ld.param.u64 %%in, [in];
  ld.param.u64 %%out, [out];
  mov.u32 %%thread, %%tid.x;
  mul.wide.u32 %%offset, %%thread, 8;
  add.u64 %%in, %%in, %%offset;
  add.u64 %%out, %%out, %%offset;
"""


def write(name, threads, ins, outs, declarations, body, module="", note=None):
    text = header(name, threads, ins, outs, note) + "\n"
    text += PROLOGUE % (module, "\n".join("  " + d for d in declarations))
    text += "\n".join(("" if line.endswith(":") else "  ") + line for line in body) + "\n  ret;\n}\n"
    with open(os.path.join(ROWS, name + ".ptx"), "w") as out:
        out.write(text)


def reg_type(t):
    return ".pred" if t == "pred" else ".b%d" % max(16, 8 * SIZES[t])


def load(t, reg, column, threads):
    at = "[%%in+%d]" % (column * threads * 8)
    if t == "pred":
        return ["ld.global.b32 %%load, %s;" % at, "setp.ne.u32 %s, %%load, 0;" % reg]
    if SIZES[t] == 1:
        return ["ld.global.u8 %s, %s;" % (reg, at)]
    return ["ld.global.b%d %s, %s;" % (8 * SIZES[t], reg, at)]


def store(t, reg, column, threads):
    at = "[%%out+%d]" % (column * threads * 8)
    if t == "pred":
        return ["selp.u32 %%load, 1, 0, %s;" % reg, "st.global.b32 %s, %%load;" % at]
    return ["st.global.b%d %s, %s;" % (max(16, 8 * SIZES[t]), at, reg)]
