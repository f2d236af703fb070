// Doubles the elements of a row.
extern "C" __global__ void twice(int* row, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < columns)
    row[column] *= 2;
}

// A block for each row.
extern "C" __global__ void parent(int* v, unsigned columns) {
  int* row = v + blockIdx.x * columns;
  twice<<<(columns + 31) / 32, 32>>>(row, columns);
}
