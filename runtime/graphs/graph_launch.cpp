#include "runtime/graphs/graph_launch.hpp"

#include <chrono>

#include "runtime/streams.hpp"

namespace lanescope::runtime::graphs {
namespace {

// On the device's thread: nobody who waits for a result is there to be told, so that it stays.
void settle(Context& context, const Outcome& outcome, const HostPlace& place) {
  if (outcome.ok()) return;
  context.log.tell(
      {outcome.kind, events::Severity::Error, place, "cudaGraphLaunch: " + outcome.message});
  context.stick(outcome.error);
}

class Issue {
 public:
  Issue(Context& context, std::uint64_t stream, const HostPlace& place)
      : context_(context), stream_(stream), place_(place) {}

  std::uint64_t operator()(const Nothing& /*nothing*/) const { return 0; }
  std::uint64_t operator()(const WaitForEvent& /*wait*/) const { return 0; }
  std::uint64_t operator()(const Allocate& /*memory*/) const { return 0; }
  std::uint64_t operator()(const Free& /*memory*/) const { return 0; }
  std::uint64_t operator()(const RunGraph& child) const {
    return issue(context_, *child.graph, stream_, place_);
  }
  std::uint64_t operator()(const LaunchKernel& kernel) const {
    IssuedLaunch issued = kernel.issued;
    issued.stream = stream_;
    return context_.issue(std::move(issued));
  }
  std::uint64_t operator()(const CopyMemory& work) const { return in_memory(work.copy); }
  std::uint64_t operator()(const FillMemory& work) const { return in_memory(work.fill); }
  std::uint64_t operator()(const CallHost& host) const {
    return context_.queue.push([&context = context_, asked = host.asked] {
      context.show_printed();
      asked.fn(asked.userData);
    });
  }
  std::uint64_t operator()(const RecordEvent& record) const {
    Event* event = Streams::get().find(record.event);
    if (event == nullptr) return 0;
    return event->work =
               context_.queue.push([event] { event->time = std::chrono::steady_clock::now(); });
  }

 private:
  template <typename What>
  [[nodiscard]] std::uint64_t in_memory(const What& what) const {
    return context_.queue.push([&context = context_, what, place = place_] {
      if (context.sticky() == 0)
        settle(context, perform(context.memory_of_the_device_thread(), what), place);
    });
  }

  Context& context_;
  std::uint64_t stream_;
  const HostPlace& place_;
};

}  // namespace

std::uint64_t issue(Context& context, const Graph& graph, std::uint64_t stream,
                    const HostPlace& place) {
  std::uint64_t last = 0;
  for (const Node* node : graph.in_order()) {
    if (!node->enabled) continue;
    if (const std::uint64_t work = std::visit(Issue(context, stream, place), node->work); work != 0)
      last = work;
  }
  return last;
}

}  // namespace lanescope::runtime::graphs
