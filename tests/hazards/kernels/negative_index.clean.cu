// Clean: it reads the first element in its place.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x;
  out[t] = in[t > 0 ? t - 1 : 0];
}
