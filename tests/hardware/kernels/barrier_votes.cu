// run: --kernel k --grid 5 --block 80 --arg out:i32[15]=zero --arg in:i32[400]=random:137%40
__global__ void k(int* out, const int* in) {
  int x = in[blockIdx.x * blockDim.x + threadIdx.x];
  int count = __syncthreads_count(x > 20), all = __syncthreads_and(x < 39), any = __syncthreads_or(x == 7);
  if (threadIdx.x == 0) out[blockIdx.x * 3] = count;
  if (threadIdx.x == 1) out[blockIdx.x * 3 + 1] = all != 0;
  if (threadIdx.x == 2) out[blockIdx.x * 3 + 2] = any != 0;
}
