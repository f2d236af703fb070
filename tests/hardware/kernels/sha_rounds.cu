// run: --kernel sha --grid 1 --block 96 --symbol constants:u32[64]=random:253 --arg out:u32[768]=zero --arg message:u32[1536]=random:254
__constant__ unsigned constants[64];
__device__ unsigned turn(unsigned x, int n) { return (x >> n) | (x << (32 - n)); }
__global__ void sha(unsigned* out, const unsigned* message) {
  int i = threadIdx.x;
  unsigned w[64], s[8];
  for (int t = 0; t < 16; ++t) w[t] = __byte_perm(message[i * 16 + t], 0, 0x0123);
  for (int t = 16; t < 64; ++t)
    w[t] = w[t - 16] + w[t - 7] + (turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ (w[t - 15] >> 3)) +
           (turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ (w[t - 2] >> 10));
  for (int t = 0; t < 8; ++t) s[t] = 0x6a09e667u * (t + 1);
  for (int t = 0; t < 64; ++t) {
    unsigned a = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[t] + w[t];
    unsigned b = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int r = 7; r > 0; --r) s[r] = s[r - 1];
    s[4] += a;
    s[0] = a + b;
  }
  for (int t = 0; t < 8; ++t) out[i * 8 + t] = s[t];
}
