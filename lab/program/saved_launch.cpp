// A launch of a saved program as an experiment.

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "lab/experiment/arguments.hpp"
#include "lab/experiment/kernel_signature.hpp"
#include "lab/experiment/symbols.hpp"
#include "lab/program/saved_program.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/sealed_file.hpp"
#include "ports/toolchain/kernel_names.hpp"
#include "sim/code/program.hpp"

namespace lanescope::program {
namespace {

using experiment::ElementType;
using runtime::record::KeptArray;
using runtime::record::Launch;

ElementType unsigned_of(std::uint64_t bytes) {
  return bytes == 1   ? ElementType::U8
         : bytes == 2 ? ElementType::U16
         : bytes == 4 ? ElementType::U32
                      : ElementType::U64;
}

// PTX tells no signed integers apart: the kernel's own declaration does.
ElementType scalar_type(const engine::ParameterInfo& parameter, std::string_view declared) {
  if (parameter.type == ValueType::F32) return ElementType::F32;
  if (parameter.type == ValueType::F64) return ElementType::F64;
  const ElementType plain = unsigned_of(parameter.size);
  if (declared == "int") return parameter.size == 4 ? ElementType::I32 : plain;
  if (declared == "long" || declared == "long long")
    return parameter.size == 8 ? ElementType::I64 : plain;
  if (declared == "short") return parameter.size == 2 ? ElementType::I16 : plain;
  return plain;
}

// What a pointer's type says of the array behind it: "float const*".
std::optional<ElementType> element_behind(std::string_view declared) {
  static constexpr std::pair<std::string_view, ElementType> kTypes[] = {
      {"unsigned char", ElementType::U8}, {"unsigned short", ElementType::U16},
      {"unsigned int", ElementType::U32}, {"unsigned long", ElementType::U64},
      {"signed char", ElementType::I8},   {"float", ElementType::F32},
      {"double", ElementType::F64},       {"int", ElementType::I32},
      {"long", ElementType::I64},         {"short", ElementType::I16},
      {"__half", ElementType::F16},       {"__nv_bfloat16", ElementType::BF16},
      {"bool", ElementType::U8},          {"char", ElementType::I8},
      {"unsigned", ElementType::U32}};
  if (declared.find('*') == std::string_view::npos) return std::nullopt;
  for (const auto& [name, type] : kTypes) {
    if (declared.starts_with(name) || declared.starts_with("const " + std::string(name)))
      return type;
  }
  return std::nullopt;
}

ElementType element_by_size(const KeptArray& array) {
  if (array.element_bytes == 4) return ElementType::F32;
  if (array.element_bytes == 8) return ElementType::F64;
  return unsigned_of(array.element_bytes);
}

class LaunchMaker {
 public:
  LaunchMaker(const SavedProgram& program, const Launch& launch, const run::ModelRun& run)
      : program_(program),
        launch_(launch),
        kernel_(*run.prepared->plan->launches.front().program),
        compiled_(run.prepared->compiled) {}

  Result<SavedLaunch> make() {
    if (launch_.inputs->parameters.size() != kernel_.parameter_bytes())
      return damaged("the kernel takes other parameters");
    read_types();
    experiment_.arch = program_.run.arch;
    experiment_.source = source();
    experiment_.options.order = engine::Order::Barrier;
    if (Result<void> ok = add_arrays(); !ok) return ok.error();
    experiment::LaunchSpec spec{
        kernel_name(),  launch_.grid, launch_.block, launch_.dynamic_shared_bytes, {},
        launch_.cluster};
    for (std::size_t i = 0; i < kernel_.parameters().size(); ++i)
      spec.arguments.push_back(argument(i));
    experiment_.launches.push_back(std::move(spec));
    const bool by_machine_code = program_.run.record.find_machine_code(launch_.module) != nullptr;
    return SavedLaunch{std::move(experiment_), compiled_, launch_.steps, by_machine_code};
  }

 private:
  static Error damaged(const std::string& what) {
    return run::damaged(run::kSavedProgram, {}, what);
  }

  void read_types() {
    for (const ports::toolchain::KernelImage& image : compiled_->kernels) {
      if (image.mangled == launch_.kernel) types_ = experiment::parameter_types(image.display_name);
    }
    if (types_.size() != kernel_.parameters().size())
      types_.assign(kernel_.parameters().size(), "");
  }

