// Faulty: only a vote, which orders no memory, stands between a store and another lane's load.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];  // <1>
  if (__any_sync(~0u, in[t] == 5)) {
    out[t] = s[31 - t];  // <2>
  }
}
