// run: --kernel k --grid 2 --block 64 --arg out:f64[256]=zero --arg in:f64[256]=random:58
__global__ void k(double2* out, const double2* in) {
  __shared__ double2 s[64];
  int t = threadIdx.x;
  s[63 - t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  double2 a = s[(t * 3) % 64], b = s[t & 48];
  out[blockIdx.x * 64 + t] = make_double2(a.x + b.y, a.y * b.x);
}
