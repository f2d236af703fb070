"""The sections "Machine code" and "Modelled time" of VALIDATION.md, and the band of errors for the screen."""
import json
import re

import modelled_time as of

MACHINE_CODE = """
# Machine code

By its machine code (`--engine sass`) each rung runs with its first values, and has the buffers and counters that the H200 had:
`test_machine_code_rungs` compares them, number by number. The counters are those of CUPTI's SASS metrics in
`assets/measurements/nvidia-h200.json`, but for
{others}, which count another thing there.

| rungs | compared | equal | within {nearness} | left open |
|---|---:|---:|---:|---:|
| by buffers and counters | {compared} | {equal} | {near} | {open} |

What is left open a GPU does not tell from run to run, or its machine code does not do by itself:

| rung | what is open |
|---|---|
{rows}

Within {nearness} are {near_names}: lanes that leave a loop one after the other meet somewhat
sooner on the GPU.
"""

TIME = """
# Modelled time

What `--time` says a launch takes (docs/CONTRACT.md, "Modelled time"), beside what Nsight Compute measured on an {device}
({date}, driver {driver}): the median of three readings of `sm__cycles_elapsed.max`, caches flushed before each launch. Every
rung with its first values, with those that fill a GPU (*large*), and with two between (*small*, *middle*); of a rung of many
launches the first six. The GPU's figures are kept in `tests/hardware/cycles.json`, written by `cycles/cycles.py`; the model's
in `tests/hardware/modelled.json`, written by `cycles/model.cpp`. `test_modelled_time` models the small ones again, and among the
long tests all that take seconds, and compares to the last digit; `test_modelled_time.py` holds the figures below to bounds.

{totals}

*Long* are launches above 10,000 cycles: below, a launch takes mostly what every launch takes. *Order*: pairs of a lesson's rungs
at one size whose measured times differ by more than 15 %. *Stalls*: of the launches' two largest reasons, by Nsight Compute's
`smsp__average_warps_issue_stalled_*`, both are the model's two largest. *Hit rates* are near within 5 points, *bytes* of DRAM
within 5 % or 256 KB. Counters were read of the first two launches of a rung.

{wrong}

## The largest errors

{worst}

## What was not modelled

{left}

## Long launches: stalls, caches and DRAM

The GPU's figure first, then the model's. Hit rates in percent: of L1's loads from global memory, of all that L1 asks of L2.

{details}

## Every launch, by lesson

*Spread*: of the three readings. The errors are of the model's cycles against the median.
{lessons}
"""

LATER = """
# Modelled time of what was measured later

The same, of sizes and rungs that were measured ({date}, {device}, driver {driver}) after the model was fixed: its numbers could
not be shaped by them. `tests/hardware/later_cycles.json` and `later_modelled.json`. With one exception: `find-the-bottleneck/total`
(-59 %, and with that a mean error of 12.3 %) showed that only integers' atomics had been measured; all kinds have been since then,
by `bench/gpu/micro/atomics.cu`.

{totals}

{wrong}

{worst}

{lessons}
"""

DETAILS = ["rung", "size", "launch", "largest stalls", "model's", "L1", "L2", "DRAM read, KB", "written, KB"]

CALLS = "kernels that launch kernels, which machine code does by calls of the driver's"
# Why the model is off where it is off most, as far as it is seen: by rung.
CONSTANTS = "a sub-core keeps 64 words of the constants that it reads by an index (bench/gpu/micro, constants.cu), which " \
    "16 warps take from each other: not modelled"
ROUNDS = "not known: thousands of short blocks with many barriers, one after another on each SM, are taken for too long"
WHY = {
    "roofline/tile": CONSTANTS,
    "constant-memory/whole": "each lane reads another constant: what a cold cache of constants costs is not modelled",
    "constant-memory/row": "as constant-memory/whole",
    "hypotheses/halving": ROUNDS, "hypotheses/mask": ROUNDS, "hypotheses/groups": ROUNDS,
    "reduction/sequential": ROUNDS, "reduction/first-add": ROUNDS, "reduction/last-warp": ROUNDS,
    "reduction/in-place": ROUNDS, "reduction/shuffles": ROUNDS,
    "libraries/states": "of what it stores in local memory the GPU sends two thirds of the sectors to L2, the model all",
    "matrix-sums/row-a-thread": "not known: caches and DRAM are as measured; each request touches 32 lines far apart",
    "occupancy/from-memory": "L1 keeps lines less long than the model's: a third of the sectors hit, and a half of the model's",
}

BAND = of.ROOT / "assets" / "timing" / "h200.json"
RUNGS_TEST = of.ROOT / "tests" / "lab" / "machine_code_rungs_test.cpp"


def machine_code():
    source = RUNGS_TEST.read_text()
    known = dict(re.findall(r'\{"([\w-]+/[\w-]+)", "([^"]*)"\}', source.split("kOpen{")[1].split("};")[0]))
    near = re.findall(r'"([^"]*)"', re.search(r"kNear\{([^}]*)\}", source).group(1))
    others = re.findall(r'"([^"]*)"', re.search(r"kOtherThings\{([^}]*)\}", source).group(1))
    nearness = float(re.search(r"kNearness = ([\d.]+)", source).group(1))
    recorded = json.loads((of.ROOT / "assets" / "measurements" / "nvidia-h200.json").read_text())
    rungs = {f"{point['lesson']}/{point['rung']}" for point in recorded["points"] if "counters" in point}
    return MACHINE_CODE.format(
        others=", ".join(f"`{name}`" for name in others), nearness=f"{100 * nearness:g} %",
        compared=len(rungs - known.keys()), equal=len(rungs - known.keys()) - len(near), near=len(near),
        open=len(known), rows="\n".join(f"| {name} | {why} |" for name, why in known.items()),
        near_names=" and ".join(f"`{name}`" for name in near))


