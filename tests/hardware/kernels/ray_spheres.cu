// run: --kernel trace --grid 4,4 --block 8,8 --symbol sphere:f32[20]=random:269 --arg out:f32[1024]=zero
__constant__ float4 sphere[5];
__global__ void trace(float* out) {
  int px = blockIdx.x * 8 + threadIdx.x, py = blockIdx.y * 8 + threadIdx.y;
  float x = px / 32.0f, y = py / 32.0f, nearest = 1e20f, shade = 0;
  for (int s = 0; s < 5; ++s) {
    float dx = x - sphere[s].x, dy = y - sphere[s].y, r = sphere[s].w * 0.4f;
    if (dx * dx + dy * dy < r * r) {
      float dz = sqrtf(r * r - dx * dx - dy * dy), depth = sphere[s].z - dz;
      if (depth < nearest) {
        nearest = depth;
        shade = dz / r;
      }
    }
  }
  out[py * 32 + px] = shade;
}
