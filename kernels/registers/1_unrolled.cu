// The sums of four columns at a time. The loop is unrolled: so many turns become one, and all their
// loads can be on their way together. Each needs registers to arrive in; as many as help are taken,
// since one block on an SM is enough.
constexpr unsigned kTurns = TURNS;

extern "C" __global__ void __launch_bounds__(256, 1)
    add_up(float4* out, const float4* in, unsigned n, unsigned rows) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll kTurns
  for (unsigned row = 0; row < rows; ++row) {
    const float4 value = in[row * n + i];
    sum.x += value.x;
    sum.y += value.y;
    sum.z += value.z;
    sum.w += value.w;
  }
  out[i] = sum;
}
