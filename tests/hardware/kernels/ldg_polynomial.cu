// run: --kernel k --grid 3 --block 128 --arg out:f64[384]=zero --arg c:f64[6]=random:255 --arg x:f64[384]=random:256
__global__ void k(double* out, const double* __restrict__ c, const double* __restrict__ x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double r = __ldg(&c[5]), t = __ldcs(&x[i]);
#pragma unroll
  for (int j = 4; j >= 0; --j) r = fma(r, t, __ldg(c + j));
  __stcs(&out[i], r + __ldcg(&x[383 - i]));
}
