// Launches that all read one array of 1 MiB and write one number.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../check.h"

__global__ void pick(unsigned* out, const unsigned* in, int at) { *out = in[at]; }

int main(int count, char** words) {
  const int launches = count > 1 ? std::atoi(words[1]) : 3, n = 1 << 18;
  std::vector<unsigned> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = 2654435761u * i;
  unsigned *in, *out, result = 0;
  CHECK(cudaMalloc(&in, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&out, sizeof(unsigned)));
  CHECK(cudaMemcpy(in, numbers.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  for (int i = 0; i < launches; ++i) pick<<<1, 1>>>(out, in, i);
  CHECK(cudaMemcpy(&result, out, sizeof(result), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  std::puts(result == numbers[launches - 1] ? "PASS" : "FAIL");
}
