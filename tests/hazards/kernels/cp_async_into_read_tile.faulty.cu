// Faulty: the next tile's cp.async is started while slower warps still read the tile.
__device__ __forceinline__ void copy_async(unsigned to, const int* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from) : "memory");  // <1>
}
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  unsigned to = (unsigned)__cvta_generic_to_shared(&s[t]);
  for (int i = 0; i < 2; ++i) {
    copy_async(to, in + 64 * i + t);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    sum += s[63 - t];  // <2>
  }
  out[t] = sum;
}
