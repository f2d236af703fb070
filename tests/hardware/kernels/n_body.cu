// run: --kernel forces --grid 3 --block 64 --arg acceleration:f32[768]=zero --arg body:f32[768]=random:116
__global__ void forces(float4* acceleration, const float4* body) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float4 me = body[i];
  float3 a = make_float3(0, 0, 0);
  for (int t = 0; t < gridDim.x; ++t) {
    tile[threadIdx.x] = body[t * 64 + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 64; ++j) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float inverse = rsqrtf(d2);
      float s = tile[j].w * inverse * inverse * inverse;
      a.x += dx * s, a.y += dy * s, a.z += dz * s;
    }
    __syncthreads();
  }
  acceleration[i] = make_float4(a.x, a.y, a.z, 0);
}
