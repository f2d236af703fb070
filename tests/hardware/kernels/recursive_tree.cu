// run: --kernel k --grid 2 --block 32 --arg out:i32[64]=zero --arg depth:u8[64]=random:212%6
__device__ int walk(int node, int depth) {
  if (depth == 0) return node;
  int left = walk(node * 2, depth - 1);
  return left + walk(node * 2 + 1, depth - 1) * 3;
}
__global__ void k(int* out, const unsigned char* depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = walk(1 + i % 3, depth[i]);
}
