#include "runtime/graphs/graph_launch.hpp"

#include <chrono>
#include <map>
#include <utility>

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

class Tell {
 public:
  Tell(const Memory& memory, std::vector<record::IssuedWork>& works)
      : memory_(memory), works_(works) {}

  // The last piece of `graph`, whose first ones wait for `before`.
  void add(const Graph& graph, const std::vector<std::uint32_t>& before) {
    std::map<const Node*, std::uint32_t> numbers;
    for (const Node* node : graph.in_order()) {
      std::vector<std::uint32_t> after =
          node->after.empty() ? before : std::vector<std::uint32_t>();
      for (const Node* one : node->after) after.push_back(numbers.at(one));
      if (const auto* child = std::get_if<RunGraph>(&node->work); child != nullptr && node->enabled)
        add_child(*child->graph, after);
      else
        put(node->enabled ? std::visit(*this, node->work) : record::IssuedWork(), std::move(after));
      numbers[node] = static_cast<std::uint32_t>(works_.size() - 1);
    }
  }

  record::IssuedWork operator()(const LaunchKernel& /*kernel*/) const { return {Kind::Kernel}; }
  record::IssuedWork operator()(const CopyMemory& work) const { return issued(memory_, work.copy); }
  record::IssuedWork operator()(const FillMemory& work) const { return issued(memory_, work.fill); }
  record::IssuedWork operator()(const CallHost& /*host*/) const { return {Kind::HostFunction}; }
  record::IssuedWork operator()(const RecordEvent& event) const {
    return of_event(Kind::RecordEvent, event.event);
  }
  record::IssuedWork operator()(const WaitForEvent& event) const {
    return of_event(Kind::WaitEvent, event.event);
  }
  template <typename Other>
  record::IssuedWork operator()(const Other& /*takes no time*/) const {
    return {};
  }

 private:
  using Kind = record::IssuedWork::Kind;

  static record::IssuedWork of_event(Kind kind, cudaEvent_t handle) {
    const Event* event = Streams::get().find(handle);
    return {event == nullptr ? Kind::Nothing : kind, 0, false,
            event == nullptr ? 0 : event->number};
  }
  void put(record::IssuedWork work, std::vector<std::uint32_t> after) {
    work.after = std::move(after);
    works_.push_back(std::move(work));
  }
  void add_child(const Graph& graph, std::vector<std::uint32_t> after) {
    const auto first = static_cast<std::uint32_t>(works_.size());
    add(graph, after);
    for (auto i = first; i < works_.size(); ++i) after.push_back(i);
    put({}, std::move(after));
  }

  const Memory& memory_;
  std::vector<record::IssuedWork>& works_;
};

}  // namespace

std::vector<record::IssuedWork> works_of(const Memory& memory, const Graph& graph) {
  std::vector<record::IssuedWork> works;
  Tell(memory, works).add(graph, {});
  return works;
}

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
