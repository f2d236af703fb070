// run: --kernel look --grid 2 --block 64 --arg out:f32[128]=zero --arg in:u32[128]=random:191%64 --symbol table:f32[64]=random:192
// run: --kernel look --grid 2 --block 64 --arg out:f32[128]=zero --arg in:u32[128]=const:7 --symbol table:f32[64]=random:193
__constant__ float table[64];
__global__ void look(float* out, const unsigned* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[in[i]] + table[blockIdx.x];
}
