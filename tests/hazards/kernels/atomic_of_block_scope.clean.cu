// Clean: the addition's scope is the device.
extern "C" __global__ void k(int* total) {
  if (threadIdx.x == 0) atomicAdd(total, 1);
}
