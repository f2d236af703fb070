// run: --kernel types --grid 1 --block 32 --arg f:f32[512]=zero --arg n:i32[512]=zero --arg d:f64[128]=zero --arg in:u32[512]=random:221 --arg x:f32[512]=random:222 --arg y:f64[512]=random:223
__global__ void types(float* f, int* n, double* d, const unsigned* in, const float* x, const double* y) {
  int lane = threadIdx.x;
  const unsigned* v = in + lane * 16;
  unsigned t[6];
  for (int i = 0; i < 6; ++i) t[i] = __float_as_uint(x[lane * 16 + i] - 0.5f);
  float* r = f + lane * 16;
  float z = x[lane * 16 + 7];
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
      : "=f"(r[0]), "=f"(r[1]), "=f"(r[2]), "=f"(r[3]) : "r"(t[0]), "r"(t[1]), "r"(t[2]), "r"(t[3]), "r"(t[4]), "r"(t[5]), "f"(z));
  unsigned e[6];  // 8-bit floats without NaN
  for (int i = 0; i < 6; ++i) e[i] = v[i] & 0xbfbfbfbfu;
  asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
      : "=f"(r[4]), "=f"(r[5]), "=f"(r[6]), "=f"(r[7]) : "r"(e[0]), "r"(e[1]), "r"(e[2]), "r"(e[3]), "r"(e[4]), "r"(e[5]), "f"(z));
  unsigned h[2];  // halves below 2
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %8};"
      : "=r"(h[0]), "=r"(h[1]) : "r"(e[0]), "r"(e[1]), "r"(e[2]), "r"(e[3]), "r"(e[4]), "r"(e[5]), "r"(0x3c003800u));
  r[8] = __uint_as_float(h[0]), r[9] = __uint_as_float(h[1]);
  int* m = n + lane * 16;
  asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
      : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3]) : "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(v[4]), "r"(v[5]), "r"(v[6]));
  asm("mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
      : "=r"(m[4]), "=r"(m[5]), "=r"(m[6]), "=r"(m[7]) : "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(v[4]), "r"(v[5]), "r"(v[6]));
  asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
      : "=r"(m[8]), "=r"(m[9]), "=r"(m[10]), "=r"(m[11]) : "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(v[4]), "r"(v[5]), "r"(v[6]));
  const double* w = y + lane * 16;
  double* s = d + lane * 4;
  asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%15, %14, %13, %12};"
      : "=d"(s[0]), "=d"(s[1]), "=d"(s[2]), "=d"(s[3])
      : "d"(w[0]), "d"(w[1]), "d"(w[2]), "d"(w[3]), "d"(w[4]), "d"(w[5]), "d"(w[6]), "d"(w[7]), "d"(w[8]), "d"(w[9]), "d"(w[10]), "d"(w[11]));
}
