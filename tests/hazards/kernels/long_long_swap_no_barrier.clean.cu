// Clean: reading and storing are separated.
extern "C" __global__ void k(long long* data, int* one) {
  int t = threadIdx.x;
  long long other = data[63 - t];
  __syncthreads();
  data[t] = other;
  if (t == 0) *one = 1;
}
