// A tile of any side, a thread for each element, with a gap of one word behind each row. There is
// room for a gap of up to four.
extern "C" __global__ void turn(float* out, const float* in) {
  extern __shared__ float tile[];
  const unsigned side = blockDim.x;
  const unsigned pitch = side + 1;
  tile[threadIdx.y * pitch + threadIdx.x] = in[threadIdx.y * side + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * side + threadIdx.x] = tile[threadIdx.x * pitch + threadIdx.y];
}
