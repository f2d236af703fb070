// run: --kernel k --grid 1 --block 128 --arg out:i64[256]=zero --arg a:i16[512]=random:219 --arg b:u8[384]=random:220 --arg c:i32[384]=random:221 --arg d:i64[256]=random:222 --arg e:f64[512]=random:223
__global__ void k(longlong2* out, const short4* a, const uchar3* b, const int3* c, const longlong2* d, const double4_16a* e) {
  int i = threadIdx.x;
  short4 p = a[i];
  uchar3 q = b[127 - i];
  int3 r = c[i];
  longlong2 s = d[i ^ 1];
  double4_16a t = e[i];
  long long x = p.x + p.y * 2 - p.z + p.w * q.x + (q.y ^ q.z) + (long long)r.x * r.y - r.z;
  out[i] = make_longlong2(x + s.y, s.x ^ (long long)((t.x + t.y * t.z - t.w) * 1e6));
}
