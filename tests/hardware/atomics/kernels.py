#!/usr/bin/env python3
"""Writes kernels.cu, one kernel an instruction, and lists of launches: kernel, pattern, threads and each lane's offset
(-1: inactive).

The offset of each lane comes from memory, so that ptxas cannot know that an address is uniform; `uniform` kernels
take the address from the parameters, so that it does.
"""
import json
import random
import sys


class Form:
    """One operation: `op` and `suffix` are the instruction's, `width` is in bytes, `klass` of inline PTX."""

    def __init__(self, name, op, suffix, width, klass, operands=1, elements=1, only=None):
        self.name, self.op, self.suffix, self.width = name, op, suffix, width
        self.klass, self.operands, self.elements, self.only = klass, operands, elements, only


F = [
    Form("add_u32", "add", "u32", 4, "r"), Form("sub_s32", "add", "s32", 4, "r"),
    Form("exch_b32", "exch", "b32", 4, "r", only="atom"), Form("cas_b32", "cas", "b32", 4, "r", 2, only="atom"),
    Form("min_s32", "min", "s32", 4, "r"), Form("min_u32", "min", "u32", 4, "r"),
    Form("max_s32", "max", "s32", 4, "r"), Form("max_u32", "max", "u32", 4, "r"),
    Form("inc_u32", "inc", "u32", 4, "r"), Form("dec_u32", "dec", "u32", 4, "r"),
    Form("and_b32", "and", "b32", 4, "r"), Form("or_b32", "or", "b32", 4, "r"), Form("xor_b32", "xor", "b32", 4, "r"),
    Form("add_u64", "add", "u64", 8, "l"), Form("exch_b64", "exch", "b64", 8, "l", only="atom"),
    Form("cas_b64", "cas", "b64", 8, "l", 2, only="atom"), Form("min_s64", "min", "s64", 8, "l"),
    Form("max_u64", "max", "u64", 8, "l"), Form("and_b64", "and", "b64", 8, "l"), Form("or_b64", "or", "b64", 8, "l"),
    Form("xor_b64", "xor", "b64", 8, "l"),
    Form("add_f32", "add", "f32", 4, "f"), Form("add_f64", "add", "f64", 8, "d"),
    Form("add_f16", "add.noftz", "f16", 2, "h"), Form("add_bf16", "add.noftz", "bf16", 2, "h"),
    Form("cas_b16", "cas", "b16", 2, "h", 2, only="atom"),
    Form("add_f16x2", "add.noftz", "f16x2", 4, "r"), Form("add_bf16x2", "add.noftz", "bf16x2", 4, "r"),
    Form("add_v2_f32", "add", "v2.f32", 8, "f", 1, 2), Form("add_v4_f32", "add", "v4.f32", 16, "f", 1, 4),
    Form("add_v2_f16", "add.noftz", "v2.f16", 4, "h", 1, 2), Form("add_v4_f16", "add.noftz", "v4.f16", 8, "h", 1, 4),
    Form("add_v8_f16", "add.noftz", "v8.f16", 16, "h", 1, 8),
    Form("add_v2_f16x2", "add.noftz", "v2.f16x2", 8, "r", 1, 2),
    Form("add_v4_f16x2", "add.noftz", "v4.f16x2", 16, "r", 1, 4),
    Form("add_v4_bf16x2", "add.noftz", "v4.bf16x2", 16, "r", 1, 4),
    Form("min_v4_f16x2", "min.noftz", "v4.f16x2", 16, "r", 1, 4),
    Form("exch_b128", "exch", "b128", 16, "q", only="atom"), Form("cas_b128", "cas", "b128", 16, "q", 2, only="atom"),
]
TYPE = {"r": "unsigned", "l": "unsigned long long", "f": "float", "d": "double", "h": "unsigned short"}


def braces(words):
    return words[0] if len(words) == 1 else "{" + ", ".join(words) + "}"


