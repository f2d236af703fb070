// run: --kernel least --grid 4 --block 96 --arg out:i32[8]=const:100000 --arg in:i32[384]=random:151%9999
// run: --kernel least --grid 2 --block 128 --arg out:i32[8]=const:100000 --arg in:i32[384]=random:152%9999
__global__ void least(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMin(&out[in[i] % 8], in[i]);
}
