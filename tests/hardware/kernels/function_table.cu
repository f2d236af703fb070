// run: --kernel k --grid 2 --block 64 --arg out:f32[128]=zero --arg in:f32[128]=random:213 --arg which:u32[128]=random:214%4
typedef float (*Function)(float);
__device__ float twice(float x) { return x * 2; }
__device__ float square(float x) { return x * x; }
__device__ float minus(float x) { return -x; }
__device__ float more(float x) { return x + 10; }
__device__ Function table[4] = {twice, square, minus, more};
__global__ void k(float* out, const float* in, const unsigned* which) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[which[i]](in[i]);
}
