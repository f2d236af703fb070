// run: --kernel k --grid 2 --block 64 --symbol weight:f32[32]=random:258 --symbol lookup:u16[64]=random:259 --symbol total:u32[2]=zero --arg out:f32[128]=zero
struct Weight {
  float a, b;
};
__constant__ Weight weight[16];
__device__ unsigned short lookup[64];
__device__ unsigned total[2];
__global__ void k(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Weight w = weight[i % 16], same = weight[blockIdx.x];
  unsigned x = lookup[(i * 5) % 64];
  atomicAdd(&total[x & 1], x);
  out[i] = w.a * x + w.b - same.a * same.b;
}
