// Faulty: all threads of the grid increment one word by a plain increment.
extern "C" __global__ void k(int* total) {
  total[0]++;  // <1> <2>
}
