// A smaller tile, a thread an element: a warp now holds more than one row of the block.
extern "C" __global__ void turn(float* out, const float* in, unsigned pitch) {
  extern __shared__ float tile[];
  const unsigned side = blockDim.x;
  tile[threadIdx.y * pitch + threadIdx.x] = in[threadIdx.y * side + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * side + threadIdx.x] = tile[threadIdx.x * pitch + threadIdx.y];
}
