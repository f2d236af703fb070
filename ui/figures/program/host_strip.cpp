#include "ui/figures/program/host_strip.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using lanescope::program::SavedProgram;
using runtime::record::Call;
using runtime::record::Launch;

float length_of(double amount, double least) {
  return 1.0F + static_cast<float>(std::max(0.0, std::log2(std::max(amount, 1.0) / least))) * 0.2F;
}

BoxKind kind_of(const Call& call) {
  if (call.moved.empty()) return BoxKind::Call;
  if (call.name.starts_with("cudaMemset")) return BoxKind::Set;
  if (call.moved.front().from == 0) return BoxKind::ToDevice;
  return call.moved.front().to == 0 ? BoxKind::FromDevice : BoxKind::OnDevice;
}

class Maker {
 public:
  explicit Maker(const SavedProgram& program) : program_(program) {
    strip_.rows = {tr("host"), tr("copies")};
    std::vector<std::uint64_t> streams;
    for (const Launch& launch : program.run.record.launches) streams.push_back(launch.stream);
    std::ranges::sort(streams);
    streams.erase(std::unique(streams.begin(), streams.end()), streams.end());
    for (const std::uint64_t stream : streams) {
      rows_[stream] = static_cast<std::uint32_t>(strip_.rows.size());
      strip_.rows.push_back(say("stream {}", stream));
    }
    for (const auto& launch : program.run.launches)
      wrong_[launch.index] = lanescope::program::has_error(*launch.run);
  }

  HostStrip make() {
    const auto& record = program_.run.record;
    for (std::size_t i = 0; i < record.calls.size(); ++i) add_call(i);
    while (next_launch_ < record.launches.size()) strip_.length = add_launch(strip_.length);
    std::ranges::stable_sort(strip_.boxes, {}, &StripBox::begin);
    return std::move(strip_);
  }

 private:
  void add_call(std::size_t index) {
    const Call& call = program_.run.record.calls[index];
    const float begin = strip_.length;
    StripBox box;
    box.begin = begin;
    box.call = index;
    box.label = short_name(call.name);
    box.brief = brief_name(box.label);
    box.words = words_of(call);
    box.wrong = call.result != "cudaSuccess" && call.result != "cudaErrorNotReady";
    float end = begin + box.length;
    std::optional<std::size_t> launch;
    for (; is_of(index); end = std::max(end, add_launch(begin))) launch = next_launch_;
    box.launch = launch;
    if (const BoxKind kind = kind_of(call); kind != BoxKind::Call) {
      StripBox copy = box;
      copy.row = 1;
      copy.kind = kind;
      copy.label = copy.brief = size_words(call.bytes);
      copy.length = length_of(static_cast<double>(call.bytes), 256);
      end = std::max(end, begin + copy.length);
      strip_.boxes.push_back(std::move(copy));
    }
    box.length = end - begin;
    strip_.boxes.push_back(std::move(box));
    strip_.length = end;
  }

  [[nodiscard]] bool is_of(std::size_t call) const {
    const auto& launches = program_.run.record.launches;
    return next_launch_ < launches.size() && launches[next_launch_].call <= call;
  }

  // Where it ends.
  float add_launch(float begin) {
    const Launch& launch = program_.run.record.launches[next_launch_];
    StripBox box;
    box.kind = BoxKind::Launch;
    box.begin = begin;
    box.length = length_of(static_cast<double>(launch.steps), 16);
    box.row = rows_.at(launch.stream);
    box.launch = next_launch_;
    if (launch.call < program_.run.record.calls.size()) box.call = launch.call;
    names_.name(launch, box);
    box.wrong = wrong_[next_launch_];
    const std::string steps = view::with_commas(launch.steps);
    box.words = launch.parent
                    ? say("{}: {} warp instructions, launched by launch {}. Click to step "
                          "through it.",
                          box.label, steps, *launch.parent + 1)
                    : say("{}: {} warp instructions, launched at {}. Click to step through it.",
                          box.label, steps, launch.place.text());
    const float end = begin + box.length;
    strip_.boxes.push_back(std::move(box));
    ++next_launch_;
    return end;
  }

