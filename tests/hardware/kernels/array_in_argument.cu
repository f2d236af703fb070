// run: --kernel k --grid 2 --block 96 --arg p:{f32=1.5,f32=2.5,f32=-3,f32=0.25,i32=4,u8=9,i64=-5} --arg out:f32[192]=zero --arg pick:u8[192]=random:257%4
struct P {
  float w[4];
  int n;
  unsigned char c;
  long long big;
};
__global__ void k(P p, float* out, const unsigned char* pick) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p.w[pick[i]];
  p.w[i % p.n] = x + p.c;
  float sum = (float)p.big;
  for (int k = 0; k < p.n; ++k) sum = sum * 0.5f + p.w[k];
  out[i] = sum;
}
