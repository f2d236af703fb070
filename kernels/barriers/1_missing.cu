// Every thread changes its element and hands it, through shared memory, to the thread opposite. But
// nobody waits: a thread may read before the other one has written.
extern "C" __global__ void mirror(float* out, const float* in, unsigned n) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const float value = i < n ? in[i] : 0.0f;
  if (t % 2 == 0)
    s[t] = value * 2.0f;
  else
    s[t] = value + 1.0f;

  if (i < n)
    out[i] = s[blockDim.x - 1 - t];
}
