#include "sim/code/layout.hpp"

#include <algorithm>

#include "sim/code/names.hpp"

namespace lanescope::code {
namespace {

std::uint32_t align(std::uint32_t offset, std::uint32_t alignment) {
  const std::uint32_t a = std::max(alignment, 1U);
  return (offset + a - 1) / a * a;
}

class SharedBuilder {
 public:
  SharedBuilder(const ptx::Module& module, const flow::Reachable& reachable) {
    result_.offset_of_module_variable.assign(module.variables.size(), ptx::kNone);
    for (bool dynamic : {false, true}) {
      for (std::uint32_t v = 0; v < module.variables.size(); ++v) {
        if (reachable.shared_variables[v])
          place(module.variables[v], dynamic, result_.offset_of_module_variable[v]);
      }
      result_.offset_of_local_variable.resize(reachable.functions.size());
      for (std::size_t f = 0; f < reachable.functions.size(); ++f) {
        const ptx::Function& function = module.functions[reachable.functions[f]];
        result_.offset_of_local_variable[f].resize(function.variables.size(), 0);
        for (std::uint32_t v = 0; v < function.variables.size(); ++v) {
          place(function.variables[v], dynamic, result_.offset_of_local_variable[f][v]);
        }
      }
      if (!dynamic) result_.static_bytes = result_.dynamic_offset = next_;
    }
  }

  SharedLayout take() { return std::move(result_); }

 private:
  void place(const ptx::Variable& variable, bool dynamic, std::uint32_t& offset) {
    if (variable.space != ptx::Space::Shared || (variable.size == 0) != dynamic) return;
    const std::uint32_t at = align(dynamic ? result_.static_bytes : next_, variable.alignment);
    if (!dynamic) next_ = at + static_cast<std::uint32_t>(variable.size);
    if (dynamic) result_.dynamic_offset = std::max(result_.dynamic_offset, at);
    offset = at;
    result_.variables.push_back({variable.name, display_name(variable.name), variable.type, at,
                                 static_cast<std::uint32_t>(variable.size)});
  }

  SharedLayout result_;
  std::uint32_t next_ = 0;
};

FunctionCode::Area place_area(const ptx::Variable& variable, std::uint32_t& next) {
  const auto size = static_cast<std::uint32_t>(variable.size);
  const std::uint32_t at = align(next, std::max(variable.alignment, std::min(size, 8U)));
  next = at + size;
  return {at, size};
}

bool contains(const std::vector<std::uint32_t>& list, std::uint32_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

SharedLayout lay_out_shared(const ptx::Module& module, const flow::Reachable& reachable) {
  return SharedBuilder(module, reachable).take();
}

ParameterLayout lay_out_parameters(const ptx::Function& kernel) {
  ParameterLayout result;
  for (std::uint32_t v : kernel.parameters) {
    const ptx::Variable& variable = kernel.variables[v];
    ParameterInfo info;
    info.name = variable.name;
    info.type = variable.type;
    info.size = static_cast<std::uint32_t>(variable.size);
    info.alignment = std::max(variable.alignment, 1U);
    info.offset = align(result.bytes, info.alignment);
    result.bytes = info.offset + info.size;
    result.parameters.push_back(std::move(info));
  }
  return result;
}

void lay_out_frame(const ptx::Function& function, std::vector<std::uint32_t>& offsets,
                   FunctionCode& code) {
  std::uint32_t next = 0;
  offsets.resize(function.variables.size(), 0);
  for (std::uint32_t v = 0; v < function.variables.size(); ++v) {
    if (function.variables[v].space == ptx::Space::Local)
      offsets[v] = place_area(function.variables[v], next).offset;
  }
  code.local_bytes = align(next, 4);
  for (std::uint32_t v = 0; v < function.variables.size(); ++v) {
    const ptx::Variable& variable = function.variables[v];
    if (variable.space != ptx::Space::Param && variable.space != ptx::Space::Reg) continue;
    const bool formal = contains(function.parameters, v);
    if (function.is_entry && formal) continue;
    offsets[v] = place_area(variable, next).offset;
  }
  const auto areas = [&](const std::vector<std::uint32_t>& list,
                         std::vector<FunctionCode::Area>& out) {
    for (std::uint32_t v : list)
      out.push_back({offsets[v], static_cast<std::uint32_t>(function.variables[v].size)});
  };
  if (!function.is_entry) areas(function.parameters, code.parameters);
  areas(function.returns, code.results);
  code.frame_bytes = align(next, 16);
}

}  // namespace lanescope::code
