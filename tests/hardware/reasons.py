"""Why a counter of the model may differ from a GPU's: each reason names the counters that it can explain, what the
kernel must contain, and the bound that the GPU's figure keeps. Nothing here reads a verdict from the figures' files:
a reason holds where its bound does. Where a kernel's machine code is replayed (replays.py), what it counts bounds the
figure too. Of a held-out kernel that is the bound; only what the order of warps decides keeps the reason's own.
"""
import dataclasses
import itertools
import re
from collections.abc import Callable

GLOBAL = {f"global.{kind}.{name}" for kind in ("load", "store", "atomic") for name in ("requests", "sectors")}
GLOBAL_LOADS = {key for key in GLOBAL if ".load." in key}
ATOMICS = {key for key in GLOBAL if ".atomic." in key}
LOCAL = {f"local.{kind}.{name}" for kind in ("load", "store") for name in ("requests", "sectors")}
SHARED = {f"shared.{kind}.{name}" for kind in ("load", "store")
          for name in ("requests", "wavefronts", "bank_conflicts")}
SHARED_LOADS = {key for key in SHARED if ".load." in key}
SHARED_ATOMICS = {"shared.atomic.wavefronts", "shared.atomic.bank_conflicts"}
SHARED_STORE_PASSES = {"shared.store.wavefronts", "shared.store.bank_conflicts"}
LOCAL_REQUESTS = {"local.load.requests", "local.store.requests"}
LANES = 32
WIDEST = 16  # bytes of a lane
UNBOUNDED = float("inf")
# An answer from L2 takes an H200 about 200 cycles of at most 1.98 GHz, and a warp asks again when it has it.
NANOSECONDS_OF_TRY = 100


class Case:
    """One run: the model's and the GPU's figures, what the model gives in other orders, and what the machine code
    counts: a bound by counter, None where that is not known. `tries`: how often all warps together can ask in the time
    that the launch took, infinite where the time is not known."""

    def __init__(self, source, model, gpu, lines=(), in_other_orders=lambda: [], machine_code=lambda key: None,
                 held_out=False, tries=UNBOUNDED):
        self.source, self.model, self.gpu, self.lines = source, model, gpu, lines
        self.in_other_orders, self.machine_code, self.held_out = in_other_orders, machine_code, held_out
        self.tries = tries

    def has(self, pattern):
        return re.search(pattern, self.source) is not None

    def beside(self, key, name):
        """The GPU's figure of the same accesses: ("shared.load.requests", "wavefronts")."""
        return self.gpu(key.rpartition(".")[0] + "." + name)


Bound = tuple[float, float]  # the least and the most that the GPU may count


@dataclasses.dataclass
class Reason:
    words: str
    counters: set[str]
    bound: Callable[[Case, str], Bound | None]  # None: it does not hold here
    needs: str = ""  # a regular expression that the source must match
    of_order: bool = False  # the order of warps decides, and not the machine code


def more(most):
    """At least the model's figure, and at most what `most` says."""
    return lambda case, key: (case.model(key) + 1, most(case, key))


def fewer(least):
    return lambda case, key: (least(case, key), case.model(key) - 1)


def lanes_of_requests(case, key):
    """No more than one sector or pass for each lane of each request, and no more requests than lanes of the model's."""
    if key.endswith(".requests"):
        return LANES * case.model(key)
    return LANES * case.beside(key, "requests")


def without_lanes(case, key):
    """An instruction without lanes takes no pass: where passes agree, requests that are more had none."""
    passes = key.replace("requests", "wavefronts")
    settled = case.model(passes) == case.gpu(passes) or not case.model(passes) < case.gpu(passes)
    return (case.model(key) + 1, 16 * case.model(key)) if settled else None


