#include "ui/figures/network/network_scene.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <utility>

#include "sim/base/hash.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::network {
namespace {

constexpr std::uint64_t kLongRun = 20'000;  // ticks: more than a frame has time for
constexpr std::size_t kMostWires = 65'536;

Error no_network() {
  return bad_input(
      tr("No kernel of this run compares elements in pairs and keeps both in their places. The "
         "lesson on bitonic sort does."));
}

double value_of(const view::ArrayInfo& array, std::uint64_t bits) {
  std::array<std::byte, sizeof bits> bytes{};
  experiment::store_integer(experiment::ElementType::U64, bits, bytes.data());
  return experiment::element_value(array.type, bytes.data());
}

// Side by side, from the top: a lane is free again below the comparator that lies in it.
void give_lanes(NetworkScene& scene) {
  using Ends = std::pair<std::uint32_t, std::uint32_t>;  // where a lane's last one ends, the lane
  const analysis::Network& network = scene.network;
  scene.lane.assign(network.comparators.size(), 0);
  for (const analysis::NetworkColumn& column : network.columns) {
    std::priority_queue<Ends, std::vector<Ends>, std::greater<>> lanes;
    std::uint32_t count = 0;
    for (std::uint32_t c = column.begin; c < column.end; ++c) {
      const analysis::Comparator& one = network.comparators[c];
      if (!lanes.empty() && lanes.top().first < one.first) {
        scene.lane[c] = lanes.top().second;
        lanes.pop();
      } else {
        scene.lane[c] = count++;
      }
      lanes.emplace(one.second, scene.lane[c]);
    }
    scene.lanes.push_back(count);
  }
}

void tell_larger(NetworkScene& scene) {
  for (const analysis::Comparator& one : scene.network.comparators) {
    const double first = value_of(scene.array, one.after[0]);
    const double second = value_of(scene.array, one.after[1]);
    scene.larger.push_back(first < second   ? Larger::Second
                           : second < first ? Larger::First
                                            : Larger::Unknown);
  }
}

// What a scene is made of, owned: for a thread of its own.
struct Question {
  std::shared_ptr<const run::ModelRun> run;
  std::vector<view::ArrayInfo> arrays;

  [[nodiscard]] Result<NetworkScene> answer() const {
    const std::shared_ptr<const engine::Plan>& plan = run->prepared->plan;
    NetworkScene scene;
    scene.network = analysis::network_of(plan, run->trace);
    const auto array = std::ranges::find_if(arrays, [&](const view::ArrayInfo& one) {
      return one.space == events::Space::Global && one.buffer == scene.network.buffer;
    });
    if (scene.network.columns.empty() || array == arrays.end() ||
        array->count != scene.network.initial.size() || array->count > kMostWires)
      return no_network();
    scene.array = *array;
    scene.warp_lanes = static_cast<std::uint32_t>(plan->options.warp_size);
    for (std::uint32_t launch = 0; launch < run->trace->launches().size(); ++launch)
      scene.all_recorded &=
          run->trace->blocks(launch).size() == run->trace->launches()[launch].grid.count();
    give_lanes(scene);
    tell_larger(scene);
    return scene;
  }
};

}  // namespace

std::string NetworkScene::number(std::uint64_t bits, std::size_t width) const {
  return view::value_text(array.type, bits, width);
}

const Result<NetworkScene>* NetworkCache::scene(const view::View& view) {
  if (view.run() == nullptr || view.trace() == nullptr) return nullptr;
  key_ = mix(view.run()->id * 2 + (view.run()->complete ? 1 : 0)) | 1U;
  const bool takes_long = view.trace()->tick_count() >= kLongRun;
  return scene_.get(key_, takes_long, [question = Question{view.run(), view::arrays_of(view)}] {
    return std::make_unique<const Result<NetworkScene>>(question.answer());
  });
}

Result<NetworkScene> network_scene(const view::View& view) {
  if (view.run() == nullptr || view.trace() == nullptr)
    return bad_input(tr("Nothing has run yet. Open the lesson on bitonic sort."));
  return Question{view.run(), view::arrays_of(view)}.answer();
}

}  // namespace lanescope::ui::figures::network
