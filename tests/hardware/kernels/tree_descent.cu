// run: --kernel k --grid 2 --block 128 --arg depth:u8[256]=zero --arg leaf:u32[256]=zero --arg node:u32[2048]=random:311%1000 --arg key:u32[256]=random:312%1000
__global__ void k(unsigned char* depth, unsigned* leaf, const uint2* node, const unsigned* key) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, at = 0, wanted = key[i], d = 0;
  while (at < 1024) {
    uint2 n = node[at];
    ++d;
    if (n.x == wanted) break;
    at = 2 * at + (wanted < n.x ? 1 : 2);
    if (n.y % 11 == 0) at = at + 1;
  }
  depth[i] = d;
  leaf[i] = at;
}
