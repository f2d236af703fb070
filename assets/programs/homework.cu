// Smooths a signal twice. It prints numbers that look right, and Problems tells what is wrong in it.
//   homework [samples]
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void smooth(float* out, const float* in, int n) {
  __shared__ float tile[66];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = threadIdx.x + 1;
  tile[x] = in[i];
  if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : in[i];
  if (threadIdx.x == 63) tile[65] = i + 1 < n ? in[i + 1] : in[i];
  out[i] = (tile[x - 1] + tile[x] + tile[x + 1]) / 3.0f;
}

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 256;
  const size_t bytes = n * sizeof(float);
  std::vector<float> samples(n, 1.0f);
  samples[n / 2] = 4.0f;

  float *in, *out;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpyAsync(in, samples.data(), bytes, cudaMemcpyHostToDevice, stream);
  smooth<<<n / 64, 64, 0, stream>>>(out, in, n);
  smooth<<<n / 2048, 2048, 0, stream>>>(in, out, n);
  cudaMemcpyAsync(samples.data(), out, 2 * bytes, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::printf("in the middle: %.3f\n", samples[n / 2]);
  cudaFree(in);
  cudaFree(in);
  cudaStreamDestroy(stream);
  return 0;
}
