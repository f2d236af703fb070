// Faulty: the lanes of one instruction store different values to one word: which one stays is open.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int last;
  int t = threadIdx.x;
  last = in[t];  // <1> <2>
  __syncwarp();
  if (t == 0) out[0] = last;
}
