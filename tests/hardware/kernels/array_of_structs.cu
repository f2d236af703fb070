// run: --kernel k --grid 6 --block 128 --arg v:f32[2304]=random:4 --arg out:f32[768]=zero
struct Particle { float x, y, z; };
__global__ void k(Particle* v, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Particle p = v[i];
  out[i] = p.x * p.x + p.y * p.y + p.z * p.z;
  v[i].y = p.x;
}
