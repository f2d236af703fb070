#include "ui/figures/program/measured_strip.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "ui/figures/program/schedule_strip.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using lanescope::program::GpuActivity;
using lanescope::program::ProgramRun;

class Maker {
 public:
  explicit Maker(const ProgramRun& run) : run_(run) {
    strip_.in_time = true;
    for (const GpuActivity& one : run.gpu->times.activities) {
      if (one.launch) streams_.try_emplace(one.stream, run.record.launches[*one.launch].stream);
    }
  }

  HostStrip make() {
    const auto& activities = run_.gpu->times.activities;
    for (const auto kind : {GpuActivity::Kind::ToDevice, GpuActivity::Kind::FromDevice}) {
      if (std::ranges::find(activities, kind, &GpuActivity::kind) != activities.end())
        rows_[row_key(kind, 0)] =
            add_row(kind == GpuActivity::Kind::ToDevice ? tr("copy to GPU") : tr("copy from GPU"));
    }
    for (const GpuActivity& one : activities) add(one);
    return std::move(strip_);
  }

 private:
  using RowKey = std::pair<BoxKind, std::uint64_t>;
  // Copies have a row for each direction, all else one for each stream.
  static RowKey row_key(GpuActivity::Kind kind, std::uint64_t stream) {
    const bool copies =
        kind == GpuActivity::Kind::ToDevice || kind == GpuActivity::Kind::FromDevice;
    return copies ? RowKey{kind_of(kind), 0} : RowKey{BoxKind::Launch, stream};
  }

  std::uint32_t add_row(std::string name) {
    strip_.rows.push_back(std::move(name));
    return static_cast<std::uint32_t>(strip_.rows.size() - 1);
  }

  // By the model's number where a launch tells which it is; else by CUPTI's.
  [[nodiscard]] std::string stream_words(std::uint64_t stream) const {
    const auto known = streams_.find(stream);
    return known != streams_.end() ? say("stream {}", known->second)
                                   : say("CUPTI's stream {}", stream);
  }

  void name(const GpuActivity& one, StripBox& box) {
    if (one.kind != GpuActivity::Kind::Kernel) {
      box.label = box.brief = size_words(one.bytes);
    } else if (one.launch) {
      names_.name(run_.record.launches[*one.launch], box);
    } else {
      lanescope::runtime::record::Launch of_graph;
      of_graph.kernel = one.kernel;
      names_.name(of_graph, box);
    }
  }

  void add(const GpuActivity& one) {
    const RowKey key = row_key(one.kind, one.stream);
    if (!rows_.contains(key)) rows_[key] = add_row(stream_words(one.stream));
    StripBox box;
    box.begin = static_cast<float>(one.begin);
    box.length = static_cast<float>(one.end - one.begin);
    box.row = rows_[key];
    box.kind = kind_of(one.kind);
    name(one, box);
    box.words = say("{}, {}: from {} to {}, measured: {}.", box.label, stream_words(one.stream),
                    time_words(false, one.begin), time_words(false, one.end),
                    time_words(false, one.end - one.begin));
    box.launch = one.launch;
    strip_.length = std::max(strip_.length, static_cast<float>(one.end));
    strip_.boxes.push_back(std::move(box));
  }

  const ProgramRun& run_;
  HostStrip strip_;
  std::map<RowKey, std::uint32_t> rows_;
  std::map<std::uint64_t, std::uint64_t> streams_;
  LaunchNames names_;
};

}  // namespace

MeasuredStrip measured_strip(const lanescope::program::SavedProgram& program) {
  MeasuredStrip made;
  if (!program.run.gpu) return made;
  const auto& gpu = *program.run.gpu;
  made.title = say("Measured on the {}", gpu.device);
  if (gpu.times.activities.empty()) {
    made.words =
        tr("No copies and kernels are told: CUPTI (libcupti.so.13), which comes with NVIDIA's CUDA "
           "toolkit, was not found there. Launches were timed by events.");
    return made;
  }
  made.strip = Maker(program.run).make();
  const auto sums = lanescope::program::sums_of(gpu.times.activities);
  made.words =
      say("{} from the first copy or kernel to the last, {:.0f} % overlapped · measured by CUPTI's "
          "activity records; what the host did is not in them",
          time_words(false, sums.span), sums.overlapped_percent());
  return made;
}

}  // namespace lanescope::ui::figures::program
