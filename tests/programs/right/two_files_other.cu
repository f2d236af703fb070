__device__ int total;
__constant__ int factor = 3;
static __device__ int own(int x) { return x - 7; }
__device__ int twice(int x) { return 2 * x; }

__global__ void other(int* data) { data[0] = own(total); }

void launch_other(int* data) { other<<<1, 1>>>(data); }
