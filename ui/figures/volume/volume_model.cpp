#include "ui/figures/volume/volume_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "sim/analysis/access.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::volume {
namespace {

const std::vector<std::uint64_t>* shape_of(const run::ModelRun& run, const std::string& name) {
  for (const auto& [buffer, value] : run.prepared->experiment.buffers) {
    // The colours of a pixel are no third side.
    const bool body = value.shape.size() == 3 && value.shape.back() > 3 && value.shape[0] > 1;
    if (buffer == name && body) return &value.shape;
  }
  return nullptr;
}

// `most` places around one, inside `extent`.
std::uint32_t first_around(std::uint32_t place, std::uint32_t most, std::uint32_t extent) {
  if (extent <= most) return 0;
  return std::min(place - std::min(place, most / 2), extent - most);
}

class Marking {
 public:
  Marking(const view::View& view, const flow::FlowGround& ground, VolumeModel& model)
      : view_(view), ground_(ground), model_(model), now_(view.state().cursor.tick) {}

  void mark_block() {
    const auto& source = ground_.arrays[model_.shape.source].footprint;
    const analysis::IntervalReads* latest = nullptr;
    for (const auto& interval : source.intervals)
      if (!interval.read.empty() && interval.read.front().tick < now_) latest = &interval;
    for (const auto& interval : source.intervals) {
      const PointMark mark = &interval == latest ? PointMark::Read : PointMark::Before;
      for (const analysis::ElementTouch& touch : interval.read)
        if (touch.tick < now_) put(touch.element, mark, false);
    }
    for (const analysis::ElementWrite& write : ground_.target().footprint.writes)
      if (write.stored.tick < now_) put(write.element, PointMark::Written, false);
  }

  // What the whole warp touches in the shown instruction.
  void mark_step() {
    const auto step = view_.last_step();
    if (!step || step->launch != ground_.launch || step->block != ground_.block) return;
    for (const trace::Access& access : view_.trace()->accesses(step->tick)) {
      if (!analysis::lies_in_buffers(access.space)) continue;
      for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        const auto place = flow::place_at(ground_.arrays, access.addresses[lane]);
        if (place && (place->array == model_.shape.source || is_target(place->array)))
          put(place->element, PointMark::Now, false);
      }
    }
  }

  void mark_focus(const flow::FlowSources* sources) {
    if (sources == nullptr) return;
    for (const flow::FlowSource& one : sources->sources)
      if (one.array == model_.shape.source && one.part == flow::FlowPart::Value)
        put(one.element, one.own ? PointMark::Own : PointMark::Others, one.read >= now_);
  }

 private:
  [[nodiscard]] bool is_target(std::size_t array) const {
    return array + 1 == ground_.arrays.size();
  }
  void put(std::uint32_t element, PointMark mark, bool later) {
    const Dim3 place = model_.shape.place(element);
    const std::uint32_t x = place.x - model_.first.x, y = place.y - model_.first.y,
                        z = place.z - model_.first.z;
    if (x >= model_.extent.x || y >= model_.extent.y || z >= model_.extent.z) return;
    Point& point = model_.points[(std::uint64_t{z} * model_.extent.y + y) * model_.extent.x + x];
    if (mark < point.mark) return;
    point.mark = mark;
    point.later = later;
  }

  const view::View& view_;
  const flow::FlowGround& ground_;
  VolumeModel& model_;
  Tick now_;
};

// Different elements that the block has read by now, and how many points it has written.
std::string block_words(const VolumeModel& model, const flow::FlowGround& ground, Tick now) {
  const auto& source = ground.arrays[model.shape.source];
  std::vector<bool> met(source.count());
  std::uint64_t read = 0, written = 0;
  for (const auto& interval : source.footprint.intervals)
    for (const analysis::ElementTouch& touch : interval.read)
      if (touch.tick < now && !met[touch.element]) {
        met[touch.element] = true;
        ++read;
      }
  for (const analysis::ElementWrite& write : ground.target().footprint.writes)
    if (write.stored.tick < now) ++written;
  if (read == 0) return tr(" The block has read none yet.");
  std::string text = say(" So far the block has read {} different elements of {}",
                         view::with_commas(read), source.info.name);
  if (written == 0) return text + tr(", and written none.");
  const double each = static_cast<double>(read) / static_cast<double>(written);
  return text + say(" and written {}: {} for each.", view::with_commas(written),
                    fmt::format("{:.2f}", each));
}