def merged(case, key):
    """The same bytes in at least a quarter of the requests: four accesses of 4 bytes are one of 16 at most. Passes and
    conflicts never grow, and a wide access takes as many passes as the worst of those that it is made of. Conflicts
    are passes beyond one for each group of lanes, and a wide access has no more groups than those, nor fewer than one
    of four."""
    group = key.rpartition(".")[0]
    if case.beside(key, "requests") >= case.model(f"{group}.requests"):
        return None
    least, most = -(-case.model(key) // (WIDEST // 4)), case.model(key) - 1
    if not key.endswith(".bank_conflicts"):
        return least, most
    passes, groups = case.gpu(f"{group}.wavefronts"), case.model(f"{group}.wavefronts") - case.model(key)
    return max(0, passes - groups), min(most, passes + -groups // (WIDEST // 4))


def order(case, key):
    """A count that changes with the order of warps on the model too, and is not of another size than there."""
    values = [case.model(key), *(other(key) for other in case.in_other_orders())]
    if key.endswith(".sectors"):
        requests = case.beside(key, "requests")
        return requests, LANES * requests
    if len(set(values)) == 1:
        return None
    return min(values) / LANES, min(256 * max(values), min(values) + case.tries)


WAITING = re.compile(r"while \(([^;{]*)\) ?\{\s*\}")  # a loop that does nothing but ask


def waits(case, key):
    """How often a waiting loop asks: of the accesses that it asks by, atomics or loads, only."""
    asked = [ATOMICS if "atomic" in match[1] else GLOBAL_LOADS for match in WAITING.finditer(case.source)]
    if not any(key in counters for counters in asked):
        return None
    if key.endswith(".sectors"):
        requests = case.beside(key, "requests")
        return requests, LANES * requests
    return case.model(key) / LANES, min(256 * case.model(key), case.model(key) + case.tries)


def combined(case, key):
    """ptxas lets one lane do the work of all where the address is uniform: those lines count a sector a request.
    Exact: some choice of the lines that can be combined gives the GPU's figure."""
    if case.gpu("global.atomic.requests") != case.model("global.atomic.requests"):
        return None
    spared = [line["sectors"] - line["requests"] for line in case.lines if line["can_combine"]]
    for count in range(1, len(spared) + 1):
        for chosen in itertools.combinations(spared, count):
            if case.model(key) - sum(chosen) == case.gpu(key):
                return case.gpu(key), case.gpu(key)
    return None


def meeting(case, key):
    """At least what the rule says, and no more than each lane alone."""
    same = case.gpu("global.atomic.requests") == case.model("global.atomic.requests")
    return (case.model(key), case.model("global.atomic.bytes") // 4) if same else None


def once(case, key):
    """Each sector of a request once: at least one, at most as often as lanes meet."""
    same = case.gpu("global.atomic.requests") == case.model("global.atomic.requests")
    return (case.gpu("global.atomic.requests"), case.model(key)) if same else None


def spilled(case, key):
    """What the PTX does not have: lanes at one offset, so 1 to 16 sectors a request of 4 to 16 bytes."""
    if case.model(key) != 0:
        return None
    requests, sectors = case.beside(key, "requests"), case.beside(key, "sectors")
    return (sectors / WIDEST, sectors) if key.endswith(".requests") else (requests, WIDEST * requests)


def wide_local(case, key):
    """The same sectors in a half or a quarter of the requests, those of 4 bytes being equal."""
    sectors = key.replace("requests", "sectors")
    return (case.model(key) / 4, case.model(key) - 1) if case.model(sectors) == case.gpu(sectors) else None


def combined_shared(case, key):
    """One lane for each group of lanes that the model lets wait for each other."""
    groups = case.model(key) - case.model("shared.atomic.bank_conflicts")
    return groups, groups


def met_by_loads(case, key):
    """One pass more for a store at most, and each is a conflict."""
    more = [case.gpu(name) - case.model(name) for name in sorted(SHARED_STORE_PASSES)]
    return (case.model(key) + 1, case.model(key) + case.beside(key, "requests")) if more[0] == more[1] else None


def without_matrices(case, key):
    """Passes and conflicts agree, requests are fewer: those of matrices."""
    both = [key.replace("requests", name) for name in ("wavefronts", "bank_conflicts")]
    same = all(case.model(name) == case.gpu(name) for name in both)
    return (0, case.model(key) - 1) if same else None


def by_machine_code(case, key):
    return case.machine_code(key)


def by_drivers_code(case, key):
    """Requests by what the driver must do for a call (calls.py). Of lanes that call alone, what it adds is a sector a
    request; where they call together, one to one for each lane, and a heap of its own lies elsewhere in sectors."""
    lanes = case.machine_code("lanes")
    if lanes is None or not key.endswith(".sectors"):
        return case.machine_code(key)
    requests = case.beside(key, "requests")
    if lanes == (1, 1):
        alone = case.model(key) + requests - case.model(key.replace("sectors", "requests"))
        return alone, alone
    return requests, lanes[1] * requests


def in_registers(case, key):
    """None is left; where some are, the machine code tells which."""
    return case.machine_code(key) or (0, 0)


REASONS = {
    "lanes_off": Reason("the GPU counts instructions whose lanes are all switched off as executed",
                        {"shared.load.requests", "shared.store.requests"}, without_lanes),
    "matrix_moves": Reason("the GPU's metric of requests leaves out LDSM and STSM, whose passes it counts",
                           {"shared.load.requests", "shared.store.requests"}, without_matrices,
                           r"ldmatrix|stmatrix|load_matrix_sync"),
    "merged": Reason("ptxas merges accesses of neighbouring words into wider ones", SHARED, merged),
    "driver_code": Reason("printf, malloc and free are the driver's code on the GPU",
                          GLOBAL | LOCAL | SHARED_ATOMICS | {"shared.load.requests"},
                          by_drivers_code, r"\b(printf|malloc|free|new|delete)\b"),
    "calls": Reason("the calling convention of the machine code saves registers in local memory", LOCAL,
                    by_machine_code, r"__noinline__|virtual|__device__"),
    "apart": Reason("lanes do not meet again in the machine code where they do in the PTX",
                    {"global.load.requests", "global.load.sectors", "global.store.requests", "global.store.sectors"},
                    more(lanes_of_requests), r"__noinline__|__device__|for|while"),
    "predicated": Reason("ptxas makes the branches predicates: lanes that part in the PTX store together",
                         {"shared.store.wavefronts"}, fewer(lambda case, key: case.model(key) / 2), r"\bif\b"),
    "order": Reason("how often warps wait or try again depends on which is faster", GLOBAL_LOADS | ATOMICS, order,
                    r"atomicCAS|atomicExch|volatile|grid\.sync|atomic_ref|atomicAdd\(.*, ?0", of_order=True),
    "waits": Reason("how often a waiting loop asks depends on which warp is faster", GLOBAL_LOADS | ATOMICS, waits,
                    of_order=True),
    "met_by_loads": Reason("a store waits a pass where another warp's load comes between: halves of a block that wait "
                           "at barriers of their own do so by chance (16 to 19 passes in 32 launches on an H200, 16 "
                           "in all of 32 where both wait at one barrier)", SHARED_STORE_PASSES, met_by_loads,
                           r"bar\.sync %", of_order=True),
    "unrolled": Reason("ptxas unrolls the loop, and lanes meet elsewhere than in the PTX",
                       {key for key in GLOBAL if ".atomic." not in key}, by_machine_code, r"for|while"),
    "swap_loop": Reason("operations without an instruction are compare-and-swap loops of loads in machine code",
                        SHARED_LOADS | SHARED_ATOMICS, None, r"atomic\w+"),
    "kept": Reason("ptxas leaves out loads of a value that it holds already", GLOBAL_LOADS,
                   fewer(lambda case, key: case.gpu("global.store.requests"))),
    "in_registers": Reason("ptxas keeps an array in registers, or leaves out stores that nobody reads", LOCAL,
                           in_registers),
    "generic_atomic": Reason("the GPU counts a shared pass for an atomic by a generic address",
                             {"shared.atomic.wavefronts"},
                             lambda case, key: (1, case.gpu("global.atomic.requests")), r"this_grid|grid_group"),
    "combined": Reason("the address is uniform by construction: ptxas lets one lane do the work of all",
                       {"global.atomic.sectors"}, combined),
    "meeting": Reason("a request with lanes on one word is taken apart further than the rule says",
                      {"global.atomic.sectors"}, meeting),
    "once": Reason("CUPTI's metric of the machine code counts each sector of a request once; the hardware, and the "
                   "model, once for each lane that meets another on a word", {"global.atomic.sectors"}, once),
    "spilled": Reason("registers do not suffice: the assembler keeps some in local memory", LOCAL, spilled),
    "wide_local": Reason("CUPTI's metric of the machine code counts an access of 8 or 16 bytes to local memory once; "
                         "the hardware, and the model, twice or four times", LOCAL_REQUESTS, wide_local),
    "combined_shared": Reason("the address is uniform by construction: ptxas lets one lane do the work of all",
                              {"shared.atomic.wavefronts"}, combined_shared, r"atomic(Add|Sub|Max|Min|And|Or|Xor)"),
}


def swap_loop(case, key):
    """A loop loads once for each try: loads grow by tries at most, and tries by lanes that wait for each other."""
    tries = case.gpu("shared.atomic.wavefronts")
    if key.startswith("shared.load."):
        return case.model(key), case.model(key) + tries
    if key.endswith(".bank_conflicts"):
        return 0, tries
    return case.model(key) / 2, LANES * case.model(key)


REASONS["swap_loop"].bound = swap_loop


def bound_of(reason, case, key):
    counted = case.machine_code(key)
    if case.held_out and not reason.of_order:
        return counted
    own = reason.bound(case, key)
    return own if own is None or counted is None else (max(own[0], counted[0]), min(own[1], counted[1]))


def explain(name, case, key):
    """(words, bound) where the reason holds for this counter of this kernel, else None."""
    reason = REASONS[name]
    if key not in reason.counters or (reason.needs and not case.has(reason.needs)):
        return None
    bound = bound_of(reason, case, key)
    if bound is None or not bound[0] <= case.gpu(key) <= bound[1]:
        return None
    return reason.words, bound


def first_that_holds(names, case, key):
    return next(((name, *found) for name in names if (found := explain(name, case, key))), None)
