// run: --kernel k --grid 4 --block 64 --arg out:f32[4096]=zero --arg bits:u32[2048]=random:44
// The four matrix instructions on any bits that are numbers below two, of very different sizes.
__global__ void k(float* out, const unsigned* bits) {
  const unsigned thread = blockIdx.x * 64 + threadIdx.x;
  unsigned a[6];
  float c[4] = {}, d[4], e[4], f[4], g[4];
  for (int i = 0; i < 6; ++i) a[i] = bits[thread * 8 + i] & 0xbfffbfffu;
  for (int i = 0; i < 2; ++i) c[i] = __uint_as_float(bits[thread * 8 + 6 + i] & 0xbfffffffu);
#define MULTIPLY16(type, d)                                                                      \
  asm("mma.sync.aligned.m16n8k16.row.col.f32." type "." type ".f32 {%0, %1, %2, %3}, "           \
      "{%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"                                        \
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                           \
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]), "f"(c[0]), "f"(c[1]),  \
        "f"(c[2]), "f"(c[3]))
#define MULTIPLY8(type, d)                                                                       \
  asm("mma.sync.aligned.m16n8k8.row.col.f32." type "." type ".f32 {%0, %1, %2, %3}, {%4, %5}, "  \
      "{%6}, {%7, %8, %9, %10};"                                                                 \
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                           \
      : "r"(a[0]), "r"(a[1]), "r"(a[4]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]))
  MULTIPLY16("f16", d);
  MULTIPLY8("f16", e);
  MULTIPLY16("bf16", f);
  MULTIPLY8("bf16", g);
  for (int i = 0; i < 4; ++i) {
    out[i * 1024 + thread] = d[i];
    out[i * 1024 + 256 + thread] = e[i];
    out[i * 1024 + 512 + thread] = f[i];
    out[i * 1024 + 768 + thread] = g[i];
  }
}
