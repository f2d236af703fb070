// Doubles what belongs to one block of the parent.
extern "C" __global__ void twice(int* v) { v[threadIdx.x] *= 2; }

// Looks at the first element right behind the launch.
extern "C" __global__ void parent(int* v, int* seen) {
  if (threadIdx.x == 0) {
    int* mine = v + blockIdx.x * blockDim.x;
    twice<<<1, blockDim.x>>>(mine);
    seen[blockIdx.x] = mine[0];
  }
}
