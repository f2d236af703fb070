// run: --kernel k --grid 3 --block 96 --arg most:f32[4]=zero --arg least:f32[4]=const:9 --arg in:f32[288]=random:209
__device__ float atomic_max(float* p, float x) {
  int* q = (int*)p;
  int old = *q, seen;
  do {
    seen = old;
    if (__int_as_float(seen) >= x) break;
    old = atomicCAS(q, seen, __float_as_int(x));
  } while (old != seen);
  return __int_as_float(old);
}
__global__ void k(float* most, float* least, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomic_max(&most[i % 4], in[i]);
  atomicMin((int*)&least[i % 4], __float_as_int(in[i]));
}
