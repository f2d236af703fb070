// run: --kernel relax --grid 1 --block 18,18 --arg u:f32[324]=random:262 --arg rounds:i32=6
__global__ void relax(float* u, int rounds) {
  int x = threadIdx.x, y = threadIdx.y, i = y * 18 + x;
  bool inner = x > 0 && y > 0 && x < 17 && y < 17;
  for (int r = 0; r < rounds; ++r)
    for (int colour = 0; colour < 2; ++colour) {
      if (inner && (x + y) % 2 == colour) u[i] = 0.25f * (u[i - 1] + u[i + 1] + u[i - 18] + u[i + 18]);
      __syncthreads();
    }
}
