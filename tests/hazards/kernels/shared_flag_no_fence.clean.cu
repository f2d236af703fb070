// Clean: a fence stands between data and flag, and behind the wait.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int data;
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    data = in[0];
    __threadfence_block();
    flag = 1;
  }
  if (t == 32) {
    while (flag == 0) {}
    __threadfence_block();
    out[0] = data;
  }
}
