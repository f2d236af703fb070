// run: --kernel k --grid 2 --block 128 --arg s:{u8=3,f32[256]=random:72,i16=-4,f64=0.5,u8[256]=random:73,f32[4]=iota} --arg out:f32[256]=zero
struct S {
  unsigned char a;
  float* x;
  short b;
  double c;
  unsigned char* y;
  float* table;
};
__global__ void k(const S s, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (float)(s.x[i] * s.c + s.a + s.b) + s.y[i] + s.table[i & 3];
}
