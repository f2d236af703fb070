// run: --kernel pick --grid 2 --block 64 --arg out:i32[128]=zero --arg t:{i32=4,i32=-7,i32=12,i32=9}
// run: --kernel pick --grid 1 --block 128 --arg out:i32[128]=zero --arg t:{i32=1,i32=2,i32=3,i32=5}
struct Table {
  int v[4];
};
__global__ void pick(int* out, Table t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = t.v[i % 4] * i + t.v[(i / 4) % 4];
}
