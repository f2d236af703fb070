// A list says where to read: in any order, anywhere in the table.
extern "C" __global__ void fetch(float* out, const float* in, const unsigned* index, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned at = index[i];
    out[i] = in[at];
  }
}
