// What every random kernel stands behind.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define INLINE __device__ __forceinline__

INLINE __half half_of(unsigned short bits) { return __ushort_as_half(bits); }
INLINE __nv_bfloat16 bfloat_of(unsigned short bits) { return __ushort_as_bfloat16(bits); }
INLINE unsigned short bits_of(__half x) { return __half_as_ushort(x); }
INLINE unsigned short bits_of(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
INLINE unsigned bits_of(float x) { return __float_as_uint(x); }
INLINE __half2 half2_of(unsigned bits) {
  return __halves2half2(half_of(bits & 0xffff), half_of(bits >> 16));
}
INLINE __nv_bfloat162 bfloat2_of(unsigned bits) {
  return __halves2bfloat162(bfloat_of(bits & 0xffff), bfloat_of(bits >> 16));
}
INLINE unsigned bits_of(__half2 x) {
  return bits_of(__low2half(x)) | (unsigned)bits_of(__high2half(x)) << 16;
}
INLINE unsigned bits_of(__nv_bfloat162 x) {
  return bits_of(__low2bfloat16(x)) | (unsigned)bits_of(__high2bfloat16(x)) << 16;
}
// PTX leaves the payload of a double's NaN open: it is not looked at.
INLINE unsigned long long bits_of(double x) {
  const unsigned long long bits = __double_as_longlong(x);
  return (bits & 0x7fffffffffffffffull) > 0x7ff0000000000000ull ? 0x7ff8000000000000ull : bits;
}
INLINE double canon(double x) { return __longlong_as_double(bits_of(x)); }
// Nor what becomes of a half's NaN where nothing is computed: -(-x) and min(x, x) may be x.
INLINE __half canon(__half x) { return __hisnan(x) ? half_of(0x7fff) : x; }
INLINE __nv_bfloat16 canon(__nv_bfloat16 x) { return __hisnan(x) ? bfloat_of(0x7fff) : x; }
INLINE __half2 canon(__half2 x) {
  return __halves2half2(canon(__low2half(x)), canon(__high2half(x)));
}
INLINE __nv_bfloat162 canon(__nv_bfloat162 x) {
  return __halves2bfloat162(canon(__low2bfloat16(x)), canon(__high2bfloat16(x)));
}
// The same, but no constant: what approximates is exact where the assembler does it ahead.
template <typename T>
INLINE T unknown(T x) {
  return blockIdx.y == 0 ? x : T(0.0F);
}

struct Pair {
  unsigned a;
  float b;
  double c;
  short d;
};

// Instructions that no function of CUDA stands for.
#define ASM1(name, R, r, A, a, text)                  \
  INLINE R name(A x) {                                \
    R out;                                            \
    asm(text " %0, %1;" : "=" #r(out) : #a(x));       \
    return out;                                       \
  }
#define ASM2(name, R, r, A, a, B, b, text)                      \
  INLINE R name(A x, B y) {                                     \
    R out;                                                      \
    asm(text " %0, %1, %2;" : "=" #r(out) : #a(x), #b(y));      \
    return out;                                                 \
  }
#define ASM3(name, R, r, A, a, B, b, C, c, text)                            \
  INLINE R name(A x, B y, C z) {                                            \
    R out;                                                                  \
    asm(text " %0, %1, %2, %3;" : "=" #r(out) : #a(x), #b(y), #c(z));       \
    return out;                                                             \
  }
// Two chained instructions: lower and upper half of a result.
#define CARRY32(name, low, high)                                                     \
  INLINE unsigned long long name(unsigned long long x, unsigned long long y) {       \
    unsigned a, b;                                                                   \
    asm(low " %0, %2, %4; " high " %1, %3, %5;"                                      \
        : "=r"(a), "=r"(b)                                                           \
        : "r"((unsigned)x), "r"((unsigned)(x >> 32)), "r"((unsigned)y),              \
          "r"((unsigned)(y >> 32)));                                                 \
    return (unsigned long long)b << 32 | a;                                          \
  }
#define TESTP(name, T, c, text)                                                            \
  INLINE bool name(T x) {                                                                  \
    int out;                                                                               \
    asm("{ .reg .pred p; " text " p, %1; selp.s32 %0, 1, 0, p; }" : "=r"(out) : #c(x));    \
    return out != 0;                                                                       \
  }

ASM2(add_sat, int, r, int, r, int, r, "add.sat.s32")
ASM2(sub_sat, int, r, int, r, int, r, "sub.sat.s32")
ASM3(mad_hi_sat, int, r, int, r, int, r, int, r, "mad.hi.sat.s32")
ASM3(mad_hi_u32, unsigned, r, unsigned, r, unsigned, r, unsigned, r, "mad.hi.u32")
ASM3(mad_wide_u32, unsigned long long, l, unsigned, r, unsigned, r, unsigned long long, l, "mad.wide.u32")
ASM3(mad_wide_s32, long long, l, int, r, int, r, long long, l, "mad.wide.s32")
ASM3(mad_wide_s16, int, r, short, h, short, h, int, r, "mad.wide.s16")
ASM3(mad24_hi, int, r, int, r, int, r, int, r, "mad24.hi.s32")
ASM3(bfe_u32, unsigned, r, unsigned, r, unsigned, r, unsigned, r, "bfe.u32")
ASM3(bfe_s32, int, r, int, r, unsigned, r, unsigned, r, "bfe.s32")
ASM3(bfe_u64, unsigned long long, l, unsigned long long, l, unsigned, r, unsigned, r, "bfe.u64")
ASM3(bfe_s64, long long, l, long long, l, unsigned, r, unsigned, r, "bfe.s64")
ASM1(bfind_u32, unsigned, r, unsigned, r, "bfind.u32")
ASM1(bfind_s32, unsigned, r, int, r, "bfind.s32")
ASM1(bfind_shift, unsigned, r, unsigned, r, "bfind.shiftamt.u32")
ASM1(bfind_u64, unsigned, r, unsigned long long, l, "bfind.u64")
ASM1(bfind_s64, unsigned, r, long long, l, "bfind.shiftamt.s64")
ASM3(prmt_f4e, unsigned, r, unsigned, r, unsigned, r, unsigned, r, "prmt.b32.f4e")
ASM3(prmt_b4e, unsigned, r, unsigned, r, unsigned, r, unsigned, r, "prmt.b32.b4e")
ASM3(prmt_rc8, unsigned, r, unsigned, r, unsigned, r, unsigned, r, "prmt.b32.rc8")
ASM3(prmt_ecl, unsigned, r, unsigned, r, unsigned, r, unsigned, r, "prmt.b32.ecl")
ASM3(prmt_ecr, unsigned, r, unsigned, r, unsigned, r, unsigned, r, "prmt.b32.ecr")
ASM3(prmt_rc16, unsigned, r, unsigned, r, unsigned, r, unsigned, r, "prmt.b32.rc16")
ASM3(sad_s32, int, r, int, r, int, r, int, r, "sad.s32")
ASM3(sad_u64, unsigned long long, l, unsigned long long, l, unsigned long long, l, unsigned long long, l, "sad.u64")
ASM3(sad_s16, short, h, short, h, short, h, short, h, "sad.s16")
ASM3(dp4a_su, int, r, int, r, unsigned, r, int, r, "dp4a.s32.u32")
ASM3(dp2a_us, int, r, unsigned, r, int, r, int, r, "dp2a.hi.u32.s32")
ASM2(bmsk_clamp, unsigned, r, unsigned, r, unsigned, r, "bmsk.clamp.b32")
ASM2(bmsk_wrap, unsigned, r, unsigned, r, unsigned, r, "bmsk.wrap.b32")
ASM2(szext_clamp, int, r, int, r, unsigned, r, "szext.clamp.s32")
ASM2(szext_wrap, unsigned, r, unsigned, r, unsigned, r, "szext.wrap.u32")
ASM3(slct_f32, unsigned, r, unsigned, r, unsigned, r, float, f, "slct.u32.f32")
ASM3(slct_s32, float, f, float, f, float, f, int, r, "slct.f32.s32")
CARRY32(add_cc, "add.cc.u32", "addc.u32")
CARRY32(sub_cc, "sub.cc.u32", "subc.u32")
INLINE unsigned long long mad_cc(unsigned x, unsigned y, unsigned long long z) {
  unsigned a, b;
  asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;"
      : "=r"(a), "=r"(b)
      : "r"(x), "r"(y), "r"((unsigned)z), "r"((unsigned)(z >> 32)));
  return (unsigned long long)b << 32 | a;
}
// The upper half of a sum and of a difference of 128 bits.
INLINE unsigned long long add_cc64(unsigned long long x, unsigned long long y, unsigned long long z) {
  unsigned long long a, b;
  asm("add.cc.u64 %0, %2, %3; addc.u64 %1, %4, %2;" : "=l"(a), "=l"(b) : "l"(x), "l"(y), "l"(z));
  return a ^ b;
}
INLINE unsigned long long sub_cc64(unsigned long long x, unsigned long long y, unsigned long long z) {
  unsigned long long a, b;
  asm("sub.cc.s64 %0, %2, %3; subc.u64 %1, %4, %2;" : "=l"(a), "=l"(b) : "l"(x), "l"(y), "l"(z));
  return a ^ b;
}
INLINE unsigned bfi_32(unsigned x, unsigned y, unsigned at, unsigned length) {
  unsigned out;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(out) : "r"(x), "r"(y), "r"(at), "r"(length));
  return out;
}
INLINE unsigned long long bfi_64(unsigned long long x, unsigned long long y, unsigned at, unsigned length) {
  unsigned long long out;
  asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(out) : "l"(x), "l"(y), "r"(at), "r"(length));
  return out;
}
template <int kTable>
INLINE unsigned lop3(unsigned x, unsigned y, unsigned z) {
  unsigned out;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(out) : "r"(x), "r"(y), "r"(z), "n"(kTable));
  return out;
}

ASM1(sat_s8_s32, int, r, int, r, "cvt.sat.s8.s32")
ASM1(sat_u8_s32, int, r, int, r, "cvt.sat.u8.s32")
ASM1(sat_s16_s32, short, h, int, r, "cvt.sat.s16.s32")
ASM1(sat_u16_s32, unsigned short, h, int, r, "cvt.sat.u16.s32")
ASM1(sat_u16_u32, unsigned short, h, unsigned, r, "cvt.sat.u16.u32")
ASM1(sat_s32_u32, int, r, unsigned, r, "cvt.sat.s32.u32")
ASM1(sat_u32_s32, unsigned, r, int, r, "cvt.sat.u32.s32")
ASM1(sat_s32_s64, int, r, long long, l, "cvt.sat.s32.s64")
ASM1(sat_u32_s64, unsigned, r, long long, l, "cvt.sat.u32.s64")
ASM1(sat_s64_u64, long long, l, unsigned long long, l, "cvt.sat.s64.u64")
ASM1(sat_s8_s64, int, r, long long, l, "cvt.sat.s8.s64")
ASM1(s8_f32, int, r, float, f, "cvt.rni.s8.f32")
ASM1(u8_f32, int, r, float, f, "cvt.rzi.u8.f32")
ASM1(s16_f32, short, h, float, f, "cvt.rpi.s16.f32")
ASM1(u16_f32, unsigned short, h, float, f, "cvt.rmi.u16.f32")
ASM1(u16_f64, unsigned short, h, double, d, "cvt.rni.u16.f64")
ASM1(s8_f64, int, r, double, d, "cvt.rzi.s8.f64")
ASM1(f32_s8, float, f, int, r, "cvt.rn.f32.s8")
ASM1(f32_u16, float, f, unsigned short, h, "cvt.rz.f32.u16")
ASM1(f64_s8, double, d, int, r, "cvt.rn.f64.s8")
ASM1(f32_sat_f64, float, f, double, d, "cvt.rn.sat.f32.f64")
ASM1(f32_ftz_f64, float, f, double, d, "cvt.rz.ftz.f32.f64")
ASM1(f32_rni_sat, float, f, float, f, "cvt.rni.sat.f32.f32")
ASM1(f32_rpi_ftz, float, f, float, f, "cvt.rpi.ftz.f32.f32")
ASM3(pack_u8, unsigned, r, int, r, int, r, unsigned, r, "cvt.pack.sat.u8.s32.b32")
INLINE unsigned pack16(int x, int y) {
  unsigned out;
  asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(out) : "r"(x), "r"(y));
  return out;
}

