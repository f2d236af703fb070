#pragma once

// Text that every program of host_program begins with, behind the kernels.
namespace lanescope::report {

inline constexpr const char* kHostIncludes =
    "#include <cstddef>\n"
    "#include <cstdint>\n"
    "#include <cstdio>\n"
    "#include <cstdlib>\n"
    "#include <cstring>\n"
    "#include <vector>\n"
    "\n"
    "#include <cuda_runtime.h>\n";

// Only where buffers hold halves. Their short names are the kernel's to give.
inline constexpr const char* kHalfIncludes =
    "#define CUDA_NO_HALF\n"
    "#include <cuda_bf16.h>\n"
    "#include <cuda_fp16.h>\n";

inline constexpr const char* kHostParts = R"(
namespace host {

// An error of the runtime ends the program, with the call that it came from.
void check(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(status));
  std::exit(1);
}
#define CHECK(call) host::check((call), #call, __LINE__)

// Memory of the GPU, passed to a kernel as the pointer that it wants.
struct Memory {
  void* data = nullptr;
  std::size_t bytes = 0;
  explicit Memory(std::size_t size) : bytes(size) { CHECK(cudaMalloc(&data, size)); }
  template <typename T>
  operator T*() const {
    return static_cast<T*>(data);
  }
};

// Random numbers that any machine computes alike.
inline std::uint64_t mix(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

std::uint64_t checksum(const void* data, std::size_t bytes) {
  std::uint64_t sum = 1469598103934665603u;  // FNV-1a
  for (std::size_t i = 0; i < bytes; ++i)
    sum = (sum ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211u;
  return sum;
}

// What a buffer holds, and whether the model computed the same bytes.
template <typename T>
void show(const char* name, const std::vector<T>& values, std::uint64_t expected) {
  std::printf("%-12s", name);
  for (std::size_t i = 0; i < values.size() && i < 8; ++i)
    std::printf(" %g", static_cast<double>(static_cast<float>(values[i])));
  const std::uint64_t sum = checksum(values.data(), values.size() * sizeof(T));
  std::printf(values.size() > 8 ? " ...  %s\n" : "  %s\n",
              sum == expected ? "as the model computed" : "NOT what the model computed");
}
)";

// Only where a kernel takes a struct by value.
inline constexpr const char* kHostFields = R"(
// A struct argument, field by field, where C puts them.
class Fields {
 public:
  template <typename T>
  Fields& add(T value) {
    bytes_.resize((bytes_.size() + alignof(T) - 1) / alignof(T) * alignof(T));
    const auto* first = reinterpret_cast<const unsigned char*>(&value);
    bytes_.insert(bytes_.end(), first, first + sizeof(T));
    return *this;
  }
  template <typename T>
  operator T() const {
    T value{};
    std::memcpy(&value, bytes_.data(), bytes_.size() < sizeof(T) ? bytes_.size() : sizeof(T));
    return value;
  }

 private:
  std::vector<unsigned char> bytes_;
};
)";

// Only where a kernel reads textures.
inline constexpr const char* kHostTextures = R"(
// An array with what memory holds, and the object by which a kernel reads it.
struct Texture {
  cudaArray_t array = nullptr;
  cudaTextureObject_t object = 0;
  Texture(const Memory& from, cudaChannelFormatDesc texel, cudaExtent size,
          const cudaTextureDesc& how) {
    CHECK(cudaMalloc3DArray(&array, &texel, size));
    const std::size_t bytes = static_cast<std::size_t>(texel.x + texel.y + texel.z + texel.w) / 8;
    const std::size_t rows = size.height > 0 ? size.height : 1;
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(from.data, size.width * bytes, size.width, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(size.width, rows, size.depth > 0 ? size.depth : 1);
    copy.kind = cudaMemcpyDeviceToDevice;
    CHECK(cudaMemcpy3D(&copy));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK(cudaCreateTextureObject(&object, &resource, &how, nullptr));
  }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture() {
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFreeArray(array));
  }
  operator cudaTextureObject_t() const { return object; }
};
)";

}  // namespace lanescope::report
