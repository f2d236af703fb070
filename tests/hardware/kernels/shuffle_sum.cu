// run: --kernel k --grid 4 --block 256 --arg out:f32[32]=zero --arg scan:i32[1024]=zero --arg in:i32[1024]=random:20%100
__global__ void k(float* out, int* scan, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int x = in[i], sum = x;
  for (int k = 1; k < 32; k *= 2) {
    int y = __shfl_up_sync(0xffffffffu, x, k);
    if (lane >= k) x += y;
  }
  scan[i] = x;
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  if (lane == 0) out[i / 32] = (float)sum;
}
