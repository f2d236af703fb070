#include "../check.h"

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }
__global__ void add(const int* a, const int* b, int* sum) {
  sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

void CUDART_CB count(void* data) { ++*static_cast<int*>(data); }

constexpr int kCount = 32;

// Two streams that part and meet again; nothing of it runs before the graph is launched.
cudaGraph_t capture(cudaStream_t first, cudaStream_t second, int* a, int* b, int* sum, int* out,
                    int value, int* calls) {
  cudaEvent_t parted, met;
  CHECK(cudaEventCreateWithFlags(&parted, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&met, cudaEventDisableTiming));
  CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(parted, first));
  CHECK(cudaStreamWaitEvent(second, parted, 0));
  fill<<<1, kCount, 0, first>>>(a, value);
  CHECK(cudaMemsetAsync(b, 0, kCount * sizeof(int), second));
  fill<<<1, kCount, 0, second>>>(b, 10);
  CHECK(cudaEventRecord(met, second));
  CHECK(cudaStreamWaitEvent(first, met, 0));
  add<<<1, kCount, 0, first>>>(a, b, sum);
  CHECK(cudaMemcpyAsync(out, sum, kCount * sizeof(int), cudaMemcpyDeviceToHost, first));
  CHECK(cudaLaunchHostFunc(first, count, calls));
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(second, &status));
  EXPECT(status == cudaStreamCaptureStatusActive);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(first, &graph));
  CHECK(cudaStreamIsCapturing(second, &status));
  EXPECT(status == cudaStreamCaptureStatusNone);
  CHECK(cudaEventDestroy(parted));
  CHECK(cudaEventDestroy(met));
  return graph;
}

// What a capture forbids, and what is left of it then.
void check_errors(cudaStream_t stream, int* data) {
  cudaGraph_t graph;
  EXPECT(cudaStreamEndCapture(stream, &graph) == cudaErrorIllegalState);
  EXPECT(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) ==
         cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  fill<<<1, kCount, 0, stream>>>(data, 1);
  EXPECT(cudaStreamSynchronize(stream) == cudaErrorStreamCaptureUnsupported);
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(stream, &status));
  EXPECT(status == cudaStreamCaptureStatusInvalidated);
  EXPECT(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
  EXPECT(graph == nullptr);
  cudaStream_t other;
  cudaEvent_t event;
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&event));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK(cudaEventRecord(event, stream));
  CHECK(cudaStreamWaitEvent(other, event, 0));
  fill<<<1, kCount, 0, other>>>(data, 1);
  EXPECT(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureUnjoined);
  cudaGetLastError();
  CHECK(cudaStreamDestroy(other));
  CHECK(cudaEventDestroy(event));
}

int main() {
  int *a, *b, *sum, *out, calls = 0;
  CHECK(cudaMalloc(&a, kCount * sizeof(int)));
  CHECK(cudaMalloc(&b, kCount * sizeof(int)));
  CHECK(cudaMalloc(&sum, kCount * sizeof(int)));
  CHECK(cudaMallocHost(&out, kCount * sizeof(int)));
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  cudaGraph_t graph = capture(first, second, a, b, sum, out, 1, &calls);
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  EXPECT(nodes == 6);
  EXPECT(calls == 0);
  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphLaunch(executable, first));
  CHECK(cudaGraphLaunch(executable, first));
  CHECK(cudaStreamSynchronize(first));
  EXPECT(calls == 2);
  for (int i = 0; i < kCount; ++i) EXPECT(out[i] == 11);
  // Captured once more with another argument: the executable takes it over.
  graph = capture(first, second, a, b, sum, out, 5, &calls);
  cudaGraphExecUpdateResultInfo info;
  CHECK(cudaGraphExecUpdate(executable, graph, &info));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphLaunch(executable, first));
  CHECK(cudaStreamSynchronize(first));
  for (int i = 0; i < kCount; ++i) EXPECT(out[i] == 15);
  check_errors(first, a);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(sum));
  CHECK(cudaFreeHost(out));
  return pass();
}
