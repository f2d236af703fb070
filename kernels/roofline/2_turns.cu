// A number comes, is worked on in a register as often as the host wishes, and goes. With a factor
// of -1 every second turn brings the number back.
extern "C" __global__ void turn(float* out, const float* in, unsigned n, unsigned turns,
                                float factor, float shift) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = in[i];
#pragma unroll 1
  for (unsigned t = 0; t < turns; ++t) {
    value = factor * value + shift;
  }
  out[i] = value;
}
