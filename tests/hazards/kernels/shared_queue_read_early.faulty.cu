// Faulty: the length of a queue in shared memory is read while warps still push.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int items[128], length;
  int t = threadIdx.x;
  if (t == 0) length = 0;
  __syncthreads();
  if (in[t] % 2 == 1) items[atomicAdd(&length, 1)] = in[t];  // <1>
  out[t] = length;  // <2>
}
