// Faulty: only a shuffle, which orders no memory, stands between a store and another lane's load.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];  // <1>
  int other = __shfl_xor_sync(~0u, t, 1);
  out[t] = s[other];  // <2>
}
