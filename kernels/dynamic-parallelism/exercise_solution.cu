// Doubles the elements of one block.
extern "C" __global__ void twice(int* v) { v[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

// Adds all of them up.
extern "C" __global__ void add(const int* v, int* sum) {
  atomicAdd(sum, v[blockIdx.x * blockDim.x + threadIdx.x]);
}

// One thread directs. What it launches into one stream runs in order: nobody has to wait.
extern "C" __global__ void parent(int* v, int* sum, unsigned blocks, unsigned block) {
  twice<<<blocks, block>>>(v);
  add<<<blocks, block>>>(v, sum);
}
