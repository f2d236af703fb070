#include "sim/analysis/export.hpp"

#include <bit>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/analysis/export_step.hpp"

namespace lanescope::analysis {
namespace {

// The text as a JSON string (RFC 8259, section 7).
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

// Writes the array of events; times are ticks.
class ChromeWriter {
 public:
  ChromeWriter(const engine::Plan& plan, const trace::Trace& trace, std::ostream& out)
      : plan_(plan), trace_(trace), words_(plan, trace), out_(out) {}

  void write() {
    out_ << "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"tool\":\"Lanescope\",\"unit\":\"1 us is "
            "one tick\"},"
            "\"traceEvents\":[";
    names();
    for (Tick t; t.value < trace_.tick_count(); ++t.value) step(t);
    barriers();
    faults();
    out_ << "\n]}\n";
  }

 private:
  using BlockName = std::pair<std::uint32_t, BlockIndex>;

  void event(const std::string& fields) {
    out_ << (first_ ? "\n{" : ",\n{") << fields << '}';
    first_ = false;
  }

  // Chrome's processes are blocks, its threads are warps; numbers from 1.
  void names() {
    for (std::uint32_t launch = 0; launch < trace_.launches().size(); ++launch) {
      const trace::LaunchRecord& record = trace_.launches()[launch];
      const auto lanes = static_cast<std::uint64_t>(plan_.options.warp_size);
      for (BlockIndex block : trace_.blocks(launch)) {
        const std::size_t pid = processes_.size() + 1;
        processes_[{launch, block}] = pid;
        const Dim3 at = record.grid.at(block.value);
        const std::string name = fmt::format("{} · launch {} · block ({}, {}, {})",
                                             words_.kernel(launch), launch, at.x, at.y, at.z);
        event(fmt::format(R"("name":"process_name","ph":"M","pid":{},"args":{{"name":{}}})", pid,
                          quoted(name)));
        event(fmt::format(
            R"("name":"process_sort_index","ph":"M","pid":{},"args":{{"sort_index":{}}})", pid,
            pid));
        for (std::uint64_t w = 0; w < (record.block.count() + lanes - 1) / lanes; ++w) {
          event(fmt::format(
              R"("name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":"warp {}"}})", pid,
              w + 1, w));
        }
      }
    }
  }

  void step(Tick t) {
    const trace::Step step = trace_.step(t);
    const std::size_t pid = processes_[{step.launch, step.block}];
    const std::uint32_t tid = step.warp.value + 1;
    const int lanes = std::popcount(step.active);
    event(fmt::format(
        R"("name":{},"cat":"{}","ph":"X","ts":{},"dur":1,"pid":{},"tid":{},)"
        R"("args":{{"pc":{},"line":{},"active":"0x{:x}","executed":"0x{:x}","machine_step":{}}})",
        quoted(words_.instruction(step)), category(t), t.value, pid, tid, step.pc.value,
        words_.line(step), step.active, step.executed, step.machine_step.value));
    auto [before, is_new] = lanes_.try_emplace(std::pair(pid, tid), -1);
    if (before->second != lanes) {
      before->second = lanes;
      event(fmt::format(
          R"("name":"active lanes, warp {}","ph":"C","ts":{},"pid":{},"args":{{"lanes":{}}})",
          step.warp.value, t.value, pid, lanes));
    }
    const auto branch = trace_.branch(t);
    if (branch && branch->divergent) {
      event(fmt::format(
          R"("name":"divergence","cat":"divergence","ph":"i","s":"t","ts":{},"pid":{},"tid":{},)"
          R"("args":{{"taken":"0x{:x}","not_taken":"0x{:x}"}})",
          t.value, pid, tid, branch->taken, branch->not_taken));
    }
  }

  void barriers() {
    const auto phases = trace_.phases();
    for (std::size_t i = 0; i + 1 < phases.size(); ++i) {
      const trace::Phase phase = phases[i], next = phases[i + 1];
      if (next.launch != phase.launch || next.block != phase.block) continue;
      event(fmt::format(
          R"("name":"barrier","cat":"barrier","ph":"i","s":"p","ts":{},"pid":{},"args":{{"phase":{}}})",
          phase.last.value, processes_[{phase.launch, phase.block}], next.number));
    }
  }

  void faults() {
    for (const events::Hazard& hazard : trace_.hazards()) {
      const Tick at = trace_.tick_at_or_after(hazard.machine_step);
      event(fmt::format(
          R"("name":{},"cat":"hazard","ph":"i","s":"g","ts":{},"pid":0,"args":{{"message":{}}})",
          quoted(events::spelling(hazard.kind)), at.value, quoted(hazard.message)));
    }
  }

  [[nodiscard]] std::string_view category(Tick t) const {
    if (trace_.has_accesses(t)) return "memory";
    return trace_.branch(t) ? "branch" : "other";
  }

  const engine::Plan& plan_;
  const trace::Trace& trace_;
  StepWords words_;
  std::ostream& out_;
  std::map<BlockName, std::size_t> processes_;
  std::map<std::pair<std::size_t, std::uint32_t>, int> lanes_;  // last told, by block and warp
  bool first_ = true;
};

}  // namespace

void write_chrome_json(const engine::Plan& plan, const trace::Trace& trace, std::ostream& out) {
  ChromeWriter(plan, trace, out).write();
}

}  // namespace lanescope::analysis
