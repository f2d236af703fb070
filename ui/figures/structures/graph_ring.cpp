#include "ui/figures/structures/graph_ring.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace lanescope::ui::figures::structures {
namespace {

float to_float(std::size_t number) { return static_cast<float>(number); }

// The order around the ring: swaps that leave fewer chords crossing, or shorter ones.
class Ring {
 public:
  explicit Ring(const GraphShape& shape) : shape_(shape) {
    for (const auto& layer : shape.layers) order_.insert(order_.end(), layer.begin(), layer.end());
    place_.resize(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
  }
  [[nodiscard]] const std::vector<std::uint32_t>& settle() {
    constexpr int kPasses = 8;
    Cost best = cost();
    bool better = true;
    for (int pass = 0; pass < kPasses && better; ++pass) {
      better = false;
      for (std::size_t i = 0; i < order_.size(); ++i) {
        for (std::size_t k = i + 1; k < order_.size(); ++k) {
          swap(i, k);
          const Cost now = cost();
          if (now < best) {
            best = now;
            better = true;
          } else {
            swap(i, k);
          }
        }
      }
    }
    return order_;
  }

 private:
  using Cost = std::tuple<std::size_t, std::size_t>;  // crossings, lengths
  void swap(std::size_t i, std::size_t k) {
    std::swap(order_[i], order_[k]);
    place_[order_[i]] = i;
    place_[order_[k]] = k;
  }
  [[nodiscard]] Cost cost() const {
    std::vector<std::pair<std::size_t, std::size_t>> chords;
    std::size_t lengths = 0;
    for (const GraphLine& line : shape_.lines) {
      const auto [a, b] = std::minmax(place_[line.from], place_[line.to]);
      chords.emplace_back(a, b);
      lengths += std::min(b - a, order_.size() - (b - a));
    }
    std::size_t crossed = 0;
    for (std::size_t i = 0; i < chords.size(); ++i) {
      const auto [a, b] = chords[i];
      for (std::size_t k = i + 1; k < chords.size(); ++k) {
        const auto [c, d] = chords[k];
        crossed += (a < c && c < b && b < d) || (c < a && a < d && d < b) ? 1U : 0U;
      }
    }
    return {crossed, lengths};
  }

  const GraphShape& shape_;
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> place_;
};

}  // namespace

void lay_on_ring(const GraphShape& shape, const GraphFrame& frame, GraphLayout& out) {
  Ring ring(shape);
  const std::vector<std::uint32_t>& order = ring.settle();
  const float high = std::max(frame.height / 2 - frame.largest * 1.6F, 1.0F);
  const float wide = std::clamp(frame.width / 2 - frame.largest * 2.2F, 1.0F, high * 1.7F);
  constexpr float kTurn = 2.0F * std::numbers::pi_v<float>;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const float angle = kTurn * (to_float(i) / to_float(order.size()) - 0.5F);
    out.at[order[i]] = {frame.width / 2 + wide * std::cos(angle),
                        frame.height / 2 + high * std::sin(angle)};
  }
  const float apart =
      kTurn * std::min(wide, high) / to_float(std::max<std::size_t>(order.size(), 3));
  out.radius = std::min(frame.largest, apart * kShare);
}

std::optional<std::uint32_t> hub_of(const GraphShape& shape) {
  constexpr std::uint32_t kLeast = 5;  // vertices
  const std::uint32_t n = shape.vertices();
  // Few others: a cycle of them at most, as the rim of a wheel.
  if (n < kLeast || shape.lines.size() < n - 1 || shape.lines.size() > 2 * (n - 1)) return {};
  std::vector<std::uint32_t> lines(n, 0);
  for (const GraphLine& line : shape.lines) {
    if (line.from == line.to) continue;
    ++lines[line.from];
    ++lines[line.to];
  }
  if (std::ranges::count(lines, n - 1) != 1) return {};
  return static_cast<std::uint32_t>(std::ranges::find(lines, n - 1) - lines.begin());
}

void lay_around(std::uint32_t hub, const GraphShape& shape, const GraphFrame& frame,
                GraphLayout& out) {
  const float margin = frame.largest * 1.2F;
  const float high = std::max(frame.height / 2 - margin, 1.0F);
  const float wide = std::clamp(frame.width / 2 - margin, 1.0F, high * 2.6F);
  const GraphSpot middle{frame.width / 2, frame.height / 2};
  constexpr float kTurn = 2.0F * std::numbers::pi_v<float>;
  const auto spot = [&](float share) {  // from the top on, clockwise
    return GraphSpot{middle.x + wide * std::sin(kTurn * share),
                     middle.y - high * std::cos(kTurn * share)};
  };
  // By the way along the rim, so that neighbours are as far apart everywhere.
  constexpr std::size_t kPieces = 1024;
  std::vector<float> way{0.0F};
  for (std::size_t i = 0; i < kPieces; ++i) {
    const GraphSpot a = spot(to_float(i) / to_float(kPieces)),
                    b = spot(to_float(i + 1) / to_float(kPieces));
    way.push_back(way.back() + std::hypot(b.x - a.x, b.y - a.y));
  }
  const float apart = way.back() / to_float(shape.vertices() - 1);
  out.at[hub] = middle;
  std::size_t piece = 0;
  float wanted = 0.0F;
  for (std::uint32_t v = 0; v < shape.vertices(); ++v) {
    if (v == hub) continue;
    while (piece + 1 < kPieces && way[piece + 1] < wanted) ++piece;
    out.at[v] = spot(to_float(piece) / to_float(kPieces));
    wanted += apart;
  }
  out.radius = std::min({frame.largest, apart * kShare, high * kShare});
}

}  // namespace lanescope::ui::figures::structures
