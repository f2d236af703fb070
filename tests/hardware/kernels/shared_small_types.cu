// run: --kernel k --grid 2 --block 32,4 --arg out:i32[256]=zero --arg in:u32[256]=random:224 --arg pitch:i32=34
__global__ void k(int* out, const unsigned* in, int pitch) {
  __shared__ unsigned char b[32 * 36];
  __shared__ short h[32 * 36];
  __shared__ uchar4 q[132];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 128 + y * 32 + x;
  for (int j = y; j < 32; j += 4) b[x * pitch + j] = in[(i + j) % 256], h[j * pitch + x] = in[(i * 3 + j) % 256] >> 8;
  q[y * 33 + x] = make_uchar4(x, y, in[i], in[i] >> 5);
  __syncthreads();
  int sum = 0;
  for (int j = 0; j < 8; ++j) sum += b[j * pitch + x] * h[x * pitch + j + y * 8];
  uchar4 o = q[(x * 33 + y) % 132];
  out[i] = sum + o.x + o.y * 256 - o.z * o.w;
}
