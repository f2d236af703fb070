// Source of calls.ptx: nvcc -ptx -arch=sm_90 calls.cu
#include <cassert>
#include <cstdio>

__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
struct Pair { int a; float b; double c; };
__device__ __noinline__ Pair swap_add(Pair p, int x) { return Pair{p.a + x, p.b * 2, p.c - x}; }
__device__ int add_one(int x) { return x + 1; }
__device__ int twice(int x) { return x * 2; }
__device__ int square(int x) { return x * x; }
using Function = int (*)(int);
__device__ Function table[3] = {add_one, twice, square};
__constant__ float coefficients[4] = {1.5f, 2.5f, 3.5f, 4.5f};
__device__ int counter = 40;

extern "C" __global__ void recursion(int* out, int n) { out[threadIdx.x] = fib(n + threadIdx.x % 5); }
extern "C" __global__ void structs(int* out) {
  Pair p = swap_add(Pair{int(threadIdx.x), 1.25f, 10.0}, 3);
  out[threadIdx.x] = p.a + int(p.b * 4) + int(p.c);
}
extern "C" __global__ void indirect(int* out) {
  int i = threadIdx.x;
  out[i] = table[i % 3](i) + int(coefficients[i & 3] * 2);
}
extern "C" __global__ void cases(int* out, const int* in) {
  int i = threadIdx.x, r = 0;
  switch (in[i]) {
    case 0: r = in[i + 1] * 3; break;
    case 1: r = 17; break;
    case 2: r = in[0] - 4; break;
    case 3: r = i; break;
    case 4: r = i * i; break;
    case 5: r = out[0] + 2; break;
    case 6: r = in[2] ^ 5; break;
    default: r = -1;
  }
  out[i] = r;
}
extern "C" __global__ void heap(int* out) {
  int i = threadIdx.x;
  int* list = new int[i % 4 + 1];
  for (int k = 0; k <= i % 4; ++k) list[k] = i + k;
  int sum = 0;
  for (int k = 0; k <= i % 4; ++k) sum += list[k];
  out[i] = sum;
  delete[] list;
}
extern "C" __global__ void prints(int n) {
  if (threadIdx.x < 2) {
    printf("%d|%5u|%-4d|%x|%c|%s|%lld|%.2f|%e|%%|%08.3f|%hhd\n", int(threadIdx.x) - 1, 42u, 7, 255, 'q', "text", -5000000000ll, 2.5f,
           1234.5, 3.14159, 200);
  }
}
extern "C" __global__ void asserts(int n) { assert(int(threadIdx.x) < n); }
extern "C" __global__ void local_array(int* out) {
  int a[8];
  for (int k = 0; k < 8; ++k) a[k] = out[k] + k;
  out[threadIdx.x] = a[threadIdx.x & 7];
}
extern "C" __global__ void variables(int* out) { out[threadIdx.x] = atomicAdd(&counter, 2); }
