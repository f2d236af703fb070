#include "../check.h"

__global__ void hello(const char* who) {
  if (threadIdx.x < 2) printf("%s: thread %d of block %d, %.2f\n", who, threadIdx.x, blockIdx.x, 0.5);
}

__global__ void say_name(char* name) {
  name[0] = 'G', name[1] = 'P', name[2] = 'U', name[3] = 0;
  printf("from %s\n", name);
}

int main() {
  char* name;
  CHECK(cudaMalloc(&name, 4 * sizeof(char)));
  say_name<<<1, 1>>>(name);
  hello<<<2, 32>>>(name);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(name));
  return pass();
}
