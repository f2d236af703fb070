#include "../check.h"

__managed__ int steps = 3;

struct Node {
  int value;
  Node* next;
};

// A list that the host builds and the device walks: pointers are the same for both.
__global__ void sum_list(const Node* first, int* sum) {
  for (const Node* node = first; node != nullptr; node = node->next) *sum += node->value;
  ++steps;
}

int main() {
  Node* nodes;
  int* sum;
  CHECK(cudaMallocManaged(&nodes, 10 * sizeof(Node)));
  CHECK(cudaMallocManaged(&sum, sizeof(int)));
  *sum = 0;
  for (int i = 0; i < 10; ++i) nodes[i] = {i * i, i < 9 ? &nodes[i + 1] : nullptr};
  sum_list<<<1, 1>>>(nodes, sum);
  CHECK(cudaDeviceSynchronize());
  EXPECT(*sum == 285);
  EXPECT(steps == 4);
  steps = 10;
  sum_list<<<1, 1>>>(nodes + 8, sum);
  CHECK(cudaDeviceSynchronize());
  EXPECT(*sum == 285 + 64 + 81);
  EXPECT(steps == 11);
  CHECK(cudaFree(nodes));
  CHECK(cudaFree(sum));
  return pass();
}
