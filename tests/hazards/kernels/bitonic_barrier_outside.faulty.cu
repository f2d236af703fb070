// Faulty: a bitonic sort waits once a stage, not once a step.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int size = 2; size <= 128; size *= 2) {
    __syncthreads();
    for (int d = size / 2; d > 0; d /= 2) {
      int other = t ^ d;
      if (other > t && (s[t] > s[other]) == ((t & size) == 0)) {  // <1>
        int value = s[t];
        s[t] = s[other];  // <2>
        s[other] = value;
      }
    }
  }
  __syncthreads();
  out[t] = s[t];
}
