#include "ui/view/array_info.hpp"

#include <algorithm>
#include <array>

#include "ui/view/view.hpp"

namespace lanescope::ui::view {
namespace {

struct TypeMark {
  std::string_view mark;
  experiment::ElementType type;
};
constexpr std::array<TypeMark, 14> kTypeMarks{{
    {".f32", experiment::ElementType::F32},
    {".f64", experiment::ElementType::F64},
    {".s32", experiment::ElementType::I32},
    {".u32", experiment::ElementType::U32},
    {".b32", experiment::ElementType::I32},
    {".s64", experiment::ElementType::I64},
    {".u64", experiment::ElementType::U64},
    {".b64", experiment::ElementType::U64},
    {".u16", experiment::ElementType::U16},
    {".s16", experiment::ElementType::I16},
    {".b16", experiment::ElementType::U16},
    {".u8", experiment::ElementType::U8},
    {".s8", experiment::ElementType::I8},
    {".b8", experiment::ElementType::U8},
}};

std::optional<experiment::ElementType> type_in(std::string_view instruction) {
  const std::string_view opcode = instruction.substr(0, instruction.find(' '));
  for (const TypeMark& row : kTypeMarks) {
    if (opcode.ends_with(row.mark)) return row.type;
  }
  return std::nullopt;
}

// Looked for among this many steps of the launch: arrays are touched early or not at all.
constexpr std::uint64_t kSearchedSteps = 4096;

experiment::ElementType type_from_accesses(const engine::Program& program,
                                           const trace::Trace& trace, std::uint32_t launch,
                                           std::uint64_t begin, std::uint64_t end) {
  const trace::LaunchRecord& record = trace.launches()[launch];
  const std::uint64_t last = std::min(record.last.value, record.first.value + kSearchedSteps);
  for (std::uint64_t t = record.first.value; t < last; ++t) {
    const trace::Step step = trace.step(Tick{t});
    if (!program.at(step.pc).is_memory()) continue;
    for (const trace::Access& access : trace.accesses(Tick{t})) {
      if (access.space != events::Space::Shared || access.lanes == 0) continue;
      const std::uint64_t at =
          access.addresses[static_cast<std::size_t>(std::countr_zero(access.lanes))];
      if (at < begin || at >= end) continue;
      if (const auto type = type_in(program.text_at(step.pc))) return *type;
    }
  }
  return experiment::ElementType::F32;
}

std::uint32_t shared_bytes(const engine::Launch& launch) {
  return launch.program->static_shared_bytes() + launch.dynamic_shared_bytes;
}

void add_shared(const View& view, std::vector<ArrayInfo>& out) {
  const run::ModelRun& run = *view.run();
  const std::uint32_t index = view.state().cursor.selection.launch;
  const engine::Launch& launch = run.plan().launches[index];
  for (const engine::SharedVariable& variable : launch.program->shared_variables()) {
    const std::uint32_t whole = shared_bytes(launch);
    const std::uint32_t bytes =
        variable.size != 0 ? variable.size : whole - std::min(whole, variable.offset);
    if (bytes == 0) continue;
    ArrayInfo info;
    info.name = variable.display_name.empty() ? variable.name : variable.display_name;
    info.space = events::Space::Shared;
    info.base = variable.offset;
    if (run.trace != nullptr && index < run.trace->launches().size()) {
      info.type = type_from_accesses(*launch.program, *run.trace, index, variable.offset,
                                     std::uint64_t{variable.offset} + bytes);
    }
    info.element_bytes = experiment::size_of(info.type);
    info.count = bytes / info.element_bytes;
    out.push_back(std::move(info));
  }
}

}  // namespace

std::vector<ArrayInfo> arrays_of(const View& view) {
  std::vector<ArrayInfo> out;
  if (view.run() == nullptr) return out;
  const run::ModelRun& run = *view.run();
  if (view.state().cursor.selection.launch < run.plan().launches.size()) add_shared(view, out);
  for (const run::PlannedBuffer& buffer : run.prepared->buffers) {
    if (buffer.is_symbol) continue;
    ArrayInfo info;
    info.name = buffer.name;
    info.base = run.plan().address_of(buffer.plan_index).value;
    info.type = buffer.type;
    info.element_bytes = experiment::size_of(buffer.type);
    info.count = buffer.count;
    info.buffer = buffer.plan_index;
    out.push_back(std::move(info));
  }
  return out;
}

std::optional<ArrayInfo> find_array(const View& view, std::string_view name) {
  for (ArrayInfo& info : arrays_of(view)) {
    if (info.name == name) return std::move(info);
  }
  return std::nullopt;
}

analysis::Bytes bytes_of(const View& view, const ArrayInfo& array, std::uint32_t index) {
  analysis::Bytes bytes;
  bytes.space = array.space;
  bytes.address = array.base + std::uint64_t{index} * array.element_bytes;
  bytes.size = array.element_bytes;
  bytes.launch = view.state().cursor.selection.launch;
  bytes.block = view.state().cursor.selection.block;
  return bytes;
}

std::optional<ElementRef> element_at(const std::vector<ArrayInfo>& arrays, events::Space space,
                                     std::uint64_t address) {
  for (const ArrayInfo& info : arrays) {
    if (info.space != space || address < info.base) continue;
    const std::uint64_t index = (address - info.base) / info.element_bytes;
    if (index < info.count) return ElementRef{info.name, static_cast<std::uint32_t>(index)};
  }
  return std::nullopt;
}

}  // namespace lanescope::ui::view