  // As one writes it, where that means no other kernel.
  std::string kernel_name() const {
    const std::string title = kernel_title(launch_);
    const auto found = ports::toolchain::match_kernel(compiled_->kernels, title);
    return found && compiled_->kernels[*found].mangled == launch_.kernel ? title : launch_.kernel;
  }

  // The file that the kernel stands in, as far as it is kept.
  experiment::Source source() const {
    for (std::uint32_t pc = 0; pc < kernel_.size(); ++pc) {
      const SourceLocation at = kernel_.location_at(Pc{pc});
      if (at.line == 0 || at.file >= kernel_.files().size()) continue;
      const std::string& file = kernel_.files()[at.file];
      for (const SourceFile& kept : program_.sources) {
        if (std::filesystem::path(file).filename() == std::filesystem::path(kept.name).filename())
          return {kept.name, kept.text, false, {}};
      }
    }
    if (!program_.sources.empty())
      return {program_.sources.front().name, program_.sources.front().text, false, {}};
    return {launch_.kernel + ".ptx", compiled_->ptx, true, {}};
  }

  std::uint64_t word(const engine::ParameterInfo& parameter, std::uint32_t offset,
                     std::uint32_t bytes) const {
    std::uint64_t value = 0;
    std::memcpy(&value, launch_.inputs->parameters.data() + parameter.offset + offset, bytes);
    return value;
  }

  // Which array a parameter points to the beginning of.
  const std::string* array_at(const engine::ParameterInfo& parameter, std::size_t i) const {
    const bool pointer = types_[i].empty() || types_[i].find('*') != std::string::npos;
    if (!pointer || parameter.size != 8 || parameter.type == ValueType::F64) return nullptr;
    const auto found = names_.find(word(parameter, 0, 8));
    return found == names_.end() ? nullptr : &found->second;
  }

  Result<void> add_arrays() {
    std::uint64_t total = 0;
    for (const KeptArray& array : launch_.inputs->arrays) {
      if (__builtin_add_overflow(total, array.bytes, &total) ||
          total > experiment_.options.max_memory)
        return bad_input("the launch's arrays need more memory than the model has: 4 GiB");
    }
    const ptx::Module& module = run::ptx_of(kernel_)->module();
    for (const KeptArray& array : launch_.inputs->arrays) {
      auto kept = content_of(array);
      if (!kept) return kept.error();
      experiment::BufferValue value;
      value.type = type_of(array);
      value.count = array.bytes / experiment::size_of(value.type);
      value.fill.kind = experiment::Fill::Kind::Kept;
      value.kept = std::move(*kept);
      if (!array.is_variable) {
        names_.emplace(array.address, new_name(array.name));
        experiment_.buffers.emplace_back(names_.at(array.address), std::move(value));
      } else if (experiment::find_variable(module, array.name)) {
        experiment_.symbols.push_back({new_name(array.name), std::move(value)});
      }
    }
    return {};
  }

  ElementType type_of(const KeptArray& array) const {
    ElementType type = element_by_size(array);
    for (std::size_t i = 0; i < kernel_.parameters().size(); ++i) {
      const engine::ParameterInfo& parameter = kernel_.parameters()[i];
      if (parameter.size != 8 || word(parameter, 0, 8) != array.address) continue;
      if (const auto behind = element_behind(types_[i])) type = *behind;
    }
    return array.bytes % experiment::size_of(type) == 0 ? type : ElementType::U8;
  }

  Result<std::shared_ptr<const experiment::KeptMemory>> content_of(const KeptArray& array) const {
    const runtime::record::Content* content = program_.run.record.find_content(array.content);
    if (content == nullptr || content->bytes != array.bytes)
      return damaged(fmt::format("what {} held is not in it", array.name));
    auto kept = std::make_shared<experiment::KeptMemory>();
    kept->address = array.address;
    kept->undefined = array.undefined;
    for (const std::uint64_t number : content->chunks) {
      if (number >= program_.chunks.size() ||
          program_.chunks[number].size() > array.bytes - kept->bytes.size())
        return damaged(fmt::format("what {} held is not in it", array.name));
      kept->bytes.insert(kept->bytes.end(), program_.chunks[number].begin(),
                         program_.chunks[number].end());
    }
    if (kept->bytes.size() != array.bytes)
      return damaged(fmt::format("what {} held is not all in it", array.name));
    return std::shared_ptr<const experiment::KeptMemory>(std::move(kept));
  }

