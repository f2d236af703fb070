// run: --kernel k --grid 2,2,4 --block 16,8,2 --arg out:f32[4096]=zero --arg in:f32[4096]=random:63
__global__ void k(float* out, const float* in) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 2 + threadIdx.z;
  const int nx = 32, ny = 16, nz = 8;
  if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1 || z < 1 || z >= nz - 1) return;
  int i = (z * ny + y) * nx + x;
  out[i] = 0.5f * in[i] + 0.1f * (in[i - 1] + in[i + 1]) + 0.05f * (in[i - nx] + in[i + nx]) + 0.025f * (in[i - nx * ny] + in[i + nx * ny]);
}
