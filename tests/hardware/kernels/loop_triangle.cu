// run: --kernel k --grid 1 --block 64 --arg out:i32[64]=zero --arg in:i32[4096]=random:310%100
__global__ void k(int* out, const int* in) {
  int row = threadIdx.x, sum = 0;
#pragma unroll 1
  for (int c = 0; c <= row; ++c) sum += in[row * 64 + c];
#pragma unroll 1
  for (int c = row + 1; c < 64; c += 2) sum -= in[c * 64 + row];
  out[row] = sum;
}
