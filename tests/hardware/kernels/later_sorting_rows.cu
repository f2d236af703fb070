// run: --kernel sort --grid 3 --block 32 --arg data:i32[768]=random:221%500
// run: --kernel sort --grid 6 --block 16 --arg data:i32[768]=random:222%500
__global__ void sort(int* data) {
  int* row = data + (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  for (int pass = 0; pass < 8; ++pass)
    for (int k = pass & 1; k + 1 < 8; k += 2)
      if (row[k] > row[k + 1]) {
        int kept = row[k];
        row[k] = row[k + 1];
        row[k + 1] = kept;
      }
}
