// Who believes what is there takes one, in the same step; who does not learns what there is.
extern "C" __global__ void take(unsigned* left) {
  unsigned believed = 2;
  while (believed > 1) {
    const unsigned found = atomicCAS(left, believed, believed - 1);
    if (found == believed)
      break;
    believed = found;
  }
}
