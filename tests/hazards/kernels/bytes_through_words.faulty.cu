// Faulty: threads set their byte by reading and writing back the whole word.
extern "C" __global__ void k(unsigned char* out, const int* in) {
  __shared__ unsigned words[32];
  int t = threadIdx.x;
  if (t < 32) words[t] = 0;
  __syncthreads();
  int i = (t % 32) * 4 + t / 32;
  words[i / 4] |= (unsigned)in[i] << (i % 4 * 8);  // <1> <2>
  __syncthreads();
  out[t] = reinterpret_cast<unsigned char*>(words)[t];
}
