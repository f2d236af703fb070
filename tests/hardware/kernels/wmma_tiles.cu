// run: --kernel product --grid 4 --block 32 --arg c:f32[1024]=zero --arg a:u16[1024]=random:201%15361 --arg b:u16[1024]=random:202%15361
#include <mma.h>
// 32 by 32 halves in tiles of 16, one warp a tile: through shared memory for one factor.
__global__ void product(float* c, const half* a, const half* b) {
  using namespace nvcuda::wmma;
  __shared__ __align__(32) half strip[16 * 32];
  int row = blockIdx.x / 2 * 16, column = blockIdx.x % 2 * 16;
  for (int i = threadIdx.x; i < 16 * 32; i += 32) strip[i] = a[row * 32 + i];
  __syncwarp();
  fragment<matrix_a, 16, 16, 16, half, row_major> x;
  fragment<matrix_b, 16, 16, 16, half, col_major> y;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.5f);
  for (int k = 0; k < 32; k += 16) {
    load_matrix_sync(x, strip + k, 32);
    load_matrix_sync(y, b + column * 32 + k, 32);
    mma_sync(sum, x, y, sum);
  }
  store_matrix_sync(c + row * 32 + column, sum, 32, mem_row_major);
}
