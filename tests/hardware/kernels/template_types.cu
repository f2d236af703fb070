// run: --kernel sum<double,4> --grid 2 --block 64 --arg out:f64[128]=zero --arg in:f64[512]=random:74
template <typename T, int N>
__global__ void sum(T* out, const T* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T total = 0;
#pragma unroll
  for (int j = 0; j < N; ++j) total += in[j * gridDim.x * blockDim.x + i] * (T)(j + 1);
  out[i] = total;
}