  static std::string words_of(const Call& call) {
    std::string words = call.name;
    if (call.bytes != 0) words += say(" · {} bytes", view::with_commas(call.bytes));
    if (call.result != "cudaSuccess") words += " · " + call.result;
    if (call.place.line != 0) words += " · " + call.place.text();
    return words;
  }

  const SavedProgram& program_;
  HostStrip strip_;
  std::map<std::uint64_t, std::uint32_t> rows_;  // by stream
  LaunchNames names_;
  std::map<std::size_t, bool> wrong_;  // by launch
  std::size_t next_launch_ = 0;
};

}  // namespace

std::string brief_name(const std::string& name) {
  static constexpr std::array<std::string_view, 8> kThings{"device", "stream", "event", "host",
                                                           "graph",  "func",   "mem",   "pointer"};
  const auto word_of = [](std::string_view text) {
    const auto end = std::find_if(text.begin() + (text.empty() ? 0 : 1), text.end(), [](char sign) {
      return std::isupper(static_cast<unsigned char>(sign)) != 0;
    });
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
  };
  const std::string_view first = word_of(name);
  const std::string_view second = word_of(std::string_view(name).substr(first.size()));
  const bool is_thing = std::ranges::find(kThings, first) != kThings.end();
  std::string verb(is_thing && !second.empty() ? second : first);
  if (verb.empty()) return name;
  verb.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(verb.front())));
  return verb == "synchronize" ? "sync" : verb;
}

std::string size_words(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  if (bytes < std::uint64_t{1} << 20U) return fmt::format("{} KiB", bytes >> 10U);
  return fmt::format("{} MiB", bytes >> 20U);
}

// "cudaMemcpyAsync" as "memcpyAsync".
std::string short_name(const std::string& name) {
  if (!name.starts_with("cuda") || name.size() < 5) return name;
  std::string rest = name.substr(4);
  rest.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(rest.front())));
  return rest;
}

BoxKind kind_of(runtime::record::IssuedWork::Kind kind) {
  using runtime::record::IssuedWork;
  switch (kind) {
    case IssuedWork::Kind::ToDevice:
      return BoxKind::ToDevice;
    case IssuedWork::Kind::FromDevice:
      return BoxKind::FromDevice;
    case IssuedWork::Kind::OnDevice:
      return BoxKind::OnDevice;
    case IssuedWork::Kind::Set:
      return BoxKind::Set;
    case IssuedWork::Kind::Kernel:
      return BoxKind::Launch;
    default:
      return BoxKind::Call;
  }
}

void LaunchNames::name(const Launch& launch, StripBox& box) {
  const std::string title = lanescope::program::kernel_title(launch);
  box.brief = fmt::format("#{}", ++counts_[title]);
  box.label = fmt::format("{} {}", title, box.brief);
}

HostStrip host_strip(const SavedProgram& program) { return Maker(program).make(); }

style::Role role_of(const StripBox& box) {
  if (box.wrong) return style::Role::Error;
  switch (box.kind) {
    case BoxKind::Call:
      return style::Role::Inactive;
    case BoxKind::ToDevice:
      return style::Role::Load;
    case BoxKind::FromDevice:
      return style::Role::Store;
    case BoxKind::OnDevice:
      return style::Role::Atomic;
    case BoxKind::Set:
    case BoxKind::Waits:
      return style::Role::Waiting;
    case BoxKind::Launch:
      return style::Role::Accent;
  }
  return style::Role::Inactive;
}

std::vector<StripLegend> legend_of(const HostStrip& strip) {
  std::vector<StripLegend> legend;
  const auto add = [&](BoxKind kind, const char* words) {
    const auto found = std::ranges::find_if(
        strip.boxes, [&](const StripBox& box) { return box.kind == kind && !box.wrong; });
    if (found != strip.boxes.end()) legend.push_back({role_of(*found), words});
  };
  add(BoxKind::ToDevice, tr("to the GPU"));
  add(BoxKind::FromDevice, tr("from the GPU"));
  add(BoxKind::OnDevice, tr("within the GPU"));
  add(BoxKind::Set, tr("filled"));
  return legend;
}

std::string strip_note() { return tr("in order, not in time: lengths by bytes and instructions"); }

}  // namespace lanescope::ui::figures::program
