// run: --kernel scan --grid 3 --block 128 --shared 1024 --arg out:i32[768]=zero --arg sums:i32[3]=zero --arg in:i32[768]=random:109%50
extern __shared__ int temp[];
__global__ void scan(int* out, int* sums, const int* in) {
  int t = threadIdx.x, n = 2 * blockDim.x, base = blockIdx.x * n, offset = 1;
  temp[2 * t] = in[base + 2 * t];
  temp[2 * t + 1] = in[base + 2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) {
    sums[blockIdx.x] = temp[n - 1];
    temp[n - 1] = 0;
  }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, left = temp[a];
      temp[a] = temp[b];
      temp[b] += left;
    }
  }
  __syncthreads();
  out[base + 2 * t] = temp[2 * t];
  out[base + 2 * t + 1] = temp[2 * t + 1];
}
