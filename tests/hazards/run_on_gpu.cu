// Runs compiled kernels on the GPU one after the other, as sanitize.py tells on standard input, and
// prints a line of JSON for each: how it ended, and the FNV-1a of its buffers. A run that does not
// end is given up after the seconds of the first argument, with status 3.
//
//   kernel NAME CUBIN GX GY GZ BX BY BZ SHARED
//   buffer NAME TYPE COUNT zero|iota|const V
//   scalar TYPE V
//   launch
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include <cuda_runtime.h>

namespace {

struct Buffer {
  std::string name;
  std::vector<unsigned char> bytes;
  void* device = nullptr;
};
struct Kernel {
  std::string name, cubin;
  dim3 grid, block;
  std::size_t shared = 0;
  std::vector<Buffer> buffers;
  std::vector<std::vector<unsigned char>> parameters;
};

void give_up(int) {
  const char text[] = "{\"status\": \"does not end\"}\n";
  (void)!write(1, text, sizeof text - 1);
  _exit(3);
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("{\"status\": \"%s\"}\n", cudaGetErrorString(error));
  std::fflush(stdout);
  _exit(4);
}

std::vector<unsigned char> bytes_of(const std::string& type, double value) {
  std::vector<unsigned char> out(8);
  const float single = static_cast<float>(value);
  const std::int64_t whole = static_cast<std::int64_t>(value);
  if (type == "f32") std::memcpy(out.data(), &single, 4);
  else std::memcpy(out.data(), &whole, 8);
  out.resize(std::stoul(type.substr(1)) / 8);
  return out;
}

void read_buffer(Kernel& kernel) {
  std::string type, fill;
  std::size_t count = 0;
  double value = 0;
  Buffer buffer;
  std::cin >> buffer.name >> type >> count >> fill;
  if (fill == "const") std::cin >> value;
  for (std::size_t i = 0; i < count; ++i) {
    const auto element = bytes_of(type, fill == "iota" ? static_cast<double>(i) : value);
    buffer.bytes.insert(buffer.bytes.end(), element.begin(), element.end());
  }
  check(cudaMalloc(&buffer.device, buffer.bytes.size()));
  check(cudaMemcpy(buffer.device, buffer.bytes.data(), buffer.bytes.size(),
                   cudaMemcpyHostToDevice));
  std::vector<unsigned char> pointer(sizeof buffer.device);
  std::memcpy(pointer.data(), &buffer.device, pointer.size());
  kernel.parameters.push_back(pointer);
  kernel.buffers.push_back(buffer);
}

std::string checksum(const std::vector<unsigned char>& bytes) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211ULL;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

void launch(Kernel& kernel) {
  cudaLibrary_t library = nullptr;
  cudaKernel_t function = nullptr;
  check(cudaLibraryLoadFromFile(&library, kernel.cubin.c_str(), nullptr, nullptr, 0, nullptr,
                                nullptr, 0));
  check(cudaLibraryGetKernel(&function, library, "k"));
  std::vector<void*> parameters;
  for (auto& parameter : kernel.parameters) parameters.push_back(parameter.data());
  check(cudaLaunchKernel(reinterpret_cast<const void*>(function), kernel.grid, kernel.block,
                         parameters.data(), kernel.shared, nullptr));
  check(cudaDeviceSynchronize());
  std::string sums;
  for (Buffer& buffer : kernel.buffers) {
    check(cudaMemcpy(buffer.bytes.data(), buffer.device, buffer.bytes.size(),
                     cudaMemcpyDeviceToHost));
    check(cudaFree(buffer.device));
    sums += (sums.empty() ? "\"" : ", \"") + buffer.name + "\": \"" + checksum(buffer.bytes) + "\"";
  }
  std::printf("{\"kernel\": \"%s\", \"status\": \"finished\", \"buffers\": {%s}}\n",
              kernel.name.c_str(), sums.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int, char** arguments) {
  std::signal(SIGALRM, give_up);
  alarm(static_cast<unsigned>(std::atoi(arguments[1])));
  Kernel kernel;
  for (std::string word; std::cin >> word;) {
    if (word == "kernel") {
      kernel = {};
      std::cin >> kernel.name >> kernel.cubin >> kernel.grid.x >> kernel.grid.y >> kernel.grid.z >>
          kernel.block.x >> kernel.block.y >> kernel.block.z >> kernel.shared;
    } else if (word == "buffer") {
      read_buffer(kernel);
    } else if (word == "scalar") {
      std::string type;
      double value = 0;
      std::cin >> type >> value;
      kernel.parameters.push_back(bytes_of(type, value));
    } else if (word == "launch") {
      launch(kernel);
    }
  }
  return 0;
}
