// run: --kernel resize --grid 4,3 --block 16,16 --arg out:u8[11160]=zero --arg in:u8[4000]=random:246 --arg iw:i32=40 --arg ih:i32=25 --arg ow:i32=62 --arg oh:i32=45
__global__ void resize(uchar4* out, const uchar4* in, int iw, int ih, int ow, int oh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= ow || y >= oh) return;
  float u = x * (iw - 1.0f) / (ow - 1), v = y * (ih - 1.0f) / (oh - 1);
  int x0 = (int)floorf(u), y0 = (int)floorf(v), x1 = min(x0 + 1, iw - 1), y1 = min(y0 + 1, ih - 1);
  float fx = u - x0, fy = v - y0;
  uchar4 a = in[y0 * iw + x0], b = in[y0 * iw + x1], c = in[y1 * iw + x0], d = in[y1 * iw + x1];
  auto mix = [=](int p, int q, int r, int s) { return (unsigned char)((p * (1 - fx) + q * fx) * (1 - fy) + (r * (1 - fx) + s * fx) * fy + 0.5f); };
  out[y * ow + x] = make_uchar4(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y), mix(a.z, b.z, c.z, d.z), 255);
}
