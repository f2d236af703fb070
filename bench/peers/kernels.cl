// The kernels of kernels/reduction/3_sequential.cu and kernels/matrix-product/3_tiled.cu, in OpenCL C.
kernel void reduce(global float* out, global const float* in, uint n, local float* s) {
  const uint t = get_local_id(0);
  const uint i = get_group_id(0) * get_local_size(0) + t;
  s[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint k = get_local_size(0) / 2; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (t == 0)
    out[get_group_id(0)] = s[0];
}

kernel void multiply(global float* c, global const float* a, global const float* b, uint n,
                     local float* s) {
  const uint tile = get_local_size(0);
  local float* const tile_a = s;
  local float* const tile_b = s + tile * tile;
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint row = get_group_id(1) * tile + y;
  const uint column = get_group_id(0) * tile + x;

  float sum = 0.0f;
  for (uint first = 0; first < n; first += tile) {
    tile_a[y * tile + x] = row < n && first + x < n ? a[row * n + first + x] : 0.0f;
    tile_b[y * tile + x] = first + y < n && column < n ? b[(first + y) * n + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint k = 0; k < tile; ++k)
      sum += tile_a[y * tile + k] * tile_b[k * tile + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (row < n && column < n)
    c[row * n + column] = sum;
}
