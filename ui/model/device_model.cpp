#include "ui/model/device_model.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

using Topic = lab::Finding::Topic;

struct Heading {
  Topic topic;
  const char* title;
};
constexpr std::array<Heading, 4> kHeadings{{{Topic::Gpu, mark("GPU")},
                                            {Topic::Compiler, mark("Compilers")},
                                            {Topic::Screen, mark("Screen")},
                                            {Topic::Lessons, mark("Lessons")}}};

bool is_there(const std::vector<lab::Finding>& findings, std::string_view name) {
  return std::ranges::any_of(findings, [&](const lab::Finding& finding) {
    return finding.name == name && !finding.found.empty();
  });
}

std::string sentence_of(const std::vector<lab::Finding>& findings) {
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

// A group for each GPU, a row for each line of its device query.
void add_gpus(const cuda::GpuList& list, DeviceModel& model) {
  std::size_t number = 0;
  for (const cuda::GpuDevice& device : list.devices) {
    DeviceGroup group{say("GPU {}: {}", number, device.name), {}};
    for (const cuda::GpuFact& fact : cuda::facts(device)) {
      group.rows.push_back({fmt::format("gpu-{}-{}", number, group.rows.size()), fact.words,
                            fact.value, DeviceRow::Kind::Fact});
    }
    model.groups.push_back(std::move(group));
    ++number;
  }
}

}  // namespace

DeviceModel device_model(const std::vector<lab::Finding>& findings, const GpuAnswer& gpus) {
  DeviceModel model;
  for (const Heading& heading : kHeadings) {
    DeviceGroup group{tr(heading.title), {}};
    for (const lab::Finding& finding : findings) {
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
  if (const auto* failure = std::get_if<cuda::GpuFailure>(&*gpus))
    model.sentence += say(" The GPU cannot be used: {}.", failure->error.message);
  else
    add_gpus(std::get<cuda::GpuList>(*gpus), model);
  return model;
}

DeviceModel look_at_device(const Session& session) {
  const std::size_t lessons = session.lessons().size();
  const GpuAnswer& gpus = session.gpu().answer();
  DeviceModel model = device_model(
      lab::examine(cuda::find_toolchain(),
                   {lessons,
                    lessons == 0 ? tr("the folder of lessons was not found, or is empty") : "",
                    {}}),
      gpus);
  model.awaits_gpus = session.gpu().there() && !gpus;
  return model;
}

}  // namespace lanescope::ui
