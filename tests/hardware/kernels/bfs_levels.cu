// run: --kernel bfs --grid 1 --block 128 --arg level:i32[128]=const:-1 --arg edges:u32[512]=random:112%128
__global__ void bfs(int* level, const unsigned* edges) {
  __shared__ int changed;
  int v = threadIdx.x;
  if (v == 5) level[v] = 0;
  int depth = 0;
  do {
    __syncthreads();
    if (v == 0) changed = 0;
    __syncthreads();
    if (level[v] == depth)
      for (int e = 0; e < 4; ++e)
        if (atomicCAS(&level[edges[v * 4 + e]], -1, depth + 1) == -1) changed = 1;
    ++depth;
    __syncthreads();
  } while (changed);
}
