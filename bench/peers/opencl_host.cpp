// Runs a kernel of kernels.cl on the first OpenCL platform whose name has a word in it, and prints
// the seconds of the fastest launch.
//   opencl_host PLATFORM SOURCE KERNEL GRID BLOCK SHARED N LAUNCHES OUT_BYTES OUT_FILE IN_FILE...
// GRID and BLOCK are X,Y in blocks and work items; SHARED is in bytes. The kernel's parameters are
// the output, the inputs (files of raw bytes), N, and local memory. The first launch may compile.
// Status 1: no such platform, or OpenCL failed.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

cl::Device device_of(const std::string& word) {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  for (const cl::Platform& platform : platforms) {
    if (platform.getInfo<CL_PLATFORM_NAME>().find(word) == std::string::npos) continue;
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    return devices.at(0);
  }
  throw std::runtime_error("no OpenCL platform is called " + word);
}

cl::NDRange extent(const std::string& words, const cl::NDRange* times = nullptr) {
  std::istringstream in(words);
  std::size_t x = 1, y = 1;
  char comma = 0;
  in >> x >> comma >> y;
  return times == nullptr ? cl::NDRange(x, y)
                          : cl::NDRange(x * times->get()[0], y * times->get()[1]);
}

void run(const std::vector<std::string>& words) {
  const cl::Device device = device_of(words.at(0));
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program(context, contents(words.at(1)));
  program.build(device);
  cl::Kernel kernel(program, words.at(2).c_str());
  const cl::NDRange block = extent(words.at(4));
  const cl::NDRange items = extent(words.at(3), &block);

  cl_uint parameter = 0;
  std::string result(std::stoul(words.at(8)), '\0');
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, result.size());
  kernel.setArg(parameter++, out);
  std::vector<cl::Buffer> inputs;  // a kernel does not keep what its arguments name
  for (std::size_t i = 10; i < words.size(); ++i) {
    std::string bytes = contents(words[i]);
    inputs.emplace_back(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes.size(),
                        bytes.data());
    kernel.setArg(parameter++, inputs.back());
  }
  kernel.setArg(parameter++, static_cast<cl_uint>(std::stoul(words.at(6))));
  kernel.setArg(parameter, cl::Local(std::stoul(words.at(5))));

  double least = std::numeric_limits<double>::infinity();
  for (int launch = 0; launch < std::stoi(words.at(7)); ++launch) {
    const auto start = std::chrono::steady_clock::now();
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, items, block);
    queue.finish();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    least = std::min(least, taken.count());
  }
  queue.enqueueReadBuffer(out, CL_TRUE, 0, result.size(), result.data());
  std::ofstream(words.at(9), std::ios::binary) << result;
  std::cout << least << '\n';
}

}  // namespace

int main(int count, char** words) try {
  run({words + 1, words + count});
  return 0;
} catch (const std::exception& error) {
  std::cerr << "opencl_host: " << error.what() << '\n';
  return 1;
}
