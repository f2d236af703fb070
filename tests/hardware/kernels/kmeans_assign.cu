// run: --kernel assign --grid 5 --block 64 --symbol centre:f32[15]=random:119 --arg label:u8[300]=zero --arg size:i32[5]=zero --arg sum:u64[15]=zero --arg point:f32[900]=random:120 --arg n:i32=300
__constant__ float centre[15];
__global__ void assign(unsigned char* label, int* size, unsigned long long* sum, const float* point, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = 1e30f;
  int which = 0;
  for (int c = 0; c < 5; ++c) {
    float d = 0;
    for (int a = 0; a < 3; ++a) {
      float e = point[i * 3 + a] - centre[c * 3 + a];
      d += e * e;
    }
    if (d < best) best = d, which = c;
  }
  label[i] = which;
  atomicAdd(&size[which], 1);
  for (int a = 0; a < 3; ++a) atomicAdd(&sum[which * 3 + a], (unsigned long long)(point[i * 3 + a] * 65536.0f));
}
