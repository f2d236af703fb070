#!/usr/bin/env python3
"""Holds the atomics that a GPU counted (measure.sh) against the counting rules of Lanescope.

    python3 compare.py FOLDER [--out atomics.json]

The rules are written here a second time, from their sentences, so that a wrong reading shows. Prints, for each
section, how many launches agree, and each form that does not with an example; status 1 when a form that is one
instruction of machine code differs. Sections that FOLDER lacks are left out. --out keeps the figures, for test_counts.py.
"""
import argparse
import collections
import csv
import json
import pathlib
import sys

L1 = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"
L2 = "lts__t_{}_srcunit_tex_op_{}.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"


def global_sectors(offsets, width):
    """The sum, over the sectors touched, of the largest number of active lanes on one word in that sector."""
    lanes_on = collections.Counter(at // 4 for at in offsets if at >= 0)
    busiest = collections.Counter()
    for at in offsets:
        if at < 0:
            continue
        for sector in range(at // 32, (at + width - 1) // 32 + 1):
            busiest[sector] = max(busiest[sector], lanes_on[at // 4])
    return sum(busiest.values())


def in_l2(offsets, width, operands):
    """(requests, sectors) of an atomic in L2. Sectors as in L1. A request holds 128 bytes of operands, those of one
    aligned piece of memory: a line, or half a line of a compare-and-swap, which has two; and one lane a word."""
    pieces = collections.defaultdict(list)
    for at in offsets:
        if at >= 0:
            pieces[at // (128 // operands)].append(at)
    requests = sum(max(collections.Counter(at // 4 for at in piece).values()) for piece in pieces.values())
    return requests, global_sectors(offsets, width)


def distinct_sectors(offsets, width):
    return len({s for at in offsets if at >= 0 for s in range(at // 32, (at + width - 1) // 32 + 1)})


def is_one_instruction_in_shared_memory(form):
    """32-bit operations of whole numbers, exchanges and compare-and-swaps; others are loops of a compare-and-swap."""
    kind, _, of = form.rpartition("_")
    return kind in ("exch", "cas") and of != "b16" or of in ("u32", "s32", "b32")


def shared_atomic(offsets, width, form, kind):
    """(wavefronts, conflicts): as a load for an add of 1 without result; else the lanes in the busiest bank, of each
    group: a warp up to 4 bytes, half a warp of 8, a quarter of 16."""
    wavefronts = conflicts = 0
    lanes_of_group = min(32, 128 // width)
    merged = form == "add_u32" and kind == "const1_none"
    for first in range(0, len(offsets), lanes_of_group):
        banks = collections.defaultdict(list)
        for at in offsets[first:first + lanes_of_group]:
            for byte in range(at, at + width, 4) if at >= 0 else ():
                banks[byte // 4 % 32].append(byte // 4)
        if banks:
            most = max(len(set(words) if merged else words) for words in banks.values())
            wavefronts += most * (2 if form.startswith("cas") else 1)
            conflicts += most - 1
    return wavefronts, conflicts


def rows(folder, section):
    """(kernel, pattern, threads, offsets, metrics) of each launch that was measured."""
    log = [line.split() for line in (folder / f"{section}.log").read_text().splitlines()]
    lists = {tuple(w[:3]): [int(o) for o in w[3:]] for w in
             (line.split() for line in (folder / f"{section}.txt").read_text().splitlines())}
    text = [line for line in (folder / f"{section}.csv").read_text().splitlines() if line.startswith('"')]
    measured = [row for row in csv.DictReader(text) if row["ID"].strip()]
    for (_, kernel, pattern, threads), row in zip(log, measured):
        if not row["Kernel Name"].startswith(kernel):
            sys.exit(f"{section}: launch {row['ID']} is {row['Kernel Name']}, not {kernel}")
        metrics = {}
        for name, value in row.items():
            if name and "__" in name and value:
                try:
                    metrics[name] = round(float(value.replace(",", "")))
                except ValueError:
                    pass
        yield kernel, pattern, int(threads), lists[kernel, pattern, threads], metrics


class Tally:
    def __init__(self, title):
        self.title, self.equal, self.different = title, 0, collections.defaultdict(list)

    def add(self, kernel, pattern, expected, got):
        if expected == got:
            self.equal += 1
        else:
            self.different[kernel].append((pattern, expected, got))

    def show(self):
        wrong = sum(map(len, self.different.values()))
        print(f"{self.title}: {self.equal} equal, {wrong} different")
        for kernel, found in sorted(self.different.items()):
            shown = "; ".join(f"{p}: rule {e}, GPU {g}" for p, e, g in found[:4])
            print(f"  {kernel} ({len(found)}): {shown}")
        return wrong


def compare_global(folder, facts, kept, section):
    one, loops = Tally(f"{section}: sectors, one instruction"), Tally(f"{section}: loops or combined (other requests)")
    for kernel, pattern, threads, offsets, m in rows(folder, section):
        width = facts[kernel]["bytes"]
        requests = sum(m.get(L1.format("requests", op), 0) for op in ("atom", "red"))
        sectors = sum(m.get(L1.format("sectors", op), 0) for op in ("atom", "red"))
        expected = global_sectors(offsets, width)
        (one if requests == 1 else loops).add(kernel, f"{pattern}/{requests} req", expected, sectors)
        kept[section].append([kernel, pattern, threads, requests, sectors])
    wrong = one.show()
    loops.show()
    return wrong if section == "global" else 0


def compare_shared(folder, facts, kept):
    tallies = Tally("shared: wavefronts and conflicts")
    for kernel, pattern, threads, offsets, m in rows(folder, "shared"):
        fact = facts[kernel]
        got = (m.get(WAVEFRONTS), m.get(CONFLICTS))
        expected = shared_atomic(offsets, max(fact["bytes"], 4), fact["form"], fact["kind"])
        tallies.add(kernel, f"{pattern}/{threads}", expected, got)
        kept["shared"].append([kernel, pattern, threads, *got])
    tallies.show()
    return 0


def compare_l2(folder, facts, kept):
    tally = Tally("l2: requests and sectors")
    for kernel, pattern, _, offsets, m in rows(folder, "l2"):
        got = tuple(m[L2.format(what, "atom")] + m[L2.format(what, "red")] for what in ("requests", "sectors"))
        operands = 2 if facts[kernel]["form"].startswith("cas") else 1
        tally.add(kernel, pattern, in_l2(offsets, facts[kernel]["bytes"], operands), got)
        kept["l2"].append([kernel, pattern, *got])
    return tally.show()


def compare_sass(folder, facts, kept):
    name = "smsp__sass_sectors_mem_global.sum"
    tally = Tally("sass: smsp__sass_sectors_mem_global as distinct sectors + 4 of the offsets (+ operands, result)")
    for kernel, pattern, threads, offsets, m in rows(folder, "sass"):
        kept["sass"].append([kernel, pattern, threads, m])
        if kernel.startswith("g_") and name in m:
            others = min(v for k, p, t, s in kept["sass"] if k == kernel for v in [s.get(name, 0)])
            tally.add(kernel, pattern, distinct_sectors(offsets, facts[kernel]["bytes"]) - others, m[name] - others)
    tally.show()
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    facts = json.loads((arguments.folder / "kernels.json").read_text())
    kept = collections.defaultdict(list)
    compare = {"global": lambda *of: compare_global(*of, "global"), "uniform": lambda *of: compare_global(*of, "uniform"),
               "shared": compare_shared, "sass": compare_sass, "l2": compare_l2}
    there = [section for section in compare if (arguments.folder / f"{section}.csv").exists()]
    wrong = sum(compare[section](arguments.folder, facts, kept) for section in there)
    if arguments.out:
        lines = [f'"{key}":[\n' + ",\n".join(json.dumps(row) for row in rows_of) + "\n]" for key, rows_of in kept.items()]
        arguments.out.write_text("{" + ",\n".join(lines) + "}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
