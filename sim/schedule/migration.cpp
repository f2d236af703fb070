#include "sim/schedule/migration.hpp"

#include <utility>

namespace lanescope::schedule {
namespace {

Where only(Side side) { return side == Side::Host ? Where::Host : Where::Device; }

class Pages {
 public:
  explicit Pages(std::size_t count) : where_(count, Where::Nowhere), read_mostly_(count, false) {}

  void step(const PageStep& step) {
    made_.faults.push_back(0);
    for (const PageTouch& touch : step.touches) {
      if (step.kind == PageStep::Kind::ReadMostly)
        read_mostly_[touch.page] = true;
      else if (bring(touch.page, step.side, touch.written) && step.kind == PageStep::Kind::Touch)
        ++made_.faults.back();
    }
    made_.after.push_back(where_);
  }
  Migration take() { return std::move(made_); }

 private:
  // Whether who touches it would have to stop for that.
  bool bring(std::size_t page, Side side, bool written) {
    Where& where = where_[page];
    const bool is_here = where == only(side) || where == Where::Both;
    if (is_here && !(written && where == Where::Both)) return false;
    if (where == Where::Both) {
      ++made_.dropped;
      where = only(side);
      return true;
    }
    const bool stays = read_mostly_[page] && !written && where != Where::Nowhere;
    if (where != Where::Nowhere) made_.moves.push_back({made_.after.size(), page, side, stays});
    where = stays ? Where::Both : only(side);
    return true;
  }

  Migration made_;
  std::vector<Where> where_;
  std::vector<bool> read_mostly_;
};

}  // namespace

Migration migrate(std::size_t pages, const std::vector<PageStep>& steps) {
  Pages all(pages);
  for (const PageStep& step : steps) all.step(step);
  return all.take();
}

}  // namespace lanescope::schedule
