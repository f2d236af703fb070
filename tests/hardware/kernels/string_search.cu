// run: --kernel search --grid 8 --block 96 --symbol pattern:u8[4]=random:121%3 --arg hits:u32[1]=zero --arg first:i32[1]=const:9999 --arg text:u8[768]=random:122%3
__constant__ unsigned char pattern[4];
__global__ void search(unsigned* hits, int* first, const unsigned char* text) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 764) return;
  int k = 0;
  while (k < 4 && text[i + k] == pattern[k]) ++k;
  if (k == 4) {
    atomicAdd(hits, 1);
    atomicMin(first, i);
  }
}
