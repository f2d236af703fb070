// A warp reads 32 / side columns at once, so each row moves on by as many banks: neither the rows
// of a column meet, nor the columns.
extern "C" __global__ void turn(float* out, const float* in) {
  extern __shared__ float tile[];
  const unsigned side = blockDim.x;
  const unsigned pitch = side + 32 / side;
  tile[threadIdx.y * pitch + threadIdx.x] = in[threadIdx.y * side + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * side + threadIdx.x] = tile[threadIdx.x * pitch + threadIdx.y];
}
