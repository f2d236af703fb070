#include "tests/lab/random_kernels/shrink.hpp"

#include <utility>

namespace lanescope::test::random_kernels {
namespace {

class Shrinker {
 public:
  Shrinker(Kernel kernel, const std::function<bool(const Kernel&)>& still)
      : kernel_(std::move(kernel)), still_(still) {}

  Kernel shrink() {
    do {
      changed_ = false;
      leave_out(kernel_.body);
      leave_out(kernel_.functions);
    } while (changed_);
    return std::move(kernel_);
  }

 private:
  // Tries the kernel with `nodes` in place of what `list` holds.
  bool try_with(std::vector<Node>& list, std::vector<Node> nodes) {
    std::swap(list, nodes);
    if (still_(kernel_)) {
      changed_ = true;
      return true;
    }
    std::swap(list, nodes);
    return false;
  }

  // Many at once before single ones; from the end on, since what is used comes first.
  void leave_out(std::vector<Node>& list) {
    for (std::size_t count = list.size() / 2; count > 1; count /= 2)
      for (std::size_t end = list.size(); end >= count; end -= count)
        without_removable(list, end - count, end);
    for (std::size_t at = list.size(); at-- > 0;) {
      if (!list[at].fixed && (without(list, at) || in_place_of_itself(list, at))) continue;
      leave_out(list[at].body);
    }
  }
  void without_removable(std::vector<Node>& list, std::size_t begin, std::size_t end) {
    std::vector<Node> fewer;
    for (std::size_t at = 0; at < list.size(); ++at)
      if (at < begin || at >= end || list[at].fixed) fewer.push_back(list[at]);
    if (fewer.size() < list.size()) try_with(list, std::move(fewer));
  }
  bool without(std::vector<Node>& list, std::size_t at) {
    std::vector<Node> fewer = list;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
    return try_with(list, std::move(fewer));
  }
  // What stands inside, in its place.
  bool in_place_of_itself(std::vector<Node>& list, std::size_t at) {
    if (list[at].body.empty() || list[at].head == "{") return false;
    std::vector<Node> inner = list;
    inner[at].head = "{";
    inner[at].tail = "}";
    return try_with(list, std::move(inner));
  }

  Kernel kernel_;
  const std::function<bool(const Kernel&)>& still_;
  bool changed_ = false;
};

}  // namespace

Kernel shrunk(Kernel kernel, const std::function<bool(const Kernel&)>& still) {
  return Shrinker(std::move(kernel), still).shrink();
}

}  // namespace lanescope::test::random_kernels
