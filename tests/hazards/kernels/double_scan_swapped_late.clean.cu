// Clean: it has it.
extern "C" __global__ void k(double* out, const double* in) {
  extern __shared__ double s[];
  double *from = s, *to = s + 128;
  int t = threadIdx.x;
  from[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    to[t] = from[t] + (t >= d ? from[t - d] : 0.0);
    __syncthreads();
    double* other = from;
    from = to;
    to = other;
  }
  out[t] = from[t];
}
