#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

#include <algorithm>
#include <vector>

#include "../check.h"

int main() {
  std::vector<int> host(500);
  for (int i = 0; i < 500; ++i) host[i] = (i * 7919) % 1000;
  thrust::device_vector<int> data(host.begin(), host.end());
  const long long sum = thrust::reduce(data.begin(), data.end(), 0LL, thrust::plus<long long>());
  thrust::sort(data.begin(), data.end());
  std::vector<int> result(500);
  thrust::copy(data.begin(), data.end(), result.begin());
  long long expected = 0;
  for (const int each : host) expected += each;
  std::sort(host.begin(), host.end());
  EXPECT(sum == expected);
  EXPECT(result == host);
  return pass();
}
