// run: --kernel normalise --grid 5 --block 32 --arg out:f32[400]=zero --arg in:f32[400]=random:267 --arg n:i32=80
__global__ void normalise(float* out, const float* in, int n) {
  const float* x = in + blockIdx.x * n;
  float sum = 0, squares = 0;
  for (int c = threadIdx.x; c < n; c += 32) sum += x[c], squares += x[c] * x[c];
  for (int d = 16; d; d >>= 1) {
    sum += __shfl_xor_sync(~0u, sum, d);
    squares += __shfl_xor_sync(~0u, squares, d);
  }
  float mean = sum / n, inverse = rsqrtf(squares / n - mean * mean + 1e-5f);
  for (int c = threadIdx.x; c < n; c += 32) out[blockIdx.x * n + c] = (x[c] - mean) * inverse;
}
