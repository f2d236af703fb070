// run: --kernel find --grid 3 --block 128 --arg at:i32[384]=zero --arg sorted:i32[1000]=iota --arg key:i32[384]=random:54%1200
__global__ void find(int* at, const int* sorted, const int* key) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, low = 0, high = 999, found = -1;
  while (low <= high) {
    int middle = (low + high) / 2;
    int value = sorted[middle];
    if (value == key[i]) {
      found = middle;
      break;
    }
    if (value < key[i])
      low = middle + 1;
    else
      high = middle - 1;
  }
  at[i] = found;
}
