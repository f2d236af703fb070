// run: --kernel move --grid 2 --block 48 --arg p:f32[288]=random:451 --arg dt:f32=0.5
// run: --kernel move --grid 3 --block 32 --arg p:f32[288]=random:452 --arg dt:f32=-2
struct Body {
  float x, v, m;
};
__global__ void move(Body* p, float dt) {
  Body& b = p[blockIdx.x * blockDim.x + threadIdx.x];
  b.x += b.v * dt;
  b.v -= b.x * b.m * dt;
}
