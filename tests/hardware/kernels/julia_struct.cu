// run: --kernel julia --grid 6,4 --block 8,8 --arg out:u8[1536]=zero
struct Complex {
  float r, i;
  __device__ Complex(float a, float b) : r(a), i(b) {}
  __device__ float magnitude2() const { return r * r + i * i; }
  __device__ Complex operator*(const Complex& o) const { return Complex(r * o.r - i * o.i, i * o.r + r * o.i); }
  __device__ Complex operator+(const Complex& o) const { return Complex(r + o.r, i + o.i); }
};
__device__ int steps(int x, int y) {
  Complex c(-0.8f, 0.156f), z(1.5f * (24 - x) / 24, 1.5f * (16 - y) / 16);
  for (int k = 0; k < 200; ++k) {
    z = z * z + c;
    if (z.magnitude2() > 1000) return k;
  }
  return 0;
}
__global__ void julia(unsigned char* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * gridDim.x * blockDim.x + x] = steps(x, y);
}
