// run: --kernel crc --grid 2 --block 96 --arg out:u32[192]=zero --arg bytes:u8[3072]=random:124
__global__ void crc(unsigned* out, const unsigned char* bytes) {
  __shared__ unsigned table[256];
  for (unsigned n = threadIdx.x; n < 256; n += blockDim.x) {
    unsigned c = n;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[n] = c;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned c = ~0u;
  for (int k = 0; k < 16; ++k) c = table[(c ^ bytes[i * 16 + k]) & 255] ^ (c >> 8);
  out[i] = ~c;
}
