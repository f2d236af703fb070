// Faulty: a block of three dimensions reads the plane above before other warps have stored it.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[4][4][8];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, i = (z * 4 + y) * 8 + x;
  s[z][y][x] = in[i];  // <1>
  out[i] = s[z][y][x] + s[(z + 1) % 4][y][x];  // <2>
}
