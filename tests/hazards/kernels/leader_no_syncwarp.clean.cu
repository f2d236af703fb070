// Clean: __syncwarp stands between the leader's store and the lanes' reads.
extern "C" __global__ void k(int* out, int* next) {
  __shared__ int base[2];
  int t = threadIdx.x, warp = t / 32;
  if (t % 32 == 0) base[warp] = atomicAdd(next, 32);
  __syncwarp();
  out[base[warp] + t % 32] = t;
}
