// Clean: a second barrier separates them.
extern "C" __global__ void k(int* out, const int* in, int* next) {
  __shared__ int ticket;
  for (;;) {
    if (threadIdx.x == 0) ticket = atomicAdd(next, 1);
    __syncthreads();
    if (ticket >= 4) return;
    int i = ticket * 64 + threadIdx.x;
    __syncthreads();
    out[i] = in[i] + 1;
  }
}