  // Names are unique, and written as the command line takes them.
  std::string new_name(const std::string& wanted) {
    std::string name;
    for (const char c : wanted) {
      const bool plain =
          std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
      if (plain || (!name.empty() && name.back() != '_')) name += plain ? c : '_';
    }
    while (name.size() > 1 && name.back() == '_') name.pop_back();
    std::string unique = name.empty() ? "array" : name;
    for (int i = 2; !taken_.insert(unique).second; ++i) unique = fmt::format("{}_{}", name, i);
    return unique;
  }

  // As the source calls them, where it can be found.
  std::string parameter_name(std::size_t i) {
    const std::string plain = kernel_title(launch_).substr(0, kernel_title(launch_).find('<'));
    const std::string last =
        plain.substr(plain.rfind(':') == std::string::npos ? 0 : plain.rfind(':') + 1);
    for (const auto& signature : experiment::kernel_signatures(experiment_.source.text)) {
      if (signature.name == last && i < signature.parameters.size() &&
          !signature.parameters[i].name.empty())
        return signature.parameters[i].name;
    }
    return fmt::format("argument{}", i + 1);
  }

  std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument> argument(std::size_t i) {
    const engine::ParameterInfo& parameter = kernel_.parameters()[i];
    if (const std::string* array = array_at(parameter, i))
      return experiment::LaunchSpec::BufferRef{*array};
    const std::string name = new_name(parameter_name(i));
    const bool one_word = std::has_single_bit(parameter.size) && parameter.size <= 8;
    if (one_word) return experiment::Argument{name, scalar(parameter, i)};
    const std::uint32_t unit = std::min(parameter.alignment == 0 ? 1U : parameter.alignment, 8U);
    experiment::StructValue fields;
    for (std::uint32_t at = 0; at + unit <= parameter.size; at += unit)
      fields.fields.push_back(
          {{},
           experiment::ScalarValue{unsigned_of(unit), std::to_string(word(parameter, at, unit))}});
    return experiment::Argument{name, std::move(fields)};
  }

  experiment::ScalarValue scalar(const engine::ParameterInfo& parameter, std::size_t i) const {
    const ElementType type = scalar_type(parameter, types_[i]);
    const std::byte* bytes = launch_.inputs->parameters.data() + parameter.offset;
    if (type == ElementType::F32) {
      return {type, fmt::format("{}", std::bit_cast<float>(
                                          static_cast<std::uint32_t>(word(parameter, 0, 4))))};
    }
    if (type == ElementType::F64)
      return {type, fmt::format("{}", std::bit_cast<double>(word(parameter, 0, 8)))};
    return {type, experiment::element_text(type, bytes)};
  }

  const SavedProgram& program_;
  const Launch& launch_;
  const engine::Program& kernel_;
  std::shared_ptr<const ports::toolchain::Compiled> compiled_;
  experiment::Experiment experiment_;
  std::vector<std::string> types_;              // of the parameters, as declared; empty: not known
  std::map<std::uint64_t, std::string> names_;  // of arrays, by address
  std::set<std::string> taken_;
};

}  // namespace

Result<SavedLaunch> launch_of(const SavedProgram& program, std::size_t index) {
  const Launch* launch = program.find_launch(index);
  if (launch == nullptr) {
    const std::size_t count = program.run.record.launches.size();
    return bad_input(
        count == 0 ? "the program launched nothing"
                   : fmt::format("there is no launch {}: they are 0 to {}", index, count - 1));
  }
  if (!launch->inputs) return bad_input("what this launch read was not kept");
  const auto found = std::ranges::find(program.run.launches, index, &LaunchRun::index);
  if (found == program.run.launches.end())
    return bad_input("the launch's kernel is not in the file, or can't be decoded");
  return LaunchMaker(program, *launch, *found->run).make();
}

}  // namespace lanescope::program