def body(f, space, result, address, constant=None):
    """C++ with inline PTX: one instruction, its operands from memory, its result (if any) to memory."""
    kind = "atom" if result or f.only == "atom" else "red"
    opcode = f"{kind}.{space}.{f.op}.{f.suffix}"
    at = '"r"(at)' if space.startswith("shared") else '"l"(at)'
    make_at = ("unsigned at = (unsigned)__cvta_generic_to_shared(%s);" if space.startswith("shared")
               else "unsigned long long at = (unsigned long long)__cvta_generic_to_global(%s);") % address
    if f.klass == "q":
        copies = f.operands
        text = ["{ .reg .b128 " + ", ".join(["d"] + [f"x{i}" for i in range(copies)]) + ";"]
        text += [f"mov.b128 x{i}, {{%{3 + 2 * i}, %{4 + 2 * i}}};" for i in range(copies)]
        text += [f"{opcode} d, [%2], " + ", ".join(f"x{i}" for i in range(copies)) + ";", "mov.b128 {%0, %1}, d; }"]
        ins = ", ".join([at] + [f'"l"(v[{i}])' for i in range(2 * copies)])
        store = "((unsigned long long*)out)[2 * t] = lo; ((unsigned long long*)out)[2 * t + 1] = hi;" if result else ""
        return (f"const unsigned long long* v = (const unsigned long long*)in + 4 * t; unsigned long long lo, hi; {make_at}\n"
                f'    asm volatile("{" ".join(text)}" : "=l"(lo), "=l"(hi) : {ins} : "memory");\n    {store}')
    n, t = f.elements, TYPE[f.klass]
    outs = n if kind == "atom" else 0
    values = [f"%{outs + 1 + i}" for i in range(n * f.operands)]
    operands = [braces(values[i * n:(i + 1) * n]) for i in range(f.operands)]
    targets = braces([f"%{i}" for i in range(n)]) + ", " if outs else ""
    text = f"{opcode} {targets}[%{outs}], {', '.join(operands)};"
    out_list = ", ".join(f'"={f.klass}"(d[{i}])' for i in range(outs))
    value = constant if constant is not None else "v[{}]"
    ins = ", ".join([at] + [f'"{f.klass}"({value.format(i)})' for i in range(n * f.operands)])
    load = "" if constant is not None else f"const {t}* v = (const {t}*)in + {n * f.operands} * t; "
    store = " ".join(f"(({t}*)out)[{n} * t + {i}] = d[{i}];" for i in range(outs)) if result else ""
    declare = f"{t} d[{n}];" if outs else ""
    return (f'{load}{declare} {make_at}\n    asm volatile("{text}" : {out_list} : {ins} : "memory");\n    {store}')


def kernel(name, lines, shared):
    room = "  extern __shared__ __align__(16) char room[];\n" if shared else ""
    return (f'extern "C" __global__ void {name}(char* base, const int* offsets, const char* in, char* out) {{\n{room}'
            f"  const int t = threadIdx.x, off = offsets[t];\n  if (off >= 0) {{\n    {lines}\n  }}\n}}\n")


