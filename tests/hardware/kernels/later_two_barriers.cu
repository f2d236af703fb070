// run: --kernel halves --grid 2 --block 128 --arg out:i32[256]=zero --arg in:i32[256]=random:301%77
// run: --kernel halves --grid 1 --block 256 --arg out:i32[256]=zero --arg in:i32[256]=random:302%77
__global__ void halves(int* out, const int* in) {
  __shared__ int tile[256];
  int t = threadIdx.x, half = blockDim.x / 2, id = t < half ? 1 : 2;
  tile[t] = in[blockIdx.x * blockDim.x + t];
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(half) : "memory");
  int base = t < half ? 0 : half, v = tile[base + (t - base + 1) % half];
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(half) : "memory");
  tile[t] = v;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[blockDim.x - 1 - t];
}
