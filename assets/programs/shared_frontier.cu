// A breadth-first search that host and GPU work on in turns, in managed memory: the host while the
// frontier is small, the GPU while it is large. Each vertex of a grid leads to the one on its right
// and to the one below.
//   shared_frontier [side] [vertices from which on the GPU takes a level]
#include <cstdio>
#include <cstdlib>

#define CHECK(call) \
  do { \
    const cudaError_t error = (call); \
    if (error != cudaSuccess) { \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      std::exit(1); \
    } \
  } while (false)

struct Search {
  int *start, *destination, *distance, *visited;
  int *previous, *current;  // the frontier, and what it finds
  int* found;
};

template <typename T>
T* managed(int count) {
  T* memory;
  CHECK(cudaMallocManaged(&memory, count * sizeof(T)));
  return memory;
}

// A thread for each vertex of the frontier.
__global__ void expand(Search s, int size, int level) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= size) return;
  const int vertex = s.previous[t];
  for (int e = s.start[vertex]; e < s.start[vertex + 1]; ++e) {
    const int to = s.destination[e];
    if (atomicExch(&s.visited[to], 1) != 0) continue;
    s.distance[to] = level + 1;
    s.current[atomicAdd(s.found, 1)] = to;
  }
}

// The same by the host, which is alone: nothing is atomic.
void expand_on_host(const Search& s, int size, int level) {
  for (int t = 0; t < size; ++t) {
    const int vertex = s.previous[t];
    for (int e = s.start[vertex]; e < s.start[vertex + 1]; ++e) {
      const int to = s.destination[e];
      if (s.visited[to] != 0) continue;
      s.visited[to] = 1;
      s.distance[to] = level + 1;
      s.current[(*s.found)++] = to;
    }
  }
}

Search grid(int side) {
  const int vertices = side * side;
  Search s = {managed<int>(vertices + 1), managed<int>(2 * side * (side - 1) + 1),
              managed<int>(vertices),     managed<int>(vertices),
              managed<int>(vertices),     managed<int>(vertices),
              managed<int>(1)};
  int edges = 0;
  for (int v = 0; v < vertices; ++v) {
    s.start[v] = edges;
    if (v % side + 1 < side) s.destination[edges++] = v + 1;
    if (v / side + 1 < side) s.destination[edges++] = v + side;
    s.distance[v] = v == 0 ? 0 : -1;
    s.visited[v] = v == 0;
  }
  s.start[vertices] = edges;
  s.previous[0] = 0;
  return s;
}

int main(int count, char** words) {
  const int side = count > 1 ? std::atoi(words[1]) : 8;
  const int large = count > 2 ? std::atoi(words[2]) : 4;
  Search s = grid(side);
  int turns = 0, on_gpu = 0;
  bool gpu_was_last = false;
  for (int level = 0, size = 1; size > 0; ++level) {
    *s.found = 0;
    const bool on_gpu_now = size >= large;
    if (on_gpu_now) {
      expand<<<(size + 31) / 32, 32>>>(s, size, level);
      CHECK(cudaGetLastError());
      CHECK(cudaDeviceSynchronize());  // before the host touches what the kernel writes
    } else {
      expand_on_host(s, size, level);
    }
    turns += on_gpu_now != gpu_was_last;
    on_gpu += on_gpu_now;
    gpu_was_last = on_gpu_now;
    int* const found = s.current;
    s.current = s.previous;
    s.previous = found;
    size = *s.found;
  }
  bool right = true;
  for (int v = 0; v < side * side; ++v) right = right && s.distance[v] == v / side + v % side;
  std::printf("%d levels, %d of them on the GPU, %d turns\n%s\n", 2 * side - 1, on_gpu, turns,
              right ? "PASS" : "FAIL");
  for (int* memory : {s.start, s.destination, s.distance, s.visited, s.previous, s.current, s.found})
    CHECK(cudaFree(memory));
  return right ? 0 : 1;
}
