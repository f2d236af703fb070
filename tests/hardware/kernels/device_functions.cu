// run: --kernel k --grid 2 --block 64 --arg out:f32[128]=zero --arg in:i32[128]=random:33%12
__device__ __noinline__ unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ float half_of(float x, int* calls) {
  *calls += 1;
  return x * 0.5f;
}
__global__ void k(float* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, calls = 0;
  float x = (float)fib((unsigned)in[i]);
  while (x > 1.0f) x = half_of(x, &calls);
  out[i] = x + calls;
}
