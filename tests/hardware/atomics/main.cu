// main LAUNCHES SECONDS LOG: launches what the file lists, in its order, until the seconds are over; LOG names each launch done.
#include "kernels.cu"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Row { const char* name; const void* function; };
static const Row kTable[] = {
#include "table.inc"
};

static void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) { std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e)); std::exit(1); }
}

int main(int, char** argv) {
  std::map<std::string, const void*> functions;
  for (const Row& row : kTable) functions[row.name] = row.function;
  constexpr size_t kBytes = 1 << 16;
  constexpr int kMost = 1024;
  char *base, *in, *out;
  int* offsets;
  check(cudaMalloc(&base, kBytes), "malloc");
  check(cudaMalloc(&in, kBytes), "malloc");
  check(cudaMalloc(&out, kBytes), "malloc");
  check(cudaMalloc(&offsets, kMost * sizeof(int)), "malloc");
  cudaMemset(base, 0, kBytes);
  cudaMemset(out, 0, kBytes);
  std::vector<unsigned> values(kBytes / 4);
  for (size_t i = 0; i < values.size(); ++i) values[i] = 0x3c003c00u + 7u * i;  // small normal numbers of every type
  cudaMemcpy(in, values.data(), kBytes, cudaMemcpyHostToDevice);
  const auto begin = std::chrono::steady_clock::now();
  const double limit = std::atof(argv[2]);
  std::ifstream list(argv[1]);
  std::FILE* log = std::fopen(argv[3], "w");
  std::string line;
  int id = 0;
  while (std::getline(list, line)) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > limit) break;
    std::istringstream words(line);
    std::string name, pattern;
    int threads = 0;
    words >> name >> pattern >> threads;
    std::vector<int> at(threads);
    for (int& a : at) words >> a;
    check(cudaMemcpy(offsets, at.data(), at.size() * sizeof(int), cudaMemcpyHostToDevice), "offsets");
    void* arguments[] = {&base, &offsets, &in, &out};
    const size_t shared = name[0] == 's' ? 16384 : 0;
    check(cudaLaunchKernel(functions.at(name), dim3(1), dim3(threads), arguments, shared, nullptr), name.c_str());
    check(cudaDeviceSynchronize(), name.c_str());
    std::fprintf(log, "%d %s %s %d\n", id++, name.c_str(), pattern.c_str(), threads);
  }
  std::fclose(log);
  std::printf("%d launches\n", id);
}
