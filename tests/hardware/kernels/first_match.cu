// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg in:u8[1024]=random:239 --arg key:u8[256]=random:240
__device__ int find(const unsigned char* v, int from, unsigned char key) {
  for (int k = from; k < from + 200; ++k)
    if (v[k & 1023] == key) return k;
  return -1;
}
__global__ void k(int* out, const unsigned char* in, const unsigned char* key) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = find(in, i * 4, key[i]);
}
