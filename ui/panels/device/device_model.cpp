#include "ui/panels/device/device_model.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ui/figures/roofline_model.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::device {
namespace {

using Topic = report::Examined::Topic;

struct Heading {
  Topic topic;
  const char* title;
};
constexpr std::array<Heading, 4> kHeadings{{{Topic::Gpu, mark("GPU")},
                                            {Topic::Compiler, mark("Compilers")},
                                            {Topic::Screen, mark("Screen")},
                                            {Topic::Lessons, mark("Lessons")}}};

bool is_there(const std::vector<report::Examined>& findings, std::string_view name) {
  return std::ranges::any_of(findings, [&](const report::Examined& finding) {
    return finding.name == name && !finding.found.empty();
  });
}

std::string sentence_of(const std::vector<report::Examined>& findings) {
  std::string text =
      is_there(findings, "GPU")
          ? tr("An NVIDIA GPU is in this machine. ")
          : tr("No NVIDIA GPU was found: kernels run on the model, which needs none, and "
               "no times are shown. ");
  text += is_there(findings, "NVRTC")
              ? tr("Kernels can be compiled here.")
              : tr("Kernels cannot be compiled here: only what was compiled ahead can be run.");
  return text;
}

void add_row(DeviceGroup& group, const std::string& id, std::string name, std::string words) {
  group.rows.push_back({fmt::format("{}-{}", id, group.rows.size()), std::move(name),
                        std::move(words), DeviceRow::Kind::Fact});
}

// A group for each GPU, a row for each line of its device query.
void add_gpus(const ports::device::GpuList& list, DeviceModel& model) {
  std::size_t number = 0;
  for (const ports::device::GpuDevice& device : list.devices) {
    DeviceGroup group{say("GPU {}: {}", number, device.name), {}};
    for (const ports::device::GpuFact& fact : ports::device::facts(device)) {
      group.rows.push_back({fmt::format("gpu-{}-{}", number, group.rows.size()), fact.words,
                            fact.value, DeviceRow::Kind::Fact});
    }
    model.groups.push_back(std::move(group));
    ++number;
  }
}

std::string size_words(std::uint64_t bytes) {
  constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB;
  return bytes < kMiB ? fmt::format("{} KiB", bytes / kKiB) : fmt::format("{} MiB", bytes / kMiB);
}

std::string transfer_title(const hardware::Survey::Transfer& transfer) {
  using Memory = ports::device::GpuSurvey::Memory;
  const bool to = transfer.to_gpu;
  switch (transfer.memory) {
    case Memory::Pageable:
      return to ? tr("pageable memory to the GPU") : tr("the GPU to pageable memory");
    case Memory::Pinned:
      return to ? tr("pinned memory to the GPU") : tr("the GPU to pinned memory");
    case Memory::Mapped:
      return to ? tr("mapped memory, read by the GPU") : tr("mapped memory, written by the GPU");
    case Memory::Managed:
      break;
  }
  return to ? tr("managed memory, touched by the GPU") : tr("managed memory, touched by the host");
}

// A row for each kind and direction: its sizes, the largest with its spread.
void add_transfers(const hardware::Survey& survey, DeviceGroup& group, const std::string& id) {
  const hardware::Survey::Transfer* before = nullptr;
  for (const hardware::Survey::Transfer& one : survey.transfers) {
    const bool same =
        before != nullptr && before->memory == one.memory && before->to_gpu == one.to_gpu;
    if (!same) add_row(group, id, transfer_title(one), {});
    std::string& words = group.rows.back().words;
    words += fmt::format("{}{}: {}", same ? ", " : "", size_words(one.bytes),
                         figures::bandwidth_words(one.gb_per_s.median));
    before = &one;
    const bool last = &one == &survey.transfers.back() || (&one + 1)->memory != one.memory ||
                      (&one + 1)->to_gpu != one.to_gpu;
    if (last)
      words += say(" ({} to {})", figures::bandwidth_words(one.gb_per_s.min),
                   figures::bandwidth_words(one.gb_per_s.max));
  }
}

std::string rate_row(const hardware::Spread& rate) {
  return say("{} ({} to {})", figures::rate_words(rate.median), figures::rate_words(rate.min),
             figures::rate_words(rate.max));
}

}  // namespace

