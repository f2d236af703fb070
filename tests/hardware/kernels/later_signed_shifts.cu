// run: --kernel shifts --grid 2 --block 64 --arg out:i64[128]=zero --arg in:i64[128]=random:391
// run: --kernel shifts --grid 1 --block 128 --arg out:i64[128]=zero --arg in:i64[128]=random:392%99999
__global__ void shifts(long long* out, const long long* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long v = in[i];
  out[i] = (v >> (i % 60)) + (v << (i % 9)) + __mul64hi(v, 12345678901LL) - v / (i + 3) + v % 17;
}
