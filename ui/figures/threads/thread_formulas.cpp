#include "ui/figures/threads/thread_formulas.hpp"

#include <algorithm>
#include <map>

#include "ui/lane_language/lane_values.hpp"

namespace lanescope::ui::figures::threads {
namespace {

using lane_language::LaneExpression;
using lane_language::LaneNames;

constexpr std::size_t kMost = 4, kLongestNumber = 12;

// How many variables deep one stands on threads' places; 0: it is the same in all threads.
class Depths {
 public:
  explicit Depths(const LaneNames& names) : names_(names) {}
  int of(const std::string& name) {
    const auto local = names_.locals.find(name);
    if (local == names_.locals.end()) return 0;
    if (const auto known = depths_.find(name); known != depths_.end()) return known->second;
    depths_[name] = 0;  // of one that names itself
    int depth = 0;
    for (const LaneExpression::Node& node : local->second->nodes()) {
      if (node.kind != LaneExpression::Kind::Word) continue;
      const bool place = node.name.starts_with("threadIdx") || node.name.starts_with("blockIdx");
      const int inner = place ? 1 : of(node.name);
      if (inner > 0) depth = std::max(depth, place ? 1 : inner + 1);
    }
    return depths_[name] = depth;
  }

 private:
  const LaneNames& names_;
  std::map<std::string, int> depths_;
};

}  // namespace

ThreadFormulas::ThreadFormulas(const view::View& view) : names_(lane_language::names_of(view)) {
  Depths depths(names_);
  std::vector<std::pair<int, std::string>> found;
  for (const auto& [name, expression] : names_.locals)
    if (const int depth = depths.of(name); depth > 0 && !expression->is_condition())
      found.emplace_back(depth, name);
  std::ranges::sort(found);
  for (const auto& [depth, name] : found)
    if (shown_.size() < kMost) shown_.push_back(name);
}

std::vector<ThreadFormula> ThreadFormulas::of(const view::View& view, const ThreadGrid& grid,
                                              const ThreadRef& thread) const {
  std::vector<ThreadFormula> out;
  if (view.machine() == nullptr) return out;
  const std::uint32_t lane = thread.thread % grid.warp_size;
  const LaneExpression::Context where{names_, *view.machine(),
                                      BlockIndex{static_cast<std::uint32_t>(thread.block)},
                                      WarpIndex{thread.thread / grid.warp_size}, Pc{0}};
  const auto number = [&](const LaneExpression& expression) {
    const auto values = expression.values(where);
    return lane < values.size() && values[lane] ? text_of(*values[lane], kLongestNumber)
                                                : std::string("?");
  };
  for (const std::string& name : shown_) {
    const LaneExpression& expression = *names_.locals.find(name)->second;
    ThreadFormula formula;
    formula.name = name;
    formula.written = written(expression, [](const std::string& word) { return word; });
    formula.filled = written(expression, [&](const std::string& word) {
      const auto alone = LaneExpression::parse(word);
      return alone ? number(*alone) : word;
    });
    formula.value = number(expression);
    if (formula.filled == formula.value) formula.filled.clear();
    out.push_back(std::move(formula));
  }
  return out;
}

}  // namespace lanescope::ui::figures::threads
