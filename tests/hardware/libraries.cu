// Times of libraries' calls on an NVIDIA GPU, a line of JSON each, for libraries.py. As with the
// lessons' rungs (cuda/device/execution.cpp) each sample begins behind a copy of the inputs, and lasts
// from an event before the call to one behind it. Results are checked against the host's.
//   nvcc -O3 -arch=native libraries.cu -lcublas -lcurand
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <curand.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <functional>
#include <string>
#include <vector>

#define CHECK(call) \
  do { \
    const int error = static_cast<int>(call); \
    if (error != 0) { \
      std::fprintf(stderr, "%s:%d: error %d in %s\n", __FILE__, __LINE__, error, #call); \
      std::exit(1); \
    } \
  } while (false)
#define EXPECT(what) \
  do { \
    if (!(what)) { \
      std::fprintf(stderr, "%s:%d: wrong: %s\n", __FILE__, __LINE__, #what); \
      std::exit(1); \
    } \
  } while (false)

constexpr int kWarmUps = 3, kSamples = 21;
constexpr int kElements = 16777216;  // `large` of the lessons reduction and scan

// An array on the GPU, and what it is filled with again before each sample.
template <typename T>
struct Array {
  explicit Array(size_t count) : host(count) {
    CHECK(cudaMalloc(&device, count * sizeof(T)));
    CHECK(cudaMalloc(&pristine, count * sizeof(T)));
  }
  ~Array() {
    CHECK(cudaFree(device));
    CHECK(cudaFree(pristine));
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  size_t bytes() const { return host.size() * sizeof(T); }
  void fill(const std::function<T(size_t)>& value) {
    for (size_t i = 0; i < host.size(); ++i) host[i] = value(i);
    CHECK(cudaMemcpy(pristine, host.data(), bytes(), cudaMemcpyHostToDevice));
    restore();
  }
  void restore() { CHECK(cudaMemcpy(device, pristine, bytes(), cudaMemcpyDeviceToDevice)); }
  std::vector<T> read() const {
    std::vector<T> values(host.size());
    CHECK(cudaMemcpy(values.data(), device, bytes(), cudaMemcpyDeviceToHost));
    return values;
  }
  std::vector<T> host;
  T *device = nullptr, *pristine = nullptr;
};

std::string version_words(int version) {
  return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

void measure(const std::string& name, const std::string& version, int n,
             const std::function<void()>& restore, const std::function<void()>& call) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> all;
  for (int i = 0; i < kWarmUps + kSamples; ++i) {
    restore();
    CHECK(cudaEventRecord(begin));
    call();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
    if (i >= kWarmUps) all.push_back(milliseconds);
  }
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  std::sort(all.begin(), all.end());
  std::printf("{\"call\": \"%s\", \"version\": \"%s\", \"values\": {\"n\": %d}, "
              "\"milliseconds\": {\"median\": %.9g, \"min\": %.9g, \"max\": %.9g}, \"samples\": %d, "
              "\"l2\": \"after a copy of the inputs\"}\n",
              name.c_str(), version.c_str(), n, all[all.size() / 2], all.front(), all.back(),
              kSamples);
  std::fflush(stdout);
}

float digit(size_t i) { return static_cast<float>((i * 7919 + i / 4096) % 10); }

// A few elements of a product by columns, all whole numbers.
template <typename T>
bool is_product(const Array<T>& a, const Array<T>& b, const std::vector<float>& c, int n) {
  for (int at = 0; at < 16; ++at) {
    const size_t row = at * 37 % n, column = at * 101 % n;
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += double(float(a.host[row + size_t(i) * n])) * float(b.host[i + column * n]);
    if (std::fabs(c[row + column * n] - sum) > 1e-5 * sum) return false;
  }
  return true;
}

void products(cublasHandle_t handle, const std::string& version, int n) {
  const size_t count = size_t(n) * n;
  const float one = 1, zero = 0;
  Array<float> a(count), b(count), c(count);
  a.fill(digit);
  b.fill([](size_t i) { return digit(i + 3); });
  measure("cublasSgemm", version, n, [&] { a.restore(), b.restore(); }, [&] {
    CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.device, n, b.device, n,
                      &zero, c.device, n));
  });
  EXPECT(is_product(a, b, c.read(), n));
  Array<__half> x(count), y(count);
  x.fill([](size_t i) { return __float2half(digit(i)); });
  y.fill([](size_t i) { return __float2half(digit(i + 3)); });
  measure("cublasGemmEx f16", version, n, [&] { x.restore(), y.restore(); }, [&] {
    CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, x.device, CUDA_R_16F, n,
                       y.device, CUDA_R_16F, n, &zero, c.device, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                       CUBLAS_GEMM_DEFAULT));
  });
  EXPECT(is_product(x, y, c.read(), n));
}

