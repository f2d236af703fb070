// Clean: the structure is copied whole, its padding too, and nothing is computed with it.
struct __align__(16) Point { int x, y, z; };
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ Point s[64];
  int t = threadIdx.x;
  s[t].x = in[t];
  s[t].y = in[t] + 1;
  s[t].z = in[t] + 2;
  __syncthreads();
  int4 p = reinterpret_cast<const int4*>(s)[63 - t];
  reinterpret_cast<int4*>(out)[t] = p;
}
