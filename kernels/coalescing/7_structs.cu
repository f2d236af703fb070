// An array of structs: the x of neighbouring points lie 12 bytes apart.
struct Point {
  float x, y, z;
};

extern "C" __global__ void lengths(float* out, const Point* points, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Point p = points[i];
    out[i] = p.x * p.x + p.y * p.y + p.z * p.z;
  }
}
