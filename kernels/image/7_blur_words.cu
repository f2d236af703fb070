// Sixteen pixels a thread, one launch, and a radius that the compiler knows. The block sums along
// its rows, keeps the sums in shared memory, and then sums them down the columns: the row that
// comes in is added, the one that goes out is taken away. Two sums share a word. What is beside its
// pixels, a thread has from the lanes beside it. The width is a multiple of sixteen.
constexpr int r = 3;
constexpr int warps = 6;
constexpr int rows = 36;                       // of the picture, a block
constexpr int along = (rows + 2 * r) / warps;  // rows that a warp sums, and
constexpr int down = rows / warps;             // rows that it writes
// 2^24 / count, rounded up: times this, a sum has its mean in the highest byte.
constexpr unsigned full = (1 << 24) / ((2 * r + 1) * (2 * r + 1)) + 1;

// Sums of 2r + 1 neighbours: word i has those around pixels i and i + 8.
__device__ void sum_row(unsigned* sum, unsigned left, uint4 middle, unsigned right) {
  const unsigned fours[6] = {left, middle.x, middle.y, middle.z, middle.w, right};
  unsigned two[16];  // pixels j - 4 and j + 4
  for (int j = 0; j < 16; j += 2) {
    const unsigned pair = __byte_perm(fours[j / 4], fours[j / 4 + 2], j % 4 ? 0x7632 : 0x5410);
    two[j] = pair & 0xff00ff;
    two[j + 1] = __byte_perm(pair, 0, 0x4341);
  }
  sum[0] = 0;
  for (int j = 4 - r; j <= 4 + r; ++j)
    sum[0] += two[j];
  for (int i = 1; i < 8; ++i)
    sum[i] = sum[i - 1] + two[i + 4 + r] - two[i + 3 - r];
}

// How many of the 2r + 1 places around i there are.
__device__ unsigned places(int i, int length) {
  return min(i + r, length - 1) - max(i - r, 0) + 1;
}

__device__ unsigned highest_bytes(const unsigned* of) {
  return __byte_perm(__byte_perm(of[0], of[1], 0x73), __byte_perm(of[2], of[3], 0x73), 0x5410);
}

// Registers for four blocks on an SM, no more.
extern "C" __global__ void __launch_bounds__(32 * warps, 4)
blur(uint4* __restrict__ out, const uint4* __restrict__ in, int sixteens, int height) {
  __shared__ alignas(16) unsigned sums[rows + 2 * r][2][32][4];
  const int lane = threadIdx.x;
  const int x = blockIdx.x * 32 + lane;
  const int top = blockIdx.y * rows;

  uint4 middle[along];  // all asked for before the first is needed
  for (int j = 0; j < along; ++j) {
    const int y = top - r + threadIdx.y + warps * j;
    middle[j] = y >= 0 && y < height && x < sixteens ? in[y * sixteens + x] : uint4{};
  }
  // Of row j, lane 2j asks for what is left of the block, lane 2j + 1 for what is right of it.
  unsigned rim = 0;
  const int rim_y = top - r + threadIdx.y + warps * (lane / 2);
  const int rim_x = 128 * blockIdx.x + (lane % 2 ? 128 : -1);  // in words
  if (lane < 2 * along && rim_y >= 0 && rim_y < height && rim_x >= 0 && rim_x < 4 * sixteens)
    rim = reinterpret_cast<const unsigned*>(in)[rim_y * 4 * sixteens + rim_x];

#pragma unroll
  for (int j = 0; j < along; ++j) {
    const unsigned left = __shfl_up_sync(~0u, middle[j].w, 1);
    const unsigned right = __shfl_down_sync(~0u, middle[j].x, 1);
    const unsigned edge = __shfl_sync(~0u, rim, 2 * j + (lane == 31));
    unsigned sum[8];
    sum_row(sum, lane == 0 ? edge : left, middle[j], lane == 31 ? edge : right);
    for (int i = 0; i < 8; ++i)
      sums[threadIdx.y + warps * j][i / 4][lane][i % 4] = sum[i];
  }
  __syncthreads();

  if (x >= sixteens) return;
  const auto columns = [&](bool amid) {  // amid the picture, all places are there
    const int first = down * threadIdx.y;
    unsigned sum[8] = {}, once[2 * r + 1];
    for (int k = 0; k < 2 * r; ++k)
      for (int i = 0; i < 8; ++i)
        sum[i] += sums[first + k][i / 4][lane][i % 4];
#pragma unroll
    for (int k = 0; k < down; ++k) {
      const int y = top + first + k;
      if (!amid && y >= height) break;
      if (!amid && (k == 0 || y <= r || y + r >= height))
        for (int j = 0; j < 2 * r + 1; ++j) {
          const int i = 16 * x + (j <= r ? j : j + 15 - 2 * r);
          once[j] = (1 << 24) / (places(i, 16 * sixteens) * places(y, height)) + 1;
        }
      unsigned mean[16];  // in the highest bytes
      for (int i = 0; i < 8; ++i) {
        sum[i] += sums[first + k + 2 * r][i / 4][lane][i % 4];
        const unsigned high = __byte_perm(sum[i], 0, 0x4432);
        const unsigned low = sum[i] - 65536 * high;  // no mask: products have a unit of their own
        mean[i] = low * (amid ? full : once[min(i, r)]);
        mean[i + 8] = high * (amid ? full : once[max(i + 2 * r - 7, r)]);
        sum[i] -= sums[first + k][i / 4][lane][i % 4];
      }
      out[y * sixteens + x] = make_uint4(highest_bytes(mean), highest_bytes(mean + 4),
                                         highest_bytes(mean + 8), highest_bytes(mean + 12));
    }
  };
  if (blockIdx.x > 0 && blockIdx.x + 1 < gridDim.x && top >= r && top + rows + r <= height)
    columns(true);
  else
    columns(false);
}
