// Faulty: a warp's leader stores the base that its lanes then read, without __syncwarp.
extern "C" __global__ void k(int* out, int* next) {
  __shared__ int base[2];
  int t = threadIdx.x, warp = t / 32;
  if (t % 32 == 0) base[warp] = atomicAdd(next, 32);  // <1>
  out[base[warp] + t % 32] = t;  // <2>
}
