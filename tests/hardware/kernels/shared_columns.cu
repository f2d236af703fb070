// run: --kernel k<36> --grid 3 --block 32,8 --arg out:f32[3072]=zero --arg in:f32[3072]=random:12
template <int PITCH>
__global__ void k(float* out, const float* in) {
  __shared__ float tile[32 * PITCH];
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j * PITCH + threadIdx.x] = in[blockIdx.x * 1024 + j * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    out[blockIdx.x * 1024 + j * 32 + threadIdx.x] = tile[threadIdx.x * PITCH + j];
}