ASM2(add_sat_f32, float, f, float, f, float, f, "add.rn.sat.f32")
ASM2(add_ftz, float, f, float, f, float, f, "add.rn.ftz.f32")
ASM2(sub_ftz, float, f, float, f, float, f, "sub.rz.ftz.f32")
ASM2(mul_ftz, float, f, float, f, float, f, "mul.rn.ftz.f32")
ASM2(mul_sat, float, f, float, f, float, f, "mul.rz.sat.f32")
ASM3(fma_ftz, float, f, float, f, float, f, float, f, "fma.rn.ftz.f32")
ASM3(fma_sat, float, f, float, f, float, f, float, f, "fma.rm.sat.f32")
ASM2(min_nan, float, f, float, f, float, f, "min.NaN.f32")
ASM2(max_ftz, float, f, float, f, float, f, "max.ftz.f32")
ASM2(max_abs, float, f, float, f, float, f, "max.xorsign.abs.f32")
ASM1(sqrt_approx, float, f, float, f, "sqrt.approx.f32")
ASM1(rcp_approx, float, f, float, f, "rcp.approx.ftz.f32")
ASM1(rsqrt_ftz, float, f, float, f, "rsqrt.approx.ftz.f32")
ASM1(lg2_ftz, float, f, float, f, "lg2.approx.ftz.f32")
ASM1(ex2_ftz, float, f, float, f, "ex2.approx.ftz.f32")
ASM1(cos_ftz, float, f, float, f, "cos.approx.ftz.f32")
ASM1(rcp_rm, float, f, float, f, "rcp.rm.f32")
ASM1(sqrt_ftz, float, f, float, f, "sqrt.rn.ftz.f32")
ASM2(div_ftz, float, f, float, f, float, f, "div.rn.ftz.f32")
ASM1(rcp_f64, double, d, double, d, "rcp.approx.ftz.f64")
ASM1(rsqrt_f64, double, d, double, d, "rsqrt.approx.ftz.f64")
TESTP(is_subnormal, float, f, "testp.subnormal.f32")
TESTP(is_normal, float, f, "testp.normal.f32")
TESTP(is_finite, double, d, "testp.finite.f64")
TESTP(is_number, float, f, "testp.number.f32")
INLINE void store4(unsigned* to, unsigned x, unsigned y, unsigned z, unsigned w) {
  asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %4};"
               :: "l"(__cvta_generic_to_global(to)), "r"(x), "r"(y), "r"(z), "r"(w) : "memory");
}
