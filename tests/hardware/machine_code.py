"""What the machine code of held-out and some other kernels accesses where it executes other accesses than the PTX: read off the SASS
that NVRTC 13.0 makes for sm_90, and computed here from the launch alone. Each function names the instructions, and
gives by counter the figure, or the least and the most where lanes meet by what the machine code does not say.
"""
import collections
import math

from launches import words_of
from measure import dims, mix

WARP = 32


class Launch:
    """Grid, block and arguments of a case."""

    def __init__(self, case):
        words = words_of(case)
        value = dict(zip(words[::2], words[1::2]))
        self.grid, self.block = dims(value["--grid"]), dims(value["--block"])
        self.blocks, self.threads = math.prod(self.grid), math.prod(self.block)
        self.warps_of_block = -(-self.threads // WARP)
        self.warps = self.blocks * self.warps_of_block
        self.arguments = dict(words[i + 1].split(":", 1) for i, word in enumerate(words) if word == "--arg")

    def random_integers(self, name):
        head, _, fill = self.arguments[name].partition("]=random:")
        seed, modulus = map(int, fill.split("%"))
        return [(mix(seed + i) >> 32) % modulus for i in range(int(head.partition("[")[2]))]

    def random_floats(self, name):
        """As numbers of 24 bits from 0 to 1."""
        head, _, seed = self.arguments[name].partition("]=random:")
        return [(mix(int(seed) + i) >> 40) * 2.0**-24 for i in range(int(head.partition("[")[2]))]

    def scalar(self, name):
        return int(self.arguments[name].partition("=")[2])

    def threads_of_warps(self):
        """The indices over the whole grid of each warp's threads."""
        for block in range(self.blocks):
            for first in range(0, self.threads, WARP):
                yield [block * self.threads + t for t in range(first, min(first + WARP, self.threads))]


def sectors(words):
    return len({4 * word // 32 for word in words})


def passes_of_128(addresses):
    """(wavefronts, conflicts) of an LDS.128 with these byte addresses, by docs/CONTRACT.md, "Wavefronts and bank
    conflicts": quarter warps; the two of a half are one group where each lane finds its neighbour at its address.
    Here all lanes of a quarter have one address, so that they always do."""
    lanes = [addresses[i:i + WARP // 2] for i in range(0, len(addresses), WARP // 2)]
    assert all(len(set(half[i:i + 8])) == 1 for half in lanes for i in range(0, len(half), 8))
    wavefronts = 0
    for half in lanes:
        banks = collections.defaultdict(set)
        for word in {at // 4 + k for at in half for k in range(4)}:
            banks[word % 32].add(word)
        wavefronts += max(map(len, banks.values()))
    return wavefronts, wavefronts - len(lanes)


def copy_ahead(launch):
    """`@!PT LDS RZ, [RZ]` three times in front of LDGSTS, with no lane ever; one LDS in each of two loops, which go
    round four times."""
    return {"shared.load.requests": launch.warps * (3 + 2 * 4)}


def early_return_loop(launch):
    """The loop is unrolled. Lanes that return meet (BSYNC B0) at one STG; those that break come to the other as they
    are, a group from each round."""
    following, groups = launch.random_integers("next"), []
    for threads in launch.threads_of_warps():
        stores = collections.defaultdict(list)
        for i in threads:
            at = i
            for k in range(12):
                at = following[at]
                if at % 5 == 0 or at % 7 == 0:
                    break
            stores["returned" if at % 5 == 0 else k].append(i)
        groups += stores.values()
    return {"global.store.requests": len(groups), "global.store.sectors": sum(map(sectors, groups))}


def int_product_tiles(launch):
    """In a round 8 LDS of q, which have no conflicts, and 2 LDS.128 of p, whose rows have 32 bytes."""
    rounds = launch.warps * -(-launch.scalar("n") // 8)
    wavefronts, _ = passes_of_128([lane // 8 * 32 for lane in range(WARP)])
    return {"shared.load.requests": rounds * (8 + 2), "shared.load.wavefronts": rounds * (8 + 2 * wavefronts)}


def last_block(launch):
    """`@!P0 STS` of every warp, and the STS behind a branch of each block's first."""
    return {"shared.store.requests": launch.warps + launch.blocks}


def no_local_memory(_):
    """Neither LDL nor STL: an element is chosen among registers by @P MOV, or among parameters by @P LDC."""
    return {f"local.{kind}.{name}": 0 for kind in ("load", "store") for name in ("requests", "sectors")}


def matrix_vector(launch):
    """12 LDS.128 in place of 48 loads, of the warps with a row of the 48; all lanes at one address."""
    warps = [sum(i < 48 for i in threads) for threads in launch.threads_of_warps()]
    lanes = [count for count in warps if count > 0]
    return {"shared.load.requests": 12 * len(lanes),
            "shared.load.wavefronts": 12 * sum(passes_of_128([0] * count)[0] for count in lanes)}


def odd_structs(launch):
    """STL four times, of 1 to 4 bytes, and an STL.64, which counts as two; the PTX stores a byte more."""
    return {"local.store.requests": 6 * launch.warps, "local.store.sectors": 6 * 4 * launch.warps}


def segmented_sum(launch):
    """LDG.U8 of a key and LDG of a value, each once."""
    return {"global.load.requests": 2 * launch.warps, "global.load.sectors": (1 + 4) * launch.warps}


def dot_bytes(launch):
    """LDG of each of two numbers, once."""
    return {"global.load.requests": 2 * launch.warps, "global.load.sectors": 2 * 4 * launch.warps}


def max_and_place(launch):
    """`@!P1 LDS` twice and `@!P1 STS` once in each round, of all warps; a last LDS of each block's first warp."""
    rounds, left = 0, launch.threads
    while left > 1:
        rounds, left = rounds + 1, (left + 1) // 2
    return {"shared.load.requests": launch.warps * 2 * rounds + launch.blocks,
            "shared.store.requests": launch.warps * (1 + rounds)}


def prefix_by_warps(launch):
    """Of the sums of the w warps below a warp, four by an LDS.128 and what is left by LDS, all lanes at one address."""
    below = range(launch.warps_of_block)
    wavefronts, _ = passes_of_128([0] * WARP)
    return {"shared.load.requests": launch.blocks * sum(w // 4 + w % 4 for w in below),
            "shared.load.wavefronts": launch.blocks * sum(w // 4 * wavefronts + w % 4 for w in below)}


def product_strips(launch):
    """8 LDS.128 in place of 32 loads; a strip has 128 bytes."""
    wavefronts, conflicts = passes_of_128([lane // launch.block[0] * 128 for lane in range(WARP)])
    figures = {"requests": 1, "wavefronts": wavefronts, "bank_conflicts": conflicts}
    return {f"shared.load.{name}": launch.warps * 8 * each for name, each in figures.items()}


def recursive_depth(launch):
    """A call of `ways` is 10 STL and 10 LDL; it calls itself in a loop for n - 1, n - 3, …, whose lanes meet behind it
    (BSYNC B7), but return as they are, since that barrier's register is saved lane by lane. So a call's lanes store
    together; they load, and at last store the result, in one group at least and in as many as they have different n
    at most. Every n is in each 8 lanes: 4 sectors for each group."""
    calls, apart = 0, 0

    def ways(numbers):
        nonlocal calls, apart
        calls, apart = calls + 1, apart + len(numbers)
        inner = [n - 1 for n in numbers if n >= 2]
        while inner:
            ways(inner)
            inner = [n - 2 for n in inner if n >= 3]

    for threads in launch.threads_of_warps():
        ways(sorted({i % 7 for i in threads}))
    return {"local.store.requests": 10 * calls, "local.store.sectors": 10 * calls * 4,
            "local.load.requests": (10 * calls, 10 * apart), "local.load.sectors": (10 * calls * 4, 10 * apart * 4),
            "global.store.requests": (launch.warps, launch.warps * 7),
            "global.store.sectors": (launch.warps * 4, launch.warps * 7 * 4)}


def shared_counters(launch):
    """`@!P0 STS` of every warp."""
    return {"shared.store.requests": launch.warps}


def triangle_loop(launch):
    """The loop is a predicated load for lanes with one round, then four loads a round while more than three are left,
    then two, then one, and lanes meet (BSYNC B0) between these."""
    groups = []
    for threads in launch.threads_of_warps():
        left = {i: list(range(i % launch.threads % 20 + 1)) for i in threads}

        def load(lanes, count):
            for _ in range(count if lanes else 0):
                groups.append([(i + left[i].pop(0) ** 2) % 128 for i in lanes])

        load([i for i in threads if len(left[i]) == 1], 1)
        while four := [i for i in threads if len(left[i]) > 3]:
            load(four, 4)
        load([i for i in threads if len(left[i]) > 1], 2)
        load([i for i in threads if len(left[i]) > 0], 1)
    return {"global.load.requests": len(groups), "global.load.sectors": sum(map(sectors, groups))}


REPLAYS = {f"later_{function.__name__}": function for function in (
    copy_ahead, early_return_loop, int_product_tiles, last_block, matrix_vector, max_and_place, prefix_by_warps,
    product_strips, recursive_depth, shared_counters, triangle_loop)}
REPLAYS.update(dict.fromkeys(("later_local_window", "later_table_in_argument", "local_array"), no_local_memory),
               dot_bytes=dot_bytes, odd_structs=odd_structs, segmented_sum=segmented_sum)
