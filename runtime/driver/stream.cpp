#include "runtime/driver/entry.hpp"

using lanescope::runtime::driver::as;

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return as("cuStreamCreate", [=] { return cudaStreamCreateWithFlags(stream, flags); });
}
CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  return as("cuStreamCreateWithPriority",
            [=] { return cudaStreamCreateWithPriority(stream, flags, priority); });
}
CUresult cuStreamDestroy(CUstream stream) {
  return as("cuStreamDestroy", [=] { return cudaStreamDestroy(stream); });
}
CUresult cuStreamSynchronize(CUstream stream) {
  return as("cuStreamSynchronize", [=] { return cudaStreamSynchronize(stream); });
}
LANESCOPE_DRIVER_PER_THREAD(cuStreamSynchronize, _ptsz)
CUresult cuStreamQuery(CUstream stream) {
  return as("cuStreamQuery", [=] { return cudaStreamQuery(stream); });
}
LANESCOPE_DRIVER_PER_THREAD(cuStreamQuery, _ptsz)
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return as("cuStreamWaitEvent", [=] { return cudaStreamWaitEvent(stream, event, flags); });
}
LANESCOPE_DRIVER_PER_THREAD(cuStreamWaitEvent, _ptsz)
CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return as("cuEventCreate", [=] { return cudaEventCreateWithFlags(event, flags); });
}
CUresult cuEventDestroy(CUevent event) {
  return as("cuEventDestroy", [=] { return cudaEventDestroy(event); });
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return as("cuEventRecord", [=] { return cudaEventRecord(event, stream); });
}
LANESCOPE_DRIVER_PER_THREAD(cuEventRecord, _ptsz)
CUresult cuEventSynchronize(CUevent event) {
  return as("cuEventSynchronize", [=] { return cudaEventSynchronize(event); });
}
CUresult cuEventQuery(CUevent event) {
  return as("cuEventQuery", [=] { return cudaEventQuery(event); });
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end) {
  return as("cuEventElapsedTime", [=] { return cudaEventElapsedTime(milliseconds, begin, end); });
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return as("cuLaunchHostFunc", [=] { return cudaLaunchHostFunc(stream, function, data); });
}
LANESCOPE_DRIVER_PER_THREAD(cuLaunchHostFunc, _ptsz)
