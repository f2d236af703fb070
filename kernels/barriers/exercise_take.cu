// Every thread takes one from what is left, but the last one stays. Between the look and the taking
// others take, too.
extern "C" __global__ void take(unsigned* left) {
  const unsigned seen = *left;
  if (seen > 1)
    *left = seen - 1;
}
