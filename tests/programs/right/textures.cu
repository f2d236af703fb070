#include <vector>

#include "../check.h"

__global__ void point(cudaTextureObject_t texture, float* out, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  // One to the right, and wrapped around.
  out[y * width + x] = tex2D<float>(texture, (x + 1.5f) / width, (y + 0.5f) / height);
}
__global__ void linear(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 1.0f, 0.5f);
}
__global__ void fetch(cudaTextureObject_t texture, uchar4* out) {
  out[threadIdx.x] = tex1Dfetch<uchar4>(texture, static_cast<int>(threadIdx.x));
}
__global__ void normalized(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);
}
__global__ void layered(cudaTextureObject_t texture, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
  out[(layer * 4 + y) * 8 + x] = tex2DLayered<float>(texture, x + 0.5f, y + 0.5f, layer);
}
__global__ void volume(cudaTextureObject_t texture, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  out[(z * 4 + y) * 8 + x] = tex3D<float>(texture, x + 0.5f, y + 0.5f, z + 0.5f);
}

constexpr int kWidth = 8, kHeight = 4, kDepth = 3;

std::vector<float> ramp(int count) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) values[i] = static_cast<float>(i);
  return values;
}

cudaTextureObject_t object(const cudaResourceDesc& resource, bool filtered, bool normalized_at,
                           cudaTextureAddressMode mode,
                           cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc wanted = {};
  for (auto& each : wanted.addressMode) each = mode;
  wanted.filterMode = filtered ? cudaFilterModeLinear : cudaFilterModePoint;
  wanted.readMode = read;
  wanted.normalizedCoords = normalized_at;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &wanted, nullptr));
  return texture;
}
cudaResourceDesc of_array(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}
std::vector<float> read_back(const float* from, int count) {
  std::vector<float> values(count);
  CHECK(cudaMemcpy(values.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost));
  return values;
}

void test_2d(float* out) {
  const auto in = ramp(kWidth * kHeight);
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, kWidth, kHeight));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, in.data(), kWidth * sizeof(float), kWidth * sizeof(float),
                            kHeight, cudaMemcpyHostToDevice));
  auto texture = object(of_array(array), false, true, cudaAddressModeWrap);
  point<<<1, dim3(kWidth, kHeight)>>>(texture, out, kWidth, kHeight);
  auto got = read_back(out, kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i)
    EXPECT(got[i] == in[i / kWidth * kWidth + (i + 1) % kWidth]);
  CHECK(cudaDestroyTextureObject(texture));
  texture = object(of_array(array), true, false, cudaAddressModeClamp);
  linear<<<1, kWidth>>>(texture, out);
  got = read_back(out, kWidth);
  for (int i = 0; i < kWidth; ++i) EXPECT(got[i] == (i < kWidth - 1 ? i + 0.5f : kWidth - 1.0f));
  CHECK(cudaDestroyTextureObject(texture));
  cudaChannelFormatDesc told;
  cudaExtent extent;
  unsigned flags;
  CHECK(cudaArrayGetInfo(&told, &extent, &flags, array));
  EXPECT(told.x == 32 && told.f == cudaChannelFormatKindFloat);
  EXPECT(extent.width == kWidth && extent.height == kHeight && extent.depth == 0 && flags == 0);
  CHECK(cudaFreeArray(array));
}

void test_linear(float* out) {
  std::vector<uchar4> in(32), got(32);
  for (int i = 0; i < 32; ++i)
    in[i] = make_uchar4(static_cast<unsigned char>(i), 1, 2, static_cast<unsigned char>(255 - i));
  uchar4 *data, *result;
  CHECK(cudaMalloc(&data, 32 * sizeof(uchar4)));
  CHECK(cudaMalloc(&result, 32 * sizeof(uchar4)));
  CHECK(cudaMemcpy(data, in.data(), 32 * sizeof(uchar4), cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.linear.sizeInBytes = 32 * sizeof(uchar4);
  auto texture = object(resource, false, false, cudaAddressModeClamp);
  fetch<<<1, 32>>>(texture, result);
  CHECK(cudaMemcpy(got.data(), result, 32 * sizeof(uchar4), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) EXPECT(got[i].x == i && got[i].z == 2 && got[i].w == 255 - i);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFree(result));
  CHECK(cudaFree(data));

  // Bytes in rows with a pitch, read as fractions.
  unsigned char* bytes;
  size_t pitch;
  std::vector<unsigned char> levels = {0, 51, 102, 153, 204, 255};
  CHECK(cudaMallocPitch(&bytes, &pitch, levels.size(), 2));
  CHECK(cudaMemset(bytes, 0, pitch * 2));
  CHECK(cudaMemcpy(bytes, levels.data(), levels.size(), cudaMemcpyHostToDevice));
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = bytes;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
  resource.res.pitch2D.width = levels.size();
  resource.res.pitch2D.height = 2;
  resource.res.pitch2D.pitchInBytes = pitch;
  texture = object(resource, false, false, cudaAddressModeClamp, cudaReadModeNormalizedFloat);
  normalized<<<1, 6>>>(texture, out);
  const auto fractions = read_back(out, 6);
  for (int i = 0; i < 6; ++i)
    EXPECT(fractions[i] > i * 0.2f - 1e-5f && fractions[i] < i * 0.2f + 1e-5f);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFree(bytes));
}

void test_3d(float* out, unsigned flags) {
  const auto in = ramp(kWidth * kHeight * kDepth);
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(kWidth, kHeight, kDepth), flags));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr =
      make_cudaPitchedPtr(const_cast<float*>(in.data()), kWidth * sizeof(float), kWidth, kHeight);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(kWidth, kHeight, kDepth);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  const auto texture = object(of_array(array), false, false, cudaAddressModeClamp);
  if (flags == cudaArrayLayered) {
    layered<<<kDepth, dim3(kWidth, kHeight)>>>(texture, out);
  } else {
    volume<<<1, dim3(kWidth, kHeight, kDepth)>>>(texture, out);
  }
  const auto got = read_back(out, kWidth * kHeight * kDepth);
  EXPECT(got == in);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
}

// Texture objects over arrays, rows with a pitch and plain memory.
int main() {
  float* out;
  CHECK(cudaMalloc(&out, kWidth * kHeight * kDepth * sizeof(float)));
  test_2d(out);
  test_linear(out);
  test_3d(out, cudaArrayDefault);
  test_3d(out, cudaArrayLayered);
  CHECK(cudaFree(out));
  return pass();
}
