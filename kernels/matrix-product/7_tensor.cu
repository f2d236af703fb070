// Tensor cores multiply whole matrices: one mma adds 16 x 16 halves of A times 16 x 8 of B to 16 x 8
// floats. A warp does that together, and each lane holds pieces of all three, in the places that the
// instruction asks for. B is stored by columns, so that two halves below one another are one word.
// The next strips are on their way while these are multiplied. n must be a multiple of eight;
// blockDim.x is 128.
using half = unsigned short;  // nobody but mma looks into one
constexpr unsigned tile = 128, depth = 64;
// Rows of A or columns of B. Each has its groups of eight halves in an order of its own, group i at
// i ^ row % 8, so that those of eight rows meet in no bank; no sector comes apart, as it would in rows with gaps.
using Strip = half[tile][depth];

__device__ void multiply_add(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// Begins to copy eight halves to shared memory, or zeros.
__device__ void fetch(half* to, const half* from, bool inside) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from), "r"(inside ? 16 : 0)
               : "memory");
}

// The lane's two halves of a matrix of 8 x 8 that begins at `row` and k, multiples of eight.
__device__ unsigned piece(const Strip& strip, unsigned row, unsigned k) {
  const unsigned lane = threadIdx.x % 32;
  return *reinterpret_cast<const unsigned*>(&strip[row + lane / 4][k ^ (lane / 4 * 8 + lane % 4 * 2)]);
}

extern "C" __global__ void __launch_bounds__(128, 2)
multiply(float* c, const half* a, const half* b, unsigned n) {
  extern __shared__ __align__(16) Strip strips[];  // of A and B, and again for the next
  const unsigned t = threadIdx.x, row = blockIdx.y * tile, column = blockIdx.x * tile;
  const unsigned top = t / 64 * 64, left = t / 32 % 2 * 64;  // of the warp's quarter of the tile

  const auto fetch_strips = [&](unsigned first) {
    Strip* to = &strips[first / depth % 2 * 2];
    const unsigned k = t % 8 * 8;
    for (unsigned i = t / 8; i < tile; i += 16) {
      const unsigned at = k ^ i % 8 * 8;
      fetch(&to[0][i][at], &a[(row + i) * n + first + k], row + i < n && first + k < n);
      fetch(&to[1][i][at], &b[(column + i) * n + first + k], column + i < n && first + k < n);
    }
  };

  float sum[4][8][4] = {};
  fetch_strips(0);
#pragma unroll 1
  for (unsigned first = 0; first < n; first += depth) {
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    if (first + depth < n) fetch_strips(first + depth);
    const Strip *strip_a = &strips[first / depth % 2 * 2], *strip_b = strip_a + 1;
#pragma unroll
    for (unsigned k = 0; k < depth; k += 16) {
      unsigned of_a[4][4], of_b[8][2];
      for (unsigned i = 0; i < 16; ++i)
        of_a[i / 4][i % 4] = piece(*strip_a, top + i / 4 * 16 + i % 2 * 8, k + i % 4 / 2 * 8);
      for (unsigned j = 0; j < 16; ++j)
        of_b[j / 2][j % 2] = piece(*strip_b, left + j / 2 * 8, k + j % 2 * 8);
      for (unsigned i = 0; i < 32; ++i)
        multiply_add(sum[i / 8][i % 8], of_a[i / 8], of_b[i % 8]);
    }
  }

  for (unsigned i = 0; i < 64; ++i) {
    const unsigned to_row = row + top + i / 16 * 16 + i % 2 * 8 + t % 32 / 4;
    const unsigned to_column = column + left + i / 2 % 8 * 8 + t % 4 * 2;
    const float* two = &sum[i / 16][i / 2 % 8][i % 2 * 2];
    if (to_row < n && to_column < n)
      *reinterpret_cast<float2*>(&c[to_row * n + to_column]) = make_float2(two[0], two[1]);
  }
}
