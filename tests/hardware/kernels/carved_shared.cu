// run: --kernel k --grid 2 --block 50 --shared 1224 --arg out:f64[100]=zero --arg in:u32[100]=random:140 --arg n:i32=50
__global__ void k(double* out, const unsigned* in, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  double* d = reinterpret_cast<double*>(raw);
  float* f = reinterpret_cast<float*>(d + n);
  short* s = reinterpret_cast<short*>(f + n + 2);
  unsigned char* c = reinterpret_cast<unsigned char*>(s + n + 3);
  int t = threadIdx.x, other = (t * 7 + 3) % n;
  unsigned x = in[blockIdx.x * n + t];
  d[t] = x * 0.125, f[t] = x * 0.5f, s[t] = (short)x, c[t] = x >> 8;
  __syncthreads();
  out[blockIdx.x * n + t] = d[other] + f[n - 1 - t] - s[t / 2] * 3 + c[(t * 13) % n];
}
