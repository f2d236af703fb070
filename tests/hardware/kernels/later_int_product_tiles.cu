// run: --kernel product --grid 3,3 --block 8,8 --arg c:i32[576]=zero --arg a:i32[576]=random:261%50 --arg b:i32[576]=random:262%50 --arg n:u32=24
// run: --kernel product --grid 2,2 --block 8,8 --arg c:i32[576]=zero --arg a:i32[576]=random:263%50 --arg b:i32[576]=random:264%50 --arg n:u32=13
__global__ void product(int* c, const int* a, const int* b, unsigned n) {
  __shared__ int p[8][8], q[8][9];
  unsigned x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int sum = 0;
  for (unsigned k = 0; k < n; k += 8) {
    p[threadIdx.y][threadIdx.x] = y < n && k + threadIdx.x < n ? a[y * n + k + threadIdx.x] : 0;
    q[threadIdx.y][threadIdx.x] = x < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + x] : 0;
    __syncthreads();
    for (int j = 0; j < 8; ++j) sum += p[threadIdx.y][j] * q[j][threadIdx.x];
    __syncthreads();
  }
  if (x < n && y < n) c[y * n + x] = sum;
}