std::string focus_words(const view::View& view, const VolumeModel& model,
                        const flow::FlowGround& ground, const flow::FlowCache::Focused& focused) {
  if (!focused.focus) return tr("This block writes no point in this launch.");
  if (focused.sources == nullptr) return tr("A long way back: it is being followed…");
  std::uint64_t own = 0, others = 0;
  for (const flow::FlowSource& one : focused.sources->sources) {
    if (one.array != model.shape.source || one.part != flow::FlowPart::Value) continue;
    (one.own ? own : others) += 1;
  }
  const Dim3& block = view.run()->plan().launches[ground.launch].block;
  const Dim3 thread{focused.focus->thread % block.x, focused.focus->thread / block.x % block.y,
                    focused.focus->thread / block.x / block.y};
  const std::string who = say("Thread {} makes point ({}, {}, {})", view::place_text(thread, block),
                              model.focus.x, model.focus.y, model.focus.z);
  if (others == 0) return who + say(" of {} points that it reads itself.", own);
  return who + say(" of {} points: {} that it reads itself, and {} that other threads read.",
                   own + others, own, others);
}

}  // namespace

bool has_volume(const run::ModelRun& run) {
  return std::ranges::any_of(run.prepared->experiment.buffers, [&](const auto& buffer) {
    return shape_of(run, buffer.first) != nullptr;
  });
}

Result<VolumeShape> volume_shape(const view::View& view, const flow::FlowGround& ground) {
  if (!ground.has_target) return bad_input(tr("This block writes no array in this launch."));
  const auto* target = shape_of(*view.run(), ground.target().info.name);
  if (target == nullptr)
    return bad_input(tr(
        "What this block writes has no three sides: Volume shows stencils in three dimensions."));
  for (std::size_t i = 0; i + 1 < ground.arrays.size(); ++i) {
    const auto* source = shape_of(*view.run(), ground.arrays[i].info.name);
    if (source == nullptr || *source != *target) continue;
    const auto side = [&](std::size_t at) { return static_cast<std::uint32_t>((*target)[at]); };
    return VolumeShape{side(2), side(1), side(0), i};
  }
  return bad_input(tr("This block reads no volume of the shape that it writes."));
}

VolumeModel volume_model(const view::View& view, const flow::FlowGround& ground,
                         const VolumeShape& shape, const flow::FlowCache::Focused& focused,
                         bool counted, const Dim3& most) {
  VolumeModel model;
  model.shape = shape;
  model.has_focus = focused.focus.has_value();
  model.focus = shape.place(model.has_focus ? focused.focus->element : 0);
  model.first = {first_around(model.focus.x, most.x, shape.width),
                 first_around(model.focus.y, most.y, shape.height),
                 first_around(model.focus.z, most.z, shape.depth)};
  model.extent = {std::min(shape.width, most.x), std::min(shape.height, most.y),
                  std::min(shape.depth, most.z)};
  model.points.resize(model.extent.count());
  Marking marking(view, ground, model);
  marking.mark_block();
  marking.mark_step();
  marking.mark_focus(focused.sources);
  if (model.has_focus) {
    const Dim3 at{model.focus.x - model.first.x, model.focus.y - model.first.y,
                  model.focus.z - model.first.z};
    model.points[(std::uint64_t{at.z} * model.extent.y + at.y) * model.extent.x + at.x].focus =
        true;
  }
  model.sentence = focus_words(view, model, ground, focused);
  if (counted) model.sentence += block_words(model, ground, view.state().cursor.tick);
  return model;
}

std::string volume_words(const VolumeModel& model) {
  return say("{} × {} × {} · slices {} to {}", model.shape.width, model.shape.height,
             model.shape.depth, model.first.z, model.first.z + model.extent.z - 1);
}

}  // namespace lanescope::ui::figures::volume
