#include "ui/lane_language/lane_names.hpp"

#include <algorithm>

#include "lab/experiment/kernel_signature.hpp"
#include "lab/run/prepare.hpp"
#include "ui/lane_language/lane_values.hpp"
#include "ui/lane_language/source_locals.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::lane_language {
namespace {

// As the text declares it, or nothing: a macro made the declaration, or it is PTX.
std::optional<experiment::KernelSignature> signature_of(const run::Prepared& prepared,
                                                        std::uint32_t launch) {
  const ports::toolchain::KernelImage* image = run::kernel_image(prepared, launch);
  if (image == nullptr || prepared.experiment.source.is_ptx) return std::nullopt;
  const std::size_t colon = image->plain_name.rfind(':');
  const std::string name =
      colon == std::string::npos ? image->plain_name : image->plain_name.substr(colon + 1);
  for (experiment::KernelSignature& signature :
       experiment::kernel_signatures(prepared.experiment.source.text)) {
    if (signature.name == name) return std::move(signature);
  }
  return std::nullopt;
}

// What PTX tells of a parameter that the text does not.
std::optional<experiment::ElementType> type_of(const engine::ParameterInfo& info) {
  if (const auto type = experiment::element_type(lanescope::spelling(info.type))) return type;
  if (info.type == ValueType::S32) return experiment::ElementType::I32;
  if (info.type == ValueType::S64) return experiment::ElementType::I64;
  return std::nullopt;
}

// The element type of the buffer that a pointer is given.
std::optional<experiment::ElementType> type_behind(const run::Prepared& prepared,
                                                   const engine::Launch& launch,
                                                   const engine::ParameterInfo& info) {
  std::uint64_t address = 0;
  if (info.size != 8 || info.offset + 8 > launch.parameters.size()) return std::nullopt;
  std::copy_n(launch.parameters.data() + info.offset, 8, reinterpret_cast<std::byte*>(&address));
  for (const run::PlannedBuffer& buffer : prepared.buffers) {
    if (!buffer.is_symbol && prepared.plan->address_of(buffer.plan_index).value == address)
      return buffer.type;
  }
  return std::nullopt;
}

void add_parameters(const run::Prepared& prepared, std::uint32_t index,
                    const std::vector<experiment::KernelParameter>& written, LaneNames& names) {
  const engine::Launch& launch = prepared.plan->launches[index];
  const auto& parameters = launch.program->parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const engine::ParameterInfo& info = parameters[i];
    LaneNames::Parameter parameter{info.offset, experiment::ElementType::I32, false};
    auto type = type_of(info);
    const auto behind = type_behind(prepared, launch, info);
    const bool told = i < written.size() && written.size() == parameters.size();
    parameter.is_pointer = told ? written[i].is_pointer : behind.has_value();
    if (parameter.is_pointer) type = behind ? behind : std::nullopt;
    if (told && written[i].element) type = written[i].element;
    if (!type) continue;
    parameter.type = *type;
    names.parameters.emplace(info.name, parameter);
    if (told && !written[i].name.empty())
      names.parameters.insert_or_assign(written[i].name, parameter);
  }
}

void add_arrays(const view::View& view, const run::Prepared& prepared, LaneNames& names) {
  for (const view::ArrayInfo& info : view::arrays_of(view)) {
    LaneNames::Array array;
    const bool shared = info.space == events::Space::Shared;
    array.space = shared ? LaneNames::Array::Space::Shared : LaneNames::Array::Space::Buffer;
    array.base = shared ? info.base : 0;
    array.buffer = info.buffer;
    array.type = info.type;
    array.count = info.count;
    names.arrays.emplace(info.name, array);
  }
  for (const run::PlannedBuffer& buffer : prepared.buffers) {
    if (!buffer.is_symbol) continue;
    LaneNames::Array array;
    array.space = LaneNames::Array::Space::Symbol;
    array.symbol = prepared.plan->symbols[buffer.plan_index].name;
    array.type = buffer.type;
    array.count = buffer.count;
    names.arrays.emplace(buffer.name, array);
  }
}

}  // namespace

LaneNames names_of(const view::View& view, std::uint32_t launch) {
  LaneNames names;
  if (view.run() == nullptr || launch >= view.run()->plan().launches.size()) return names;
  const run::Prepared& prepared = *view.run()->prepared;
  names.launch = launch;
  names.plan = prepared.plan;
  const auto signature = signature_of(prepared, launch);
  add_parameters(prepared, launch,
                 signature ? signature->parameters : std::vector<experiment::KernelParameter>{},
                 names);
  add_arrays(view, prepared, names);
  if (signature)
    add_locals(prepared.experiment.source.text, signature->name, prepared.experiment.defines,
               names);
  return names;
}

LaneNames names_of(const view::View& view) {
  return names_of(view, view.state().cursor.selection.launch);
}

}  // namespace lanescope::ui::lane_language
