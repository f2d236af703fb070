// run: --kernel k --grid 2 --block 40 --arg out:i32[80]=zero
__global__ void k(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 27 == 5) out[i] = printf("thread %d of block %u: %5.2f %s %c %#llx %%\n", threadIdx.x, blockIdx.x, i * 0.5, "text", 'a' + i % 26, 1ull << (i % 60));
  else out[i] = -i;
}
