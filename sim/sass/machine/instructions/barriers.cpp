#include "sim/sass/machine/instructions/barriers.hpp"

#include <algorithm>
#include <bit>

#include "sim/sass/machine/groups.hpp"
#include "sim/sass/machine/races/races.hpp"
#include "sim/sass/machine/values.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

enum class Form : std::uint32_t { Synchronise, Arrive, Reduce };

// A register has the barrier's number in its low bits and the number of threads above bit 16.
std::uint32_t number_in(const Issue& issue, const Source& source, bool threads) {
  if (source.from == Source::From::Value) return static_cast<std::uint32_t>(source.value);
  Row room;
  const auto first = static_cast<std::size_t>(std::countr_zero(issue.executed));
  const std::uint32_t value = read(issue, source, room).lane[first];
  return threads ? value >> 16U & 0xfffU : value & 0xfU;
}

// All lanes of the group arrive and wait, be its predicate true or not for some: an H200 counts so
// for barriers in both branches that the assembler made predicated code of. Threads of whole warps
// count, also those that the last warp has not.
std::uint32_t arriving(const Issue& issue, const BarrierState& barrier) {
  const bool whole = issue.active == issue.warp.live && barrier.expected != 0;
  return whole ? kLanes : static_cast<std::uint32_t>(std::popcount(issue.active));
}

bool is_complete(const Block& block, const BarrierState& barrier) {
  if (!barrier.active) return false;
  const std::uint32_t expected = barrier.expected != 0 ? barrier.expected : block.live_threads;
  return barrier.arrived >= expected;
}

void release(Machine& machine, Block& block, std::uint32_t number) {
  if (machine.races) races::order_release(machine, block, number);
  BarrierState& barrier = block.barriers[number];
  for (Warp& warp : block.warps) {
    for (Group& group : warp.groups) {
      if (group.status != Status::AtBarrier || group.barrier != number) continue;
      group.status = Status::Ready;
      warp.barrier_result = barrier.votes;
      warp.barrier_voters = barrier.voters;
    }
  }
  barrier = {};
  block.listeners.tell(events::BarrierRelease{block.index, number});
}

Next synchronise(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const Op& op = issue.op;
  const auto form = static_cast<Form>(op.number[0]);
  const std::uint32_t number = number_in(issue, op.src[0], false) % kBarriers;
  BarrierState& barrier = issue.block.barriers[number];
  barrier.active = true;
  if (op.sources > 1) barrier.expected = number_in(issue, op.src[1], true);
  barrier.arrived += arriving(issue, barrier);
  if (form == Form::Reduce) {
    const std::uint32_t holds = read(issue, op.src_predicates[0]) & issue.executed;
    barrier.votes += static_cast<std::uint32_t>(std::popcount(holds));
    barrier.voters += static_cast<std::uint32_t>(std::popcount(issue.executed));
  }
  if (issue.machine.races) races::order_arrival(issue, number, form != Form::Arrive);
  if (issue.machine.counting()) issue.machine.counts_at(issue.pc).barriers += 1;
  if (form == Form::Arrive) {
    issue.group().pc = issue.pc + 1;
  } else {
    Issue all = issue;
    all.executed = issue.active;
    wait(all, Status::AtBarrier, number, issue.pc + 1);
    issue.block.listeners.tell(events::Wait{issue.block.index, WarpIndex{issue.warp.index},
                                            issue.group().lanes, events::WaitReason::Barrier,
                                            number});
  }
  release_barriers(issue.machine, issue.block);
  return Next::Reselect;
}

// What BAR.RED has found: the number of threads whose predicate held, or 0 and all ones.
Next read_result(Issue& issue) {
  Row out;
  out.lane.fill(issue.warp.barrier_result);
  write(issue, issue.op.dst, out);
  const bool all = issue.warp.barrier_result == issue.warp.barrier_voters;
  const bool holds = issue.warp.reduced_by_and ? all : issue.warp.barrier_result != 0;
  write(issue, issue.op.dst_predicates[0], holds ? 0xffffffffU : 0);
  return Next::Advance;
}

Next reduce(Issue& issue) {
  issue.warp.reduced_by_and = issue.op.number[1] != 0;
  return synchronise(issue);
}

template <typename F>
void for_cluster(Issue& issue, F&& f) {
  for (const auto& block : issue.machine.residents) {
    if (block->cluster != issue.block.cluster) continue;
    for (Warp& warp : block->warps) f(*block, warp);
  }
}

void release_cluster(Issue& issue) {
  bool complete = true;
  for_cluster(issue, [&](Block&, Warp& warp) {
    complete = complete && (warp.live == 0 || warp.cluster_arrived);
  });
  if (!complete) return;
  if (issue.machine.races) races::order_cluster_release(issue);
  for_cluster(issue, [&](Block& block, Warp& warp) {
    warp.cluster_arrived = false;
    warp.cluster_passed = true;
    for (Group& group : warp.groups) {
      if (group.status != Status::AtCluster) continue;
      if (issue.machine.races) races::order_cluster_wait(issue.machine, block, warp.index);
      group.status = Status::Ready;
      warp.cluster_passed = false;
    }
  });
}

Next arrive_at_cluster(Issue& issue) {
  issue.warp.cluster_arrived = true;
  if (issue.machine.races) races::order_cluster_arrival(issue);
  release_cluster(issue);
  return Next::Advance;
}

Next wait_for_cluster(Issue& issue) {
  if (issue.machine.counting()) issue.machine.counts_at(issue.pc).barriers += 1;
  if (issue.warp.cluster_passed) {
    issue.warp.cluster_passed = false;
    if (issue.machine.races)
      races::order_cluster_wait(issue.machine, issue.block, issue.warp.index);
    return Next::Advance;
  }
  wait(issue, Status::AtCluster, 0, issue.pc + 1);
  issue.block.listeners.tell(events::Wait{issue.block.index, WarpIndex{issue.warp.index},
                                          issue.group().lanes, events::WaitReason::Barrier, 0});
  return Next::Reselect;
}

}  // namespace

void release_barriers(Machine& machine, Block& block) {
  for (std::uint32_t number = 0; number < kBarriers; ++number) {
    if (is_complete(block, block.barriers[number])) release(machine, block, number);
  }
}

bool bind_barrier(const Instruction& i, Op& op) {
  const Form form = i.has("RED") ? Form::Reduce : i.has("ARV") ? Form::Arrive : Form::Synchronise;
  op.number = {static_cast<std::uint32_t>(form), i.has("AND") ? 1U : 0U, 0, 0};
  op.handler = form == Form::Reduce ? reduce : synchronise;
  return op.sources >= 1 && (form != Form::Reduce || op.src_predicate_count == 1);
}

bool bind_barrier_result(const Instruction& i, Op& op) {
  op.handler = read_result;
  return i.has("RESULT");
}

bool bind_cluster_arrival(const Instruction&, Op& op) {
  op.handler = arrive_at_cluster;
  return true;
}

bool bind_cluster_wait(const Instruction&, Op& op) {
  op.handler = wait_for_cluster;
  return true;
}

}  // namespace lanescope::sass::machine::instructions
