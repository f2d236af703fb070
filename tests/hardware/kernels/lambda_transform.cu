// run: --kernel k --grid 3 --block 100 --arg out:f32[300]=zero --arg in:f32[300]=random:138 --arg scale:f32=3.5
template <typename F>
__device__ void for_each(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}
template <typename A, typename B>
__device__ auto chain(A a, B b) {
  return [=](float x) { return b(a(x)); };
}
__global__ void k(float* out, const float* in, float scale) {
  auto f = chain([scale](float x) { return x * scale; }, [](float x) { return x > 1.5f ? x - 1.5f : x; });
  for_each(270, [&](int i) { out[i] = f(in[i]) + f(in[299 - i]); });
}
