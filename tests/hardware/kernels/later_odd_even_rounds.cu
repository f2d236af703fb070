// run: --kernel rounds --grid 2 --block 32 --arg data:i32[128]=random:501%300
// run: --kernel rounds --grid 1 --block 64 --arg data:i32[128]=random:502%300
__global__ void rounds(int* data) {
  __shared__ int row[128];
  int n = 2 * blockDim.x, base = blockIdx.x * n, t = threadIdx.x;
  row[t] = data[base + t], row[t + blockDim.x] = data[base + t + blockDim.x];
  __syncthreads();
  for (int k = 0; k < 6; ++k) {
    int at = 2 * t + (k & 1);
    if (at + 1 < n && row[at] > row[at + 1]) {
      int kept = row[at];
      row[at] = row[at + 1], row[at + 1] = kept;
    }
    __syncthreads();
  }
  data[base + t] = row[t], data[base + t + blockDim.x] = row[t + blockDim.x];
}
