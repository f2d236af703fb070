// Faulty: thread 0 tells by a shared variable that its block is the last, and no barrier follows.
extern "C" __global__ void k(int* out, const int* in, int* sums, unsigned* done) {
  __shared__ bool last;
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * 64 + t]);
  __syncthreads();
  if (t == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;  // <1>
  }
  if (last && t < gridDim.x) atomicAdd(out, atomicAdd(&sums[t], 0));  // <2>
}
