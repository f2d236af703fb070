// run: --kernel partition --grid 2 --block 128 --arg out:i32[256]=zero --arg split:i32[2]=zero --arg in:i32[256]=random:249%100
__global__ void partition(int* out, int* split, const int* in) {
  __shared__ int s[2][128];
  int t = threadIdx.x, base = blockIdx.x * 128, x = in[base + t], flag = x < 50, which = 0;
  s[0][t] = flag;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    s[1 - which][t] = t >= d ? s[which][t] + s[which][t - d] : s[which][t];
    which = 1 - which;
    __syncthreads();
  }
  int low = s[which][127], rank = s[which][t] - flag;
  out[base + (flag ? rank : low + t - rank)] = x;
  if (t == 0) split[blockIdx.x] = low;
}
