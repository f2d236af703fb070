// run: --kernel k --grid 4 --block 96 --arg p:{i32=384,f32=0.5,f32[384]=random:3,f64=2.25,u8=7} --arg out:f64[384]=zero
struct Params {
  int n;
  float scale;
  float* in;
  double bias;
  unsigned char add;
};
__global__ void k(Params p, double* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < p.n) out[i] = p.in[i] * p.scale + p.bias + p.add;
}
