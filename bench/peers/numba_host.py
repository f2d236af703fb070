"""Runs a kernel on Numba's CUDA simulator, and prints the seconds of its launch.

numba_host.py KERNEL GRID BLOCK SHARED N OUT_BYTES OUT_FILE IN_FILE...
The words are those of opencl_host. The kernels are those of kernels.cl.
"""

import os
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
import numpy
from numba import cuda, float32


@cuda.jit
def reduce(out, values, n):
    s = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    i = cuda.blockIdx.x * cuda.blockDim.x + t
    s[t] = values[i] if i < n else 0
    cuda.syncthreads()
    k = cuda.blockDim.x // 2
    while k > 0:
        if t < k:
            s[t] += s[t + k]
        cuda.syncthreads()
        k //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


@cuda.jit
def multiply(c, a, b, n):
    s = cuda.shared.array(0, float32)
    tile = cuda.blockDim.x
    tile_b = tile * tile
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    row = cuda.blockIdx.y * tile + y
    column = cuda.blockIdx.x * tile + x
    total = float32(0)
    for first in range(0, n, tile):
        inside_a = row < n and first + x < n
        inside_b = first + y < n and column < n
        s[y * tile + x] = a[row * n + first + x] if inside_a else 0
        s[tile_b + y * tile + x] = b[(first + y) * n + column] if inside_b else 0
        cuda.syncthreads()
        for k in range(tile):
            total += s[y * tile + k] * s[tile_b + k * tile + x]
        cuda.syncthreads()
    if row < n and column < n:
        c[row * n + column] = total


def extent(words):
    return tuple(int(word) for word in words.split(","))


def main(kernel, grid, block, shared, n, out_bytes, out_file, *inputs):
    out = cuda.to_device(numpy.zeros(int(out_bytes) // 4, numpy.float32))
    values = [cuda.to_device(numpy.fromfile(path, numpy.float32)) for path in inputs]
    launch = {"reduce": reduce, "multiply": multiply}[kernel]
    start = time.perf_counter()
    launch[extent(grid), extent(block), 0, int(shared)](out, *values, int(n))
    cuda.synchronize()
    print(time.perf_counter() - start)
    out.copy_to_host().tofile(out_file)


main(*sys.argv[1:])
