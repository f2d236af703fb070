"""What kernels that call functions access in machine code: saved registers in local memory, and the driver's printf,
malloc and free. Read off the SASS that NVRTC 13.0 makes for sm_90, as in machine_code.py; the driver's functions are
not in it, and have bounds from what they must do. "lanes": how many call at one time, at most.
"""
import functools

from machine_code import WARP

WIDEST = 16  # bytes of a lane
OCTET = 8  # lanes whose words of local memory share a sector


def lanes_apart(launch, kinds, count):
    """(requests, sectors) as (least, most) of `count(kind)` accesses to local memory of a lane, which depend on its
    kind alone, at a place that depends on how deep it is in calls. A lane does one at a time, so that a warp has as
    many requests as its busiest lane at least, and 8 neighbours as many sectors; lanes of a kind do the same and stay
    together, so that there are no more than those of all kinds."""
    def between(groups):
        return (sum(max(map(count, group)) for group in groups), sum(sum(map(count, group)) for group in groups))

    warps = [[kinds[i] for i in threads] for threads in launch.threads_of_warps()]
    octets = [set(warp[i:i + OCTET]) for warp in warps for i in range(0, len(warp), OCTET)]
    return between([set(warp) for warp in warps]), between(octets)


def stored_at_last(launch, kinds):
    """Lanes of a kind store the result together, those of other kinds with them or not."""
    requests, sectors = lanes_apart(launch, kinds, lambda _: 1)
    return {"global.store.requests": requests, "global.store.sectors": sectors}


def local(launch, kinds, loads, stores):
    figures = {}
    for name, count in (("load", loads), ("store", stores)):
        figures[f"local.{name}.requests"], figures[f"local.{name}.sectors"] = lanes_apart(launch, kinds, count)
    return figures


@functools.cache
def fib(n):
    """(value, calls)"""
    if n < 2:
        return n, 1
    (one, calls), (two, more) = fib(n - 1), fib(n - 2)
    return one + two, 1 + calls + more


def device_functions(launch):
    """A call of `fib` is 5 STL and 5 LDL, one of `half_of` is one of each, at one address; STL of `calls` first, and
    LDL at last of the lanes that halved. Lanes with other numbers meet or do not."""
    def halvings(n):
        return max(fib(n)[0] - 1, 0).bit_length()  # while (x > 1) x /= 2

    numbers = launch.random_integers("in")
    return stored_at_last(launch, numbers) | local(
        launch, numbers, lambda n: 5 * fib(n)[1] + halvings(n) + (fib(n)[0] > 1),
        lambda n: 5 * fib(n)[1] + halvings(n) + 1)


def recursive_tree(launch):
    """A call of `walk` is 6 STL and 6 LDL; of depth n it comes to 2^(n + 1) - 1 calls. Lanes with other depths meet or
    do not."""
    depths = launch.random_integers("depth")

    def each(depth):
        return 6 * (2 ** (depth + 1) - 1)

    return stored_at_last(launch, depths) | local(launch, depths, each, each)


def virtual_shapes(launch):
    """Two STL.64 and two STL of all lanes, an LDL.64 of the table's address; then each kind of shape has a call of
    its own, with an STL, an LDL and a generic LD of the shape. An access of 8 bytes counts as two requests."""
    square = [x > 0.5 for x in launch.random_floats("in")]
    warps = [[square[i] for i in threads] for threads in launch.threads_of_warps()]
    kinds = sum(len(set(warp)) for warp in warps)
    of_octets = sum(len(set(warp[i:i + OCTET])) for warp in warps for i in range(0, WARP, OCTET))
    whole = WARP // OCTET * len(warps)  # sectors of a word of every lane
    return {"local.store.requests": 6 * len(warps) + kinds, "local.store.sectors": 6 * whole + of_octets,
            "local.load.requests": 2 * len(warps) + 2 * kinds, "local.load.sectors": 2 * of_octets + 2 * of_octets}


def printing(launch):
    """STL.64 four times and an STL put down the arguments, 40 bytes; STG of all warps at last. printf is the driver's:
    it takes each byte of the format, of strings and of the arguments once at least, in accesses of up to 16 bytes, and
    8 times at most; it takes its place among what is printed once at least, and tries 32 times at most."""
    calls = sum(i % 27 == 5 for i in range(launch.blocks * launch.threads))
    taken = len("thread %d of block %u: %5.2f %s %c %#llx %%\n") + 1 + len("text") + 1 + 40
    least, most = -(-taken // WIDEST) * calls, 8 * taken * calls
    put_down = (2 * 4 + 1) * calls
    return {"global.load.requests": (least, most), "local.load.requests": (least, most),
            "local.store.requests": (put_down + least, put_down + most),
            "global.store.requests": (launch.warps + least, 2 * launch.warps + most),
            "global.atomic.requests": (calls, 32 * calls), "shared.atomic.wavefronts": (calls, 32 * calls),
            "shared.load.requests": (calls, most), "lanes": 1}


def device_new(launch):
    """malloc and free are the driver's. Lanes call them together or apart; a call of a warp takes a load, a store and
    an atomic operation at least, and saves a register; one of a lane alone 32 at most. Of the kernel, an LDG first and
    an STG at last; with malloc an LDG and two ST, with free two LD."""
    numbers = launch.random_integers("in")
    together = sum(max(numbers[i] for i in threads) for threads in launch.threads_of_warps())
    alone, lanes = sum(numbers), len(numbers)
    of_driver = (2 * together, 32 * 2 * alone)
    figures = dict.fromkeys(("local.load.requests", "local.store.requests", "global.atomic.requests",
                             "shared.load.requests", "shared.atomic.wavefronts"), of_driver)
    for key, each in {"global.load.requests": 3, "global.store.requests": 2}.items():
        figures[key] = (launch.warps + each * together + of_driver[0], lanes + each * alone + of_driver[1])
    return figures | {"lanes": WARP}


REPLAYS = {function.__name__: function for function in (
    device_functions, device_new, printing, recursive_tree, virtual_shapes)}
