#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "sim/events/events.hpp"

namespace lanescope::events {

// Listeners in the order in which they are told; each must outlive whoever tells them.
class Listeners {
 public:
  Listeners() = default;
  Listeners(std::initializer_list<Listener*> listeners) : list_(listeners) {}

  [[nodiscard]] bool empty() const { return list_.empty(); }
  void clear() { list_.clear(); }
  void add(Listener& listener) { list_.push_back(&listener); }

  template <typename Event>
  void tell(const Event& event) const {
    for (Listener* listener : list_) listener->on(event);
  }

  // Those that want a block, in the same order.
  [[nodiscard]] Listeners of(std::uint32_t launch, BlockIndex block) const {
    Listeners wanting;
    for (Listener* listener : list_) {
      if (listener->wants(launch, block)) wanting.list_.push_back(listener);
    }
    return wanting;
  }

 private:
  std::vector<Listener*> list_;
};

}  // namespace lanescope::events
