// Faulty: blocks exchange tiles of a matrix in place, and each pair does it twice.
extern "C" __global__ void k(int* data) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int here = data[y * 32 + x], there = data[x * 32 + y];  // <1>
  data[y * 32 + x] = there;  // <2>
  data[x * 32 + y] = here;
}
