// Faulty: structures of three floats are read before other warps have stored them.
extern "C" __global__ void k(float* out, const float3* in) {
  __shared__ float3 points[64];
  int t = threadIdx.x;
  points[t] = in[t];  // <1>
  float3 p = points[63 - t];  // <2>
  out[t] = p.x + p.y + p.z;
}
