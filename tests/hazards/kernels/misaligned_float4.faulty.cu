// Faulty: 16 bytes are loaded from an address that is a multiple of 4 only.
extern "C" __global__ void k(float4* out, const float* in) {
  int t = threadIdx.x;
  out[t] = *reinterpret_cast<const float4*>(in + 4 * t + 1);  // <1>
}
