// run: --kernel k --grid 3 --block 96 --arg p:f32[864]=random:216 --arg v:f32[864]=random:217 --arg dt:f32=0.125
__global__ void k(float3* p, const float3* v, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float3 x = p[i], u = v[287 - i];
  x.x += u.x * dt;
  x.y += u.y * dt;
  x.z = x.z > 0.5f ? x.z - u.z * dt : x.z;
  p[i] = x;
}
