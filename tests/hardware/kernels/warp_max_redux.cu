// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg in:i32[256]=random:44%7777
__global__ void k(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
  int best = __reduce_max_sync(0xffffffffu, x);
  if (x == best) {
    unsigned m = __activemask();
    out[i] = __popc(m) * 100000 + x;
  } else if (threadIdx.x % 4 == 0) {
    out[i] = __reduce_add_sync(__activemask(), 1);
  }
}
