// run: --kernel k --grid 2 --block 64 --arg out:u8[2560]=zero --arg in:u8[3072]=random:218
struct In {
  short a;
  unsigned char b[5];
  int c;
  double d;
};
struct Out {
  unsigned char tag;
  int sum;
  char name[3];
  unsigned short last;
};
__global__ void k(Out* out, const In* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  In x = in[i];
  Out y = out[i];
  y.tag = x.b[i % 5];
  y.sum = x.c + x.a;
  y.name[0] = x.b[0], y.name[2] = x.b[4];
  y.last = (unsigned short)(__double_as_longlong(x.d) >> 20);
  out[i] = y;
}
