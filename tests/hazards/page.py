#!/usr/bin/env python3
"""README.md: which faulty kernels the model and compute-sanitizer's four tools find.

    python3 page.py --program build/dev/bin/lanescope            writes it
    python3 page.py --program build/dev/bin/lanescope --check    status 1 when it is not true

The sanitizer's side is in sanitizer.json, which sanitize.py wrote on a GPU; the model runs again.
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE / "README.md"
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
COLUMNS = ("Lanescope", *TOOLS)
KINDS = ("race", "uninitialized_read", "out_of_bounds", "misaligned", "barrier_divergence", "deadlock",
         "invalid_sync_mask")

HEAD = """# Faulty kernels and their clean twins

{count} kernels with one mistake each, and beside each a twin without it, as small as can be and as much
alike as can be. `pairs.toml` says how they are launched and what the mistake is; its lines are marked
in the source. `test_hazards` runs all of them on the model under three policies, two orders and 20
seeds: the mistake must be told with its kind, its severity and its lines, and of a clean twin nothing
but notes. By their machine code it runs them too, in two orders with 5 seeds: races between warps and
between blocks must be told there, and of a clean twin nothing but notes.

{which_ran}, with the same inputs, ran on an {device} (driver {driver}, {nvcc}) under
compute-sanitizer ({compute_sanitizer}) on {date}. `sanitize.py` wrote `sanitizer.json`, and `page.py` writes
this page from it and from the model's runs. *Found* means for the model that the hazard is told as
`pairs.toml` says, for a tool that it tells of any error or warning. None of that needs a GPU here.

| faulty kernels found | of | {columns_of} |
|---|---:|{rule}|
{by_kind}

Clean twins of which something was told:

| | of | {columns_of} |
|---|---:|{rule}|
{false_alarms}

{alarms}

## Every pair

`•` found, `–` not found, `∞` the run did not end (a hang that the tool did not explain), `?` not run.
A `†` beside the name: the faulty kernel, run alone on the GPU, left what its clean twin leaves, so
that looking at results would not have found it.

