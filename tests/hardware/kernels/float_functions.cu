// run: --kernel k --grid 1 --block 128 --arg trigonometry:f32[512]=zero --arg inverse:f32[384]=zero --arg logs:f32[512]=zero --arg powers:f32[384]=zero --arg special:f32[512]=zero --arg in:f32[128]=random:201
__global__ void k(float* trigonometry, float* inverse, float* logs, float* powers, float* special, const float* in) {
  int i = threadIdx.x;
  float x = in[i], y = (x - 0.5f) * 40.0f, big = y * 1e6f;
  trigonometry[i] = sinf(y);
  trigonometry[i + 128] = cosf(big);
  trigonometry[i + 256] = tanf(y);
  trigonometry[i + 384] = sinpif(y) + cospif(x);
  inverse[i] = asinf(x);
  inverse[i + 128] = atan2f(y, x);
  inverse[i + 256] = acosf(x) + atanf(y);
  logs[i] = logf(x);
  logs[i + 128] = log1pf(x);
  logs[i + 256] = log10f(x + 1.0f);
  logs[i + 384] = logbf(big) + ilogbf(x);
  powers[i] = cbrtf(y);
  powers[i + 128] = hypotf(x, y);
  powers[i + 256] = ldexpf(x, i - 64) + sqrtf(x) / y;
  special[i] = erff(x);
  special[i + 128] = roundf(y) + nearbyintf(y * 3.0f) + ceilf(x) + copysignf(x, y) + fdimf(x, 0.3f);
  special[i + 256] = nextafterf(x, y) + remainderf(y, 0.7f) + fminf(x, y) + fmaxf(x, 0.5f);
  special[i + 384] = lgammaf(x + 1.5f) * 0.0f + __fadd_rz(x, y) + __fmul_ru(x, y) + __fdiv_rd(x, y) + __fsqrt_rn(x) + __frcp_rn(y) + __fmaf_rd(x, y, x);
}
