// Faulty: half of the indices by which a buffer is read are never set.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ unsigned char index[64];
  int t = threadIdx.x;
  if (t < 32) index[t] = 32 + t;
  __syncthreads();
  out[t] = in[index[t] & 63];  // <1>
}
