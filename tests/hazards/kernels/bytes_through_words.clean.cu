// Clean: each thread stores its own byte.
extern "C" __global__ void k(unsigned char* out, const int* in) {
  __shared__ unsigned words[32];
  int t = threadIdx.x;
  if (t < 32) words[t] = 0;
  __syncthreads();
  int i = (t % 32) * 4 + t / 32;
  reinterpret_cast<unsigned char*>(words)[i] = (unsigned char)in[i];
  __syncthreads();
  out[t] = reinterpret_cast<unsigned char*>(words)[t];
}
