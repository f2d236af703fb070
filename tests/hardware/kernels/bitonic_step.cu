// run: --kernel step --grid 4 --block 64 --arg v:f32[256]=random:252 --arg j:i32=8 --arg k:i32=32
__global__ void step(float* v, int j, int k) {
  int i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ j;
  if (other > i) {
    if ((i & k) == 0 && v[i] > v[other]) {
      float x = v[i];
      v[i] = v[other];
      v[other] = x;
    }
    if ((i & k) != 0 && v[i] < v[other]) {
      float x = v[i];
      v[i] = v[other];
      v[other] = x;
    }
  }
}
