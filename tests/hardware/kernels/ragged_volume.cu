// run: --kernel k --grid 3,2,4 --block 7,5,3 --arg out:f32[1260]=zero --arg in:f32[1260]=random:229 --arg size:{i32=18,i32=7,i32=10}
struct Size {
  int x, y, z;
};
__global__ void k(float* out, const float* in, Size size) {
  __shared__ float plane[105];
  int x = blockIdx.x * 7 + threadIdx.x, y = blockIdx.y * 5 + threadIdx.y, z = blockIdx.z * 3 + threadIdx.z;
  int t = (threadIdx.z * 5 + threadIdx.y) * 7 + threadIdx.x;
  bool inside = x < size.x && y < size.y && z < size.z;
  int i = (z * size.y + y) * size.x + x;
  plane[t] = inside ? in[i] : 0.0f;
  __syncthreads();
  if (!inside) return;
  float sum = plane[t];
  if (threadIdx.x > 0) sum += plane[t - 1];
  if (threadIdx.z < 2) sum -= plane[t + 35];
  out[i] = sum;
}
