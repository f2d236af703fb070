// Faulty: a block takes its next ticket while slower warps still read the last one.
extern "C" __global__ void k(int* out, const int* in, int* next) {
  __shared__ int ticket;
  for (;;) {
    if (threadIdx.x == 0) ticket = atomicAdd(next, 1);  // <1>
    __syncthreads();
    if (ticket >= 4) return;  // <2>
    int i = ticket * 64 + threadIdx.x;
    out[i] = in[i] + 1;
  }
}