def patterns(w, space):
    """name -> 32 offsets; w: bytes of an access."""
    r = random.Random(7)
    lanes = range(32)
    per = max(1, 32 // w)  # words in a sector
    p = {
        "distinct": [i * w for i in lanes], "one_word": [0] * 32, "pairs": [i // 2 * w for i in lanes],
        "quads": [i // 4 * w for i in lanes],
        "two_words_16_16": [(i >= 16) % per * w if per > 1 else (i >= 16) * w for i in lanes],
        "two_words_1_31": [(i >= 1) * w for i in lanes],
        "random_8_words": [r.randrange(8) * w for _ in lanes], "random_64_words": [r.randrange(64) * w for _ in lanes],
        "one_lane": [0] + [-1] * 31, "even_one_word": [0 if i % 2 == 0 else -1 for i in lanes],
        # Lanes on one word beside sectors whose lanes have words of their own: does the meeting take those apart too?
        "distinct_but_last_two": [min(i, 30) * w for i in lanes],
        "distinct_but_first_two": [max(i - 1, 0) * w for i in lanes],
        "meet_far_apart": [0 if i in (0, 31) else (i + per) * w for i in lanes],
        "three_meet": [0 if i < 3 else (i + per) * w for i in lanes],
        "two_meet_and_pairs_of_words": [0 if i in (7, 12) else (32 * (1 + i % 15) + i // 15 % 2 * w) for i in lanes],
        "scattered_one_meeting": [(64 * i if i != 20 else 64 * 3) for i in lanes],
        "random_256_words": [r.randrange(256) * w for _ in lanes],
        # -- the rest only of the core forms
        "eights": [i // 8 * w for i in lanes], "wrapped_16": [i % 16 * w for i in lanes],
        "wrapped_2": [i % 2 * w for i in lanes], "two_words_8_24": [(i >= 8) * w for i in lanes],
        "three_words_1_2_29": [(0 if i < 1 else 1 if i < 3 else 2) * w for i in lanes],
        "two_sectors_20_12": [0 if i < 20 else 32 for i in lanes],
        "two_sectors_8_8_12_4": [0 if i < 8 else w % 32 if i < 16 else 32 if i < 28 else 32 + w % 32 for i in lanes],
        "stride_2": [2 * i * w for i in lanes], "stride_4": [4 * i * w for i in lanes],
        "stride_8": [8 * i * w for i in lanes], "line_each": [128 * i for i in lanes],
        "even_distinct": [i * w if i % 2 == 0 else -1 for i in lanes],
        "low_half_one_word": [0 if i < 16 else -1 for i in lanes],
        "low_half_pairs": [i // 2 * w if i < 16 else -1 for i in lanes],
        "shifted_16_bytes": [16 + i * w for i in lanes], "reversed": [(31 - i) * w for i in lanes],
        "random_4_words": [r.randrange(4) * w for _ in lanes], "random_16_words": [r.randrange(16) * w for _ in lanes],
        "random_32_words": [r.randrange(32) * w for _ in lanes],
        "random_holes": [r.randrange(16) * w if r.random() < 0.6 else -1 for _ in lanes],
    }
    if space == "shared":
        bank = 128
        p.update({
            "one_bank_32": [i * bank for i in lanes], "one_bank_2": [i % 2 * bank for i in lanes],
            "one_bank_4_quads": [i // 8 * bank for i in lanes], "two_banks_16": [i // 2 * bank + i % 2 * w for i in lanes],
            "one_bank_8_and_rest": [i * bank if i < 8 else 4 * i // w * w for i in lanes],
        })
    return p


CORE = ["add_u32", "exch_b32", "cas_b32", "inc_u32", "max_s32", "add_u64", "cas_b64", "exch_b64", "add_f32", "add_f64",
        "add_f16x2", "add_v2_f32", "add_v4_f32", "add_v4_f16x2", "cas_b128", "exch_b128", "add_f16", "cas_b16"]
MEETING = ["add_u32", "exch_b32", "cas_b32", "add_f32", "add_u64", "add_v4_f32"]
SHARED = ["add_u32", "exch_b32", "cas_b32", "inc_u32", "dec_u32", "max_s32", "min_u32", "and_b32", "or_b32", "xor_b32",
          "add_u64", "cas_b64", "exch_b64", "max_u64", "or_b64", "add_f32", "add_f64", "add_f16x2", "cas_b16", "add_f16",
          "cas_b128", "exch_b128"]
SHARED_CORE = ["add_u32", "exch_b32", "cas_b32", "max_s32", "add_u64", "cas_b64", "exch_b64", "add_f32", "add_f64", "add_f16x2"]
SIZES = [64, 256, 1024]


def main(folder):
    text, launches, facts = ["#include <cuda_runtime.h>\n"], {"global": [], "uniform": [], "shared": []}, {}

    def add(section, f, kind, name, pattern, threads, offsets, level):
        launches[section].append((level, name, pattern, threads, offsets))
        facts[name] = {"form": f.name, "op": f.op, "type": f.suffix, "bytes": f.width, "section": section, "kind": kind}

    for f in F:
        for result in (False, True):
            kind = "result" if result else "none"
            name = f"g_{f.name}_{kind}"
            text.append(kernel(name, body(f, "global", result, "base + off"), False))
            shapes = list(patterns(f.width, "global").items())
            for i, (pattern, offsets) in enumerate(shapes):
                if i >= 10 and f.name not in CORE or 10 <= i < 17 and f.name not in MEETING:
                    continue
                add("global", f, kind, name, pattern, 32, offsets,
                    0 if i < 8 or i < 17 and f.name in MEETING else 1 if f.name in CORE[:12] else 2)
            if f.width <= 8:
                name = f"u_{f.name}_{kind}"
                text.append(kernel(name, body(f, "global", result, "base"), False))
                for lanes in (32, 16):
                    add("uniform", f, kind, name, f"lanes_{lanes}", 32, [0 if i < lanes else -1 for i in range(32)],
                        0 if lanes == 32 else 1)
        if f.name not in SHARED:
            continue
        variants = [("none", False, None), ("result", True, None)]
        if f.name in ("add_u32", "add_u64"):
            variants += [("const1_none", False, "1"), ("const1_result", True, "1"), ("const2_none", False, "2")]
        for kind, result, constant in variants:
            name = f"s_{f.name}_{kind}"
            c = constant + ("u" if f.klass == "r" else "ull") if constant else None
            text.append(kernel(name, body(f, "shared", result, "room + off", c), True))
            first = ("distinct", "one_word", "pairs", "quads", "two_words_16_16", "one_bank_32", "one_bank_2",
                     "one_bank_8_and_rest", "one_bank_4_quads")
            for pattern, offsets in patterns(f.width, "shared").items():
                if max(offsets) + f.width > 16384 or (pattern not in first and f.name not in SHARED_CORE):
                    continue
                add("shared", f, kind, name, pattern, 32, offsets, 0 if pattern in first else 2)
            for threads in SIZES if f.name in SHARED_CORE else []:
                for pattern in ("distinct", "one_word", "one_bank_2", "random_32_words"):
                    offsets = patterns(f.width, "shared")[pattern]
                    many = [offsets[t % 32] for t in range(threads)]
                    add("shared", f, kind, name, pattern, threads, many, 1)
    open(f"{folder}/kernels.cu", "w").write("\n".join(text))
    names = list(facts)
    with open(f"{folder}/table.inc", "w") as out:
        out.writelines(f'{{"{n}", (const void*){n}}},\n' for n in names)
    for section, rows in launches.items():
        rows.sort(key=lambda row: row[0])
        with open(f"{folder}/{section}.txt", "w") as out:
            for _, name, pattern, threads, offsets in rows:
                out.write(f"{name} {pattern} {threads} {' '.join(map(str, offsets))}\n")
        print(section, len(rows), "launches")
    json.dump(facts, open(f"{folder}/kernels.json", "w"), indent=0)
    print(len(names), "kernels")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ".")
