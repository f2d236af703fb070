#include "../check.h"

__global__ void add_one(int* value) { ++*value; }

// Standard input and the environment are the program's; its status too.
int main() {
  int value = 0, *data;
  EXPECT(std::scanf("%d", &value) == 1);
  CHECK(cudaMalloc(&data, sizeof(int)));
  CHECK(cudaMemcpy(data, &value, sizeof value, cudaMemcpyHostToDevice));
  add_one<<<1, 1>>>(data);
  CHECK(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(data));
  const char* variable = std::getenv("ADDED");
  std::printf("%d\n", value + (variable == nullptr ? 0 : std::atoi(variable)));
  return 7;
}
