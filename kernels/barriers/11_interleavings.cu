// Two threads with so many operations each: the first one loads the total, the last one stores it
// with one more. Each thread of the grid plays one order: bit k of its number says whose turn is k.
struct Player {
  unsigned seen = 0, done = 0;
};

__device__ void take_turn(Player& player, unsigned& total, unsigned operations) {
  if (player.done == 0)
    player.seen = total;
  ++player.done;
  if (player.done == operations)
    total = player.seen + 1;
}

extern "C" __global__ void play(unsigned* right, unsigned* lost, unsigned operations) {
  const unsigned order = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned turns = 2 * operations;
  if (order >> turns != 0 || __popc(order) != operations)
    return;
  Player first, second;
  unsigned total = 0;
  for (unsigned k = 0; k < turns; ++k) {
    if ((order >> k & 1) == 0)
      take_turn(first, total, operations);
    else
      take_turn(second, total, operations);
  }
  atomicAdd(total == 2 ? right : lost, 1u);
}