def table(head, rows):
    """Columns of figures are set to the right."""
    rows = [[str(cell) for cell in row] for row in rows]
    lines = ["---:" if rows and all(re.match(r"[-+–\d]", row[i]) for row in rows) else "---" for i in range(len(head))]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "|".join(lines) + "|",
                      *("| " + " | ".join(row) + " |" for row in rows)])


def part(rows, right):
    return f"{sum(map(bool, map(right, rows)))} of {len(rows)}" if rows else "–"


def totals_of(name, launches):
    counted = [one for one in launches if one.counters]
    pairs = of.ladders(launches)
    rates = {level: [r for r in (of.hit_rates(one, level) for one in counted) if r] for level in ("l1", "l2")}
    return [name, len(launches), f"{of.mean_error(launches):.1f} %",
            f"{of.median_error(launches):.1f} %", f"{of.kendall(launches):.3f}",
            part(pairs, lambda pair: pair[5] > 1), part(counted, lambda one: of.same_stalls(one) == 2),
            part(rates["l1"], of.is_near_rate), part(rates["l2"], of.is_near_rate),
            part(counted, lambda one: of.is_near_bytes(of.dram(one, "read"))),
            part(counted, lambda one: of.is_near_bytes(of.dram(one, "write")))]


def totals(launches):
    head = ["launches", "", "mean absolute error", "median", "Kendall's τ", "order", "stalls", "L1 hits", "L2 hits",
            "DRAM read", "DRAM written"]
    sets = [("long", [one for one in launches if one.is_long]), ("short", [one for one in launches if not one.is_long]),
            ("all", launches)]
    return table(head, [totals_of(name, some) for name, some in sets if some])


def percent(error):
    return f"{100 * error:+.1f} %"


def worst(launches, count=15):
    rows, seen = [], set()
    for one in sorted(launches, key=lambda one: -abs(one.error)):
        if one.case.split(" ")[0] in seen:
            continue
        seen.add(one.case.split(" ")[0])
        rows.append([one.case.split(" ")[0], one.size, f"{one.measured:,.0f}", f"{one.cycles:,}", percent(one.error),
                     WHY.get(one.case.split(" ")[0], "not known")])
    return table(["rung", "size", "measured", "modelled", "error", "why"], rows[:count])


def wrong_order(launches):
    rows = [[f"{lesson} {size}", slow, fast, f"{x:.2f}", f"{y:.2f}"]
            for lesson, size, slow, fast, x, y in of.ladders(launches) if y <= 1]
    if not rows:
        return "No pair is in the wrong order."
    return "In the wrong order:\n\n" + table(["lesson", "slower", "faster", "measured ratio", "modelled"], rows)


def both(pair, unit=1):
    return f"{pair[0] / unit:,.0f} / {pair[1] / unit:,.0f}" if pair else "–"


def detail(one):
    return [one.case.split(" ")[0], one.size, one.number, ", ".join(of.largest_stalls(one.counters)),
            ", ".join(list(one.modelled["stalls"])[:2]), both(of.hit_rates(one, "l1")), both(of.hit_rates(one, "l2")),
            both(of.dram(one, "read"), 1024), both(of.dram(one, "write"), 1024)]


def by_lesson(launches):
    lessons = {}
    for one in launches:
        lessons.setdefault(one.lesson, []).append(one)
    text = ""
    for lesson, some in lessons.items():
        rows = [[one.rung, one.size, one.number, f"{one.measured:,.0f}", f"{100 * one.spread:.1f} %", f"{one.cycles:,}",
                 percent(one.error)] for one in some]
        text += f"\n### {lesson}\n\n" + table(
            ["rung", "size", "launch", "measured", "spread", "modelled", "error"], rows) + "\n"
    return text


def time(template, cycles, modelled):
    head, launches, left = of.read(cycles, modelled)
    details = [detail(one) for one in launches if one.is_long and one.counters]
    return template.format(device=head["device"], date=head["date"], driver=head["driver"], totals=totals(launches),
                           wrong=wrong_order(launches), worst=worst(launches),
                           left=table(["case", "why"], [(name, CALLS if "cnpv2" in why else why)
                                                        for name, why in sorted(left.items())]),
                           details=table(DETAILS, details), lessons=by_lesson(launches).rstrip("\n"))


def times():
    text = time(TIME, "cycles.json", "modelled.json")
    if (of.HERE / "later_cycles.json").exists():
        text += time(LATER, "later_cycles.json", "later_modelled.json")
    return text


def kinds(launches):
    found = {}
    for name, some in (("long", [one for one in launches if one.is_long]),
                       ("short", [one for one in launches if not one.is_long])):
        found[name] = {"launches": len(some), "percent": round(of.mean_error(some), 1)}
    return found


def band():
    """The text of assets/timing/h200.json (lab/hardware/time_error.hpp)."""
    head, launches, _ = of.read()
    machine = json.loads((of.HERE / "modelled.json").read_text())["machine"]
    lessons = {one.lesson: None for one in launches}
    out = {"version": 1, "machine": machine, "device": head["device"], "driver": head["driver"], "date": head["date"],
           "overall": kinds(launches),
           "lessons": {name: kinds([one for one in launches if one.lesson == name]) for name in lessons}}
    return re.sub(r"\n {3,}|\n  (?=\})", " ", json.dumps(out, indent=1)) + "\n"
