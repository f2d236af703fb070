// Faulty: half of a buffer that nobody filled is read beside the half that the kernel stores.
extern "C" __global__ void k(int* out, const int* in, int* tmp) {
  int i = blockIdx.x * 32 + threadIdx.x;
  tmp[2 * i] = in[i];
  out[i] = tmp[2 * i] + 2 * tmp[2 * i + 1];  // <1>
}
