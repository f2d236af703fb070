// run: --kernel k --grid 1 --block 32 --arg out:u32[384]=zero --arg index:u32[384]=random:70%512
__global__ void k(unsigned* out, const unsigned* index) {
  __shared__ unsigned s[512];
  int t = threadIdx.x;
  for (int j = t; j < 512; j += 32) s[j] = j * j;
  __syncthreads();
  for (int r = 0; r < 12; ++r) out[r * 32 + t] = s[index[r * 32 + t]];
}
