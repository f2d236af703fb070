// run: --kernel queens --grid 2 --block 36 --arg out:u32[72]=zero --arg total:u32[1]=zero
__global__ void queens(unsigned* out, unsigned* total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 49) return;
  const int n = 7;
  unsigned free_at[8], column[8], left[8], right[8], count = 0;
  unsigned a = 1u << i / n, b = 1u << i % n;
  if ((b & a) || (b & a << 1) || (b & a >> 1)) return;
  int d = 2;
  column[2] = a | b;
  left[2] = (a << 2 | b << 1) & 127;
  right[2] = a >> 2 | b >> 1;
  free_at[2] = 127 & ~(column[2] | left[2] | right[2]);
  while (d >= 2) {
    unsigned bit = free_at[d] & -free_at[d];
    if (bit == 0) {
      --d;
      continue;
    }
    free_at[d] ^= bit;
    if (d == n - 1) {
      ++count;
      continue;
    }
    column[d + 1] = column[d] | bit;
    left[d + 1] = ((left[d] | bit) << 1) & 127;
    right[d + 1] = (right[d] | bit) >> 1;
    ++d;
    free_at[d] = 127 & ~(column[d] | left[d] | right[d]);
  }
  out[i] = count;
  atomicAdd(total, count);
}