void sums(const std::string& cub_version, const std::string& thrust_version) {
  Array<float> in(kElements), out(1);
  in.fill([](size_t i) { return digit(i) + 1; });
  double wanted = 0;
  for (const float each : in.host) wanted += each;
  void* storage = nullptr;
  size_t bytes = 0;
  CHECK(cub::DeviceReduce::Sum(storage, bytes, in.device, out.device, kElements));
  CHECK(cudaMalloc(&storage, bytes));
  measure("cub::DeviceReduce::Sum", cub_version, kElements, [&] { in.restore(); }, [&] {
    CHECK(cub::DeviceReduce::Sum(storage, bytes, in.device, out.device, kElements));
  });
  EXPECT(std::fabs(out.read()[0] - wanted) < 1e-4 * wanted);
  CHECK(cudaFree(storage));
  float sum = 0;
  measure("thrust::reduce", thrust_version, kElements, [&] { in.restore(); },
          [&] { sum = thrust::reduce(thrust::device, in.device, in.device + kElements); });
  EXPECT(std::fabs(sum - wanted) < 1e-4 * wanted);
}

void scans(const std::string& cub_version, const std::string& thrust_version) {
  Array<int> in(kElements), out(kElements);
  in.fill([](size_t i) { return int(digit(i)); });
  const auto is_scan = [&] {
    const std::vector<int> values = out.read();
    int before = 0;
    for (size_t i = 0; i < values.size(); before += in.host[i++])
      if (values[i] != before) return false;
    return true;
  };
  void* storage = nullptr;
  size_t bytes = 0;
  CHECK(cub::DeviceScan::ExclusiveSum(storage, bytes, in.device, out.device, kElements));
  CHECK(cudaMalloc(&storage, bytes));
  measure("cub::DeviceScan::ExclusiveSum", cub_version, kElements, [&] { in.restore(); }, [&] {
    CHECK(cub::DeviceScan::ExclusiveSum(storage, bytes, in.device, out.device, kElements));
  });
  EXPECT(is_scan());
  CHECK(cudaFree(storage));
  measure("thrust::exclusive_scan", thrust_version, kElements, [&] { in.restore(); }, [&] {
    thrust::exclusive_scan(thrust::device, in.device, in.device + kElements, out.device);
  });
  EXPECT(is_scan());
}

// As many as the lesson bitonic-sort sorts at large.
void sorts(const std::string& cub_version, const std::string& thrust_version) {
  constexpr int kKeys = 1048576;
  Array<int> in(kKeys), out(kKeys);
  in.fill([](size_t i) { return int(i * 2654435761U >> 1); });
  std::vector<int> wanted = in.host;
  std::sort(wanted.begin(), wanted.end());
  void* storage = nullptr;
  size_t bytes = 0;
  CHECK(cub::DeviceRadixSort::SortKeys(storage, bytes, in.device, out.device, kKeys));
  CHECK(cudaMalloc(&storage, bytes));
  measure("cub::DeviceRadixSort::SortKeys", cub_version, kKeys, [&] { in.restore(); }, [&] {
    CHECK(cub::DeviceRadixSort::SortKeys(storage, bytes, in.device, out.device, kKeys));
  });
  EXPECT(out.read() == wanted);
  CHECK(cudaFree(storage));
  measure("thrust::sort", thrust_version, kKeys, [&] { in.restore(); },
          [&] { thrust::sort(thrust::device, in.device, in.device + kKeys); });
  EXPECT(in.read() == wanted);
}

void random_numbers(const std::string& version, curandRngType_t type, const char* name) {
  Array<float> out(kElements);
  curandGenerator_t generator;
  CHECK(curandCreateGenerator(&generator, type));
  CHECK(curandSetPseudoRandomGeneratorSeed(generator, 7));
  measure(std::string("curandGenerateUniform ") + name, version, kElements, [] {},
          [&] { CHECK(curandGenerateUniform(generator, out.device, kElements)); });
  double sum = 0;
  for (const float each : out.read()) {
    EXPECT(each > 0 && each <= 1);
    sum += each;
  }
  EXPECT(std::fabs(sum / kElements - 0.5) < 1e-3);
  CHECK(curandDestroyGenerator(generator));
}

int main() {
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  std::printf("{\"device\": \"%s\"}\n", properties.name);
  cublasHandle_t handle;
  CHECK(cublasCreate(&handle));
  int cublas = 0, curand = 0;
  CHECK(cublasGetVersion(handle, &cublas));
  CHECK(curandGetVersion(&curand));
  // 130002 is 13.0.2 of cuBLAS; of cuRAND 10400 is 10.4.0; of CUB 300001 is 3.0.1.
  const std::string curand_words = std::to_string(curand / 1000) + "." +
                                   std::to_string(curand / 100 % 10) + "." +
                                   std::to_string(curand % 100);
  const auto cccl = [](int version) {
    return std::to_string(version / 100000) + "." + std::to_string(version / 100 % 1000) + "." +
           std::to_string(version % 100);
  };
  for (const int n : {128, 1024, 4096}) products(handle, version_words(cublas), n);
  CHECK(cublasDestroy(handle));
  sums(cccl(CUB_VERSION), cccl(THRUST_VERSION));
  scans(cccl(CUB_VERSION), cccl(THRUST_VERSION));
  sorts(cccl(CUB_VERSION), cccl(THRUST_VERSION));
  random_numbers(curand_words, CURAND_RNG_PSEUDO_XORWOW, "XORWOW");
  random_numbers(curand_words, CURAND_RNG_PSEUDO_PHILOX4_32_10, "Philox");
  return 0;
}