DeviceGroup survey_group(std::string title, const hardware::Survey& survey, const std::string& id) {
  DeviceGroup group{std::move(title), {}};
  if (survey.copy.max > 0.0)
    add_row(
        group, id, tr("copies within its memory"),
        say("{} ({} to {}), read and written, {} each",
            figures::bandwidth_words(survey.copy.median), figures::bandwidth_words(survey.copy.min),
            figures::bandwidth_words(survey.copy.max), size_words(survey.copy_bytes)));
  if (survey.f32.max > 0.0) add_row(group, id, tr("f32 fused multiply-adds"), rate_row(survey.f32));
  if (survey.f64.max > 0.0) add_row(group, id, tr("f64 fused multiply-adds"), rate_row(survey.f64));
  if (survey.clocks.known())
    add_row(group, id, tr("clocks meanwhile"), session::clock_words(survey.clocks));
  add_transfers(survey, group, id);
  return group;
}

DeviceModel device_model(const std::vector<report::Examined>& findings,
                         const background::GpuAnswer& gpus) {
  DeviceModel model;
  for (const Heading& heading : kHeadings) {
    DeviceGroup group{tr(heading.title), {}};
    for (const report::Examined& finding : findings) {
      if (finding.topic != heading.topic) continue;
      const bool found = !finding.found.empty();
      model.missing += found ? 0U : 1U;
      std::string id = finding.name;
      std::ranges::replace(id, ' ', '-');
      group.rows.push_back({std::move(id), finding.name, found ? finding.found : finding.remedy,
                            found ? DeviceRow::Kind::Found : DeviceRow::Kind::Missing});
    }
    if (!group.rows.empty()) model.groups.push_back(std::move(group));
  }
  model.sentence = sentence_of(findings);
  if (!gpus) return model;
  if (const auto* failure = std::get_if<ports::device::GpuFailure>(&*gpus))
    model.sentence += say(" The GPU cannot be used: {}.", failure->error.message);
  else
    add_gpus(std::get<ports::device::GpuList>(*gpus), model);
  return model;
}

namespace {

// Of the GPU here, and of those that were recorded.
void add_surveys(const session::Session& session, DeviceModel& model) {
  const auto& here = session.gpu().survey();
  model.can_survey = session.gpu().there() && !here;
  if (here) {
    if (const auto* survey = std::get_if<hardware::Survey>(&*here))
      model.groups.push_back(survey_group(tr("Measured on this machine's GPU"), *survey, "survey"));
    else
      model.sentence += say(" The GPU's peaks are not measured: {}.",
                            std::get<ports::device::GpuFailure>(*here).error.message);
  }
  std::size_t number = 0;
  for (const hardware::Measurements& file : session.measurements()) {
    const std::string id = fmt::format("recorded-{}", number++);
    if (file.survey)
      model.groups.push_back(
          survey_group(say("Recorded on {} on {}", file.device, file.date), *file.survey, id));
  }
}

}  // namespace

DeviceModel look_at_device(const session::Session& session) {
  const std::size_t lessons = session.lessons().size();
  const background::GpuAnswer& gpus = session.gpu().answer();
  DeviceModel model = device_model(
      report::examine(session.equipment().tools(),
                      {lessons,
                       lessons == 0 ? tr("the folder of lessons was not found, or is empty") : "",
                       {}}),
      gpus);
  model.awaits_gpus = session.gpu().there() && !gpus;
  add_surveys(session, model);
  return model;
}

}  // namespace lanescope::ui::panels::device
