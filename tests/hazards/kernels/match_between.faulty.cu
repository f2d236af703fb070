// Faulty: only a match, which orders no memory, stands between a store and another lane's load.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];  // <1>
  int first = __ffs(__match_any_sync(~0u, in[t] % 8)) - 1;
  out[t] = s[first];  // <2>
}
