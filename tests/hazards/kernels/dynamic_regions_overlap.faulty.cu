// Faulty: the second array in dynamic memory begins at a number of elements taken for bytes.
extern "C" __global__ void k(float* out, const float* in) {
  extern __shared__ __align__(8) unsigned char memory[];
  double* a = (double*)memory;
  float* b = (float*)(memory + 64);
  int t = threadIdx.x;
  a[t] = in[t];  // <1>
  b[t] = in[63 - t];  // <2>
  __syncthreads();
  out[t] = (float)a[t] + b[t];
}
