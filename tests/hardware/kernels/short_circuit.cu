// run: --kernel k --grid 4 --block 64 --arg out:i32[256]=zero --arg a:i32[256]=random:236%10 --arg b:i32[256]=random:237%10 --arg c:i32[256]=random:238%10
__global__ void k(int* out, const int* a, const int* b, const int* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
  if (a[i] > 4 && b[(i + a[i]) % 256] > 3 && c[(i * 3 + 1) % 256] != 5) r = 1;
  if (a[i] == 2 || b[i] == 3 || c[i ^ 5] == a[i]) r += 2;
  r += a[i] > 7 ? b[255 - i] : a[i] > 3 ? c[i] * 2 : -1;
  out[i] = r;
}
