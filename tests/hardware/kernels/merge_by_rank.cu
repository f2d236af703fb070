// run: --kernel merge --grid 4 --block 128 --arg out:u32[900]=zero --arg a:u32[500]=iota --arg b:u32[400]=iota
__device__ int lower(const unsigned* v, int n, unsigned key, unsigned scale, unsigned shift, bool equal_too) {
  int low = 0, high = n;
  while (low < high) {
    int mid = (low + high) / 2;
    unsigned x = v[mid] * scale + shift;
    if (x < key || (equal_too && x == key))
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}
__global__ void merge(unsigned* out, const unsigned* a, const unsigned* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 500) {
    unsigned key = a[i] * 3 + 1;
    out[i + lower(b, 400, key, 4, 0, false)] = key;
  }
  if (i < 400) {
    unsigned key = b[i] * 4;
    out[i + lower(a, 500, key, 3, 1, true)] = key;
  }
}
