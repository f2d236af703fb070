// An operation that CUDA does not have: add one, but not beyond a limit. A thread says what it
// believes to be there and what shall stand there; who was wrong learns what there is.
extern "C" __global__ void enter(unsigned* taken, unsigned limit) {
  unsigned believed = 0;
  while (believed < limit) {
    const unsigned found = atomicCAS(taken, believed, believed + 1);
    if (found == believed)
      break;
    believed = found;
  }
}
