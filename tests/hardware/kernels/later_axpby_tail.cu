// run: --kernel axpby --grid 5 --block 96 --arg y:f32[470]=random:11 --arg x:f32[470]=random:12 --arg a:f32=1.5 --arg n:u32=470
// run: --kernel axpby --grid 7,1 --block 33,3 --arg y:f32[470]=random:11 --arg x:f32[470]=random:12 --arg a:f32=0.25 --arg n:u32=311
__global__ void axpby(float* y, const float* x, float a, unsigned n) {
  unsigned i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + (1 - a) * y[i];
}
