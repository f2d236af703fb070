// run: --kernel words --grid 2 --block 128 --arg out:u32[2048]=zero --arg in:u32[768]=random:251
__global__ void words(unsigned* out, const unsigned* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  unsigned* r = out + 8 * i;
  asm("vadd.s32.s32.u32.sat.max %0, %1.h1, %2.b2, %3;" : "=r"(r[0]) : "r"(a), "r"(b), "r"(c));
  asm("vsub.u32.s32.s32.sat %0.b1, %1, %2.h0, %3;" : "=r"(r[1]) : "r"(a), "r"(b), "r"(c));
  asm("vmad.s32.s32.u32.sat.shr7 %0, %1.h0, %2.b3, %3;" : "=r"(r[2]) : "r"(a), "r"(b), "r"(c));
  asm("vset.s32.u32.lt.add %0, %1, %2.h1, %3;" : "=r"(r[3]) : "r"(a), "r"(b), "r"(c));
  asm("vshl.u32.u32.u32.sat.clamp.add %0, %1.h1, %2.b0, %3;" : "=r"(r[4]) : "r"(a), "r"(b & 0xffffff1fu), "r"(c));
  asm("vadd4.s32.s32.u32.sat %0, %1, %2, %3;" : "=r"(r[5]) : "r"(a), "r"(b), "r"(c));
  asm("vavrg2.s32.s32.s32.add %0, %1, %2, %3;" : "=r"(r[6]) : "r"(a), "r"(b), "r"(c));
  asm("vset4.u32.s32.ge.add %0, %1, %2, %3;" : "=r"(r[7]) : "r"(a), "r"(b), "r"(c));
}
