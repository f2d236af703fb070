// run: --kernel k --grid 2 --block 128 --shared 8192 --arg out:f64[256]=zero --arg in:f64[256]=random:13 --arg stride:i32=3
__global__ void k(double* out, const double* in, int stride) {
  extern __shared__ double s[];
  int t = threadIdx.x;
  for (int j = t; j < 1024; j += blockDim.x) s[j] = 0.0;
  __syncthreads();
  s[t * stride] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[((t + 5) % 128) * stride] + s[t / 2];
}
