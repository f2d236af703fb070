// One mma for one warp: 16 x 16 halves of A times 16 x 8 of B are 16 x 8 floats. B is stored by
// columns. Each lane fetches its fragments: four words of A, two of B, and keeps four floats of C.
// `holder` tells which lane kept which element. A block is one warp, and has 16 rows of its own.
extern "C" __global__ void multiply(float* c, unsigned* holder, const unsigned short* a,
                                    const unsigned short* b) {
  const unsigned lane = threadIdx.x, group = lane / 4, pair = lane % 4 * 2;
  const unsigned row = blockIdx.x * 16 + group;
  const auto two = [](const unsigned short* from) {
    return *reinterpret_cast<const unsigned*>(from);
  };
  const unsigned of_a[4] = {two(&a[row * 16 + pair]), two(&a[(row + 8) * 16 + pair]),
                            two(&a[row * 16 + pair + 8]), two(&a[(row + 8) * 16 + pair + 8])};
  const unsigned of_b[2] = {two(&b[group * 16 + pair]), two(&b[group * 16 + pair + 8])};
  float d[4] = {};
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(of_a[0]), "r"(of_a[1]), "r"(of_a[2]), "r"(of_a[3]), "r"(of_b[0]), "r"(of_b[1]));
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned at = (row + i / 2 * 8) * 8 + pair + i % 2;
    c[at] = d[i];
    holder[at] = lane;
  }
}