| pair | mistake | {columns} |
|---|---|{centred}|
{pairs}
"""


def command(program, pair, twin):
    words = [program, "run", str(HERE / "kernels" / f"{pair['name']}.{twin}.cu"), "--kernel", "k",
             "--grid", ",".join(map(str, pair["grid"])), "--block", ",".join(map(str, pair["block"])),
             "--shared", str(pair.get("shared", 0)), "--max-steps", "100000", "--report", "json"]
    for spec in pair["arguments"]:
        words += ["--arg", spec]
    return words


def hazards(program, pair, twin):
    said = subprocess.run(command(program, pair, twin), capture_output=True, text=True)
    if not said.stdout:
        sys.exit(f"{pair['name']}.{twin}: no report\n{said.stderr}")
    return json.loads(said.stdout)["hazards"]


def source(pair, twin):
    return (HERE / "kernels" / f"{pair['name']}.{twin}.cu").read_text().splitlines()


def marked(pair, marker):
    return [number for number, line in enumerate(source(pair, "faulty"), 1) if marker in line]


def at_marked_lines(pair, hazard):
    one, two = marked(pair, "<1>"), marked(pair, "<2>")
    line, other = hazard["line"], hazard.get("other_line")
    if hazard["kind"] != "race":
        return line in one + two
    return (line in one and other in two) or (line in two and other in one)


def found_by_model(program, pair):
    return any(hazard["kind"] == pair["kind"] and hazard["severity"] == pair.get("severity", "error")
               and hazard["space"] == pair.get("space", "") and at_marked_lines(pair, hazard)
               for hazard in hazards(program, pair, "faulty"))


def alarmed_by_model(program, pair):
    return any(hazard["severity"] != "note" for hazard in hazards(program, pair, "clean"))


def mark_of_tool(row):
    if row is None:
        return "?"
    if row["errors"] + row["warnings"]:
        return "•"
    return "∞" if row["exit"] == "timeout" or row["run"] == "does not end" else "–"


def marks(program, pair, twin, kernels):
    told = found_by_model if twin == "faulty" else alarmed_by_model
    rows = kernels.get(f"{pair['name']}.{twin}", {})
    return ["•" if told(program, pair) else "–", *(mark_of_tool(rows.get(tool)) for tool in TOOLS)]


def all_marks(program, pairs, kernels):
    """(name, twin) -> a mark for each column."""
    keys = [(pair, twin) for pair in pairs for twin in ("faulty", "clean")]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda key: marks(program, *key, kernels), keys)
        return {(pair["name"], twin): row for (pair, twin), row in zip(keys, found)}


def counts(table, twin, names):
    """The model's, then how many ran under the tools, then the tools'."""
    found = [sum(table[name, twin][column] == "•" for name in names) for column in range(len(COLUMNS))]
    return [found[0], sum(table[name, twin][1] != "?" for name in names), *found[1:]]


def cells(*values):
    return "| " + " | ".join(str(value) for value in values) + " |"


def kind_rows(pairs, table):
    rows = []
    for kind in KINDS:
        names = [pair["name"] for pair in pairs if pair["kind"] == kind]
        if names:
            rows.append(cells(f"`{kind}`", len(names), *counts(table, "faulty", names)))
    names = [pair["name"] for pair in pairs]
    rows.append(cells("all", len(names), *counts(table, "faulty", names)))
    return "\n".join(rows)


def alarm_list(pairs, table, kernels):
    lines = []
    for pair in pairs:
        for tool, mark in zip(TOOLS, table[pair["name"], "clean"][1:]):
            if mark == "•":
                message = kernels[f"{pair['name']}.clean"][tool]["message"].split(" | ")[0].rstrip(".")
                lines.append(f"- `{pair['name']}`, {tool}: {message}. It is clean: {pair['clean_because']}.")
    return "\n".join(lines) or "None of the tools told of any."


def unnoticed(pair, kernels):
    faulty, clean = (kernels.get(f"{pair['name']}.{twin}", {}).get("alone") for twin in ("faulty", "clean"))
    return bool(faulty and clean and faulty.get("buffers") and faulty["buffers"] == clean.get("buffers"))


def pair_row(pair, table, kernels):
    mistake = source(pair, "faulty")[0].removeprefix("// Faulty: ").rstrip(".")
    name = f"`{pair['name']}`" + (" †" if unnoticed(pair, kernels) else "")
    return cells(name, mistake, *table[pair["name"], "faulty"])


def page(program):
    measured = json.loads((HERE / "sanitizer.json").read_text())
    kernels = measured.pop("kernels")
    pairs = tomllib.loads((HERE / "pairs.toml").read_text())["pair"]
    table = all_marks(program, pairs, kernels)
    names = [pair["name"] for pair in pairs]
    ran = sum(f"{name}.faulty" in kernels for name in names)
    return HEAD.format(
        **measured, count=len(pairs),
        which_ran="These pairs" if ran == len(pairs) else f"{ran} of these pairs",
        columns=" | ".join(COLUMNS), columns_of=" | ".join((COLUMNS[0], "of", *TOOLS)), rule="---:|" * 5 + "---:",
        centred=":---:|" * 4 + ":---:", by_kind=kind_rows(pairs, table),
        false_alarms=cells("clean twins", len(names), *counts(table, "clean", names)),
        alarms=alarm_list(pairs, table, kernels),
        pairs="\n".join(pair_row(pair, table, kernels) for pair in pairs))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    text = page(args.program)
    if not args.check:
        PAGE.write_text(text)
        return 0
    if PAGE.exists() and PAGE.read_text() == text:
        return 0
    print(f"{PAGE.name} does not tell what is measured and what the model gives: write it again")
    return 1


if __name__ == "__main__":
    sys.exit(main())
