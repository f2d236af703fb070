#include "lab/run/plan_builder.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "lab/experiment/arguments.hpp"
#include "lab/experiment/fill.hpp"
#include "lab/experiment/symbols.hpp"
#include "lab/experiment/texture.hpp"
#include "sim/code/program.hpp"
#include "sim/machine/ptx_engine.hpp"

namespace lanescope::run {
namespace {

constexpr std::uint64_t kBufferAlignment = 512;  // as cudaMalloc's

bool same(const experiment::Fill& a, const experiment::Fill& b) {
  return a.kind == b.kind && a.constant == b.constant && a.seed == b.seed &&
         a.modulus == b.modulus && a.path == b.path && a.formula == b.formula && a.width == b.width;
}
bool is_kept(const experiment::BufferValue& value) {
  return value.kept && value.fill.kind == experiment::Fill::Kind::Kept;
}
bool same(const experiment::BufferValue& a, const experiment::BufferValue& b) {
  return a.type == b.type && a.count == b.count && a.shape == b.shape && same(a.fill, b.fill) &&
         (a.kept == b.kept || !is_kept(a));
}

std::uint32_t sm_version(const std::string& arch) {
  std::uint32_t version = 0;
  const std::size_t digits = arch.find_first_of("0123456789");
  if (digits != std::string::npos) {
    std::from_chars(arch.data() + digits, arch.data() + arch.size(), version);
  }
  return version;
}

struct NamedBuffer {
  std::string name;
  const experiment::BufferValue* value = nullptr;
};

// The buffers of an experiment in the order of their addresses.
std::vector<NamedBuffer> all_buffers(const experiment::Experiment& experiment) {
  std::vector<NamedBuffer> buffers;
  for (const auto& [name, value] : experiment.buffers) buffers.push_back({name, &value});
  for (const experiment::LaunchSpec& launch : experiment.launches) {
    for (const auto& entry : launch.arguments) {
      const auto* argument = std::get_if<experiment::Argument>(&entry);
      if (argument == nullptr) continue;
      if (const auto* buffer = std::get_if<experiment::BufferValue>(&argument->value)) {
        buffers.push_back({argument->name, buffer});
      } else if (const auto* fields = std::get_if<experiment::StructValue>(&argument->value)) {
        for (std::size_t i = 0; i < fields->fields.size(); ++i) {
          const auto* field = std::get_if<experiment::BufferValue>(&fields->fields[i].value);
          if (field != nullptr) buffers.push_back({fmt::format("{}.{}", argument->name, i), field});
        }
      }
    }
  }
  return buffers;
}

Result<void> unique(std::set<std::string>* seen, const std::string& name) {
  if (seen->insert(name).second) return {};
  return bad_input(
      fmt::format("the name `{}` stands twice: names of arguments and symbols are unique", name));
}

Result<void> check_names(const experiment::Experiment& experiment,
                         const std::vector<NamedBuffer>& buffers) {
  std::set<std::string> seen;
  for (const NamedBuffer& buffer : buffers) {
    if (Result<void> ok = unique(&seen, buffer.name); !ok) return ok;
  }
  for (const experiment::Symbol& symbol : experiment.symbols) {
    if (Result<void> ok = unique(&seen, symbol.name); !ok) return ok;
  }
  for (const experiment::LaunchSpec& launch : experiment.launches) {
    std::set<std::string> labels = seen;
    for (const auto& entry : launch.arguments) {
      const auto* argument = std::get_if<experiment::Argument>(&entry);
      if (argument == nullptr || std::holds_alternative<experiment::BufferValue>(argument->value))
        continue;
      if (Result<void> ok = unique(&labels, argument->name); !ok) return ok;
    }
  }
  return {};
}

Result<void> check_memory(const std::vector<NamedBuffer>& buffers, std::uint64_t limit) {
  std::uint64_t total = 0;
  for (const NamedBuffer& buffer : buffers) {
    if (buffer.value->count == 0) {
      return bad_input(
          fmt::format("buffer {} has count 0: a buffer holds at least one element", buffer.name));
    }
    std::uint64_t bytes = 0;
    const bool overflow =
        __builtin_mul_overflow(buffer.value->count,
                               std::uint64_t{experiment::size_of(buffer.value->type)}, &bytes) ||
        __builtin_add_overflow(total, bytes, &total) ||
        __builtin_add_overflow(total, kBufferAlignment - 1, &total);
    total = total / kBufferAlignment * kBufferAlignment;
    if (overflow || total > limit) {
      return bad_input(fmt::format(
          "buffer {} ({}[{}]) does not fit into memory: the limit is {} bytes (--max-memory)",
          buffer.name, experiment::spelling(buffer.value->type), buffer.value->count, limit));
    }
  }
  return {};
}

class Builder {
 public:
  Builder(const experiment::Experiment& experiment, const std::vector<ResolvedKernel>& kernels,
          const Prepared* previous)
      : experiment_(experiment),
        kernels_(kernels),
        previous_(previous),
        buffers_(all_buffers(experiment)) {}

  Result<BuiltPlan> build() {
    plan_.engine = &machine::ptx_engine();
    plan_.options = experiment_.options;
    plan_.options.sm_version = sm_version(experiment_.arch);
    Result<void> ok = check_names(experiment_, buffers_);
    if (ok) ok = check_memory(buffers_, plan_.options.max_memory);
    if (ok) ok = add_buffers();
    if (ok) ok = add_launches();
    if (ok) ok = add_symbols();
    if (ok) ok = engine::validate(plan_);
    if (ok) ok = fill();
    if (ok) ok = engine::validate(plan_);
    if (!ok) return ok.error();
    return BuiltPlan{std::make_shared<const engine::Plan>(std::move(plan_)), std::move(planned_)};
  }

 private:
  Result<void> add_buffers() {
    for (const NamedBuffer& buffer : buffers_) {
      const std::uint32_t size = experiment::size_of(buffer.value->type);
      planned_.push_back({buffer.name, buffer.value->type, buffer.value->count,
                          static_cast<std::uint32_t>(plan_.buffers.size()), false});
      plan_.buffers.push_back({buffer.name, buffer.value->count * size, size, nullptr, false});
      if (buffer.value->kept) plan_.buffers.back().address = buffer.value->kept->address;
    }
    return {};
  }

  Result<std::uint64_t> address(const std::string& name) const {
    const auto at = std::ranges::find(buffers_, name, &NamedBuffer::name);
    if (at == buffers_.end()) return bad_input(fmt::format("there is no buffer `{}`", name));
    return plan_.address_of(static_cast<std::size_t>(at - buffers_.begin())).value;
  }

  // An object for each texture argument of each launch; their buffers are only read from now on.
  Result<std::uint64_t> add_texture(const std::string& name,
                                    const experiment::TextureValue& value) {
    const auto at = std::ranges::find(buffers_, value.buffer, &NamedBuffer::name);
    if (at == buffers_.end()) {
      return bad_input(fmt::format("the texture {} is of `{}`, and there is no such buffer", name,
                                   value.buffer));
    }
    const auto texture = experiment::texture_descriptor(value, at->value->type);
    if (!texture)
      return bad_input(fmt::format("the texture {}: {}", name, texture.error().message));
    const auto buffer = static_cast<std::uint32_t>(at - buffers_.begin());
    plan_.buffers[buffer].read_only = true;
    plan_.textures.push_back({buffer, *texture});
    return engine::texture_handle(plan_.textures.size() - 1);
  }

  Result<experiment::BoundArgument> bind(
      const std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument>& entry) {
    experiment::BoundArgument bound;
    std::vector<std::string> names;
    if (const auto* reference = std::get_if<experiment::LaunchSpec::BufferRef>(&entry)) {
      bound.name = reference->name;
      names = {reference->name};
    } else {
      const auto& argument = std::get<experiment::Argument>(entry);
      bound.name = argument.name;
      bound.scalar = std::get_if<experiment::ScalarValue>(&argument.value);
      bound.fields = std::get_if<experiment::StructValue>(&argument.value);
      if (std::holds_alternative<experiment::BufferValue>(argument.value)) names = {argument.name};
      if (const auto* texture = std::get_if<experiment::TextureValue>(&argument.value)) {
        const Result<std::uint64_t> handle = add_texture(argument.name, *texture);
        if (!handle) return handle.error();
        bound.texture = true;
        bound.addresses = {*handle};
      }
      for (std::size_t i = 0; bound.fields != nullptr && i < bound.fields->fields.size(); ++i) {
        if (std::holds_alternative<experiment::BufferValue>(bound.fields->fields[i].value)) {
          names.push_back(fmt::format("{}.{}", argument.name, i));
        }
      }
    }
    for (const std::string& name : names) {
      const Result<std::uint64_t> where = address(name);
      if (!where) return where.error();
      bound.addresses.push_back(*where);
    }
    return bound;
  }

  Result<void> add_launches() {
    for (std::size_t i = 0; i < experiment_.launches.size(); ++i) {
      const experiment::LaunchSpec& spec = experiment_.launches[i];
      const engine::Program& program = *kernels_[i].program;
      experiment::Signature signature{spec.kernel.empty() ? program.kernel() : spec.kernel,
                                      program.parameters(),
                                      program.parameter_bytes(),
                                      {}};
      if (kernels_[i].image != nullptr) {
        signature.types = experiment::parameter_types(kernels_[i].image->display_name);
        if (signature.types.size() != signature.parameters.size()) signature.types.clear();
      }
      std::vector<experiment::BoundArgument> arguments;
      for (const auto& entry : spec.arguments) {
        Result<experiment::BoundArgument> bound = bind(entry);
        if (!bound) return bound.error();
        arguments.push_back(std::move(*bound));
      }
      Result<std::vector<std::byte>> block = experiment::parameter_block(signature, arguments);
      if (!block) return block.error();
      plan_.launches.push_back({kernels_[i].program, spec.grid, spec.block,
                                spec.dynamic_shared_bytes, std::move(*block), spec.cluster});
    }
    return {};
  }

  Result<void> add_symbols() {
    if (experiment_.symbols.empty()) return {};
    const ptx::Module& module = code::Program::of(*kernels_.front().program)->module();
    for (const experiment::Symbol& symbol : experiment_.symbols) {
      const Result<const ptx::Variable*> variable = experiment::find_variable(module, symbol.name);
      if (!variable) return variable.error();
      const std::uint64_t most = (*variable)->size / experiment::size_of(symbol.value.type);
      if (symbol.value.count > most || symbol.value.count == 0) {
        return bad_input(fmt::format("--symbol {}: {}[{}] does not fit the variable's {} bytes",
                                     symbol.name, experiment::spelling(symbol.value.type),
                                     symbol.value.count, (*variable)->size));
      }
      planned_.push_back({symbol.name, symbol.value.type, symbol.value.count,
                          static_cast<std::uint32_t>(plan_.symbols.size()), true});
      if (symbol.value.kept && symbol.value.kept->bytes.size() != (*variable)->size)
        return bad_input(fmt::format("{} bytes of {} are kept, and it has {}",
                                     symbol.value.kept->bytes.size(), symbol.name,
                                     (*variable)->size));
      plan_.symbols.push_back(
          {(*variable)->name, nullptr, symbol.value.kept ? symbol.value.kept->address : 0});
    }
    return {};
  }

  // The bytes that `previous` already has for a buffer of this name and value.
  std::shared_ptr<const std::vector<std::byte>> known(const NamedBuffer& buffer) const {
    // A file may hold something else by now.
    if (previous_ == nullptr || !buffer.value->fill.path.empty()) return nullptr;
    const std::vector<NamedBuffer> before = all_buffers(previous_->experiment);
    const auto at = std::ranges::find(before, buffer.name, &NamedBuffer::name);
    if (at == before.end() || !same(*at->value, *buffer.value)) return nullptr;
    return previous_->plan->buffers[static_cast<std::size_t>(at - before.begin())].initial;
  }

  Result<void> fill() {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      plan_.buffers[i].undefined = buffers_[i].value->fill.kind == experiment::Fill::Kind::None;
      if (!buffers_[i].value->fill.holds_data()) continue;
      if (is_kept(*buffers_[i].value))
        plan_.buffers[i].undefined_bytes = buffers_[i].value->kept->undefined;
      plan_.buffers[i].initial = known(buffers_[i]);
      if (plan_.buffers[i].initial) continue;
      Result<std::vector<std::byte>> bytes = experiment::fill_bytes(*buffers_[i].value);
      if (!bytes) return named(buffers_[i].name, bytes.error());
      plan_.buffers[i].initial = std::make_shared<const std::vector<std::byte>>(std::move(*bytes));
    }
    for (std::size_t i = 0; i < experiment_.symbols.size(); ++i) {
      Result<std::vector<std::byte>> bytes = experiment::fill_bytes(experiment_.symbols[i].value);
      if (!bytes) return named(experiment_.symbols[i].name, bytes.error());
      plan_.symbols[i].bytes = std::make_shared<const std::vector<std::byte>>(std::move(*bytes));
    }
    return {};
  }

  static Error named(const std::string& buffer, Error error) {
    error.message = fmt::format("{} (for {})", error.message, buffer);
    return error;
  }

  const experiment::Experiment& experiment_;
  const std::vector<ResolvedKernel>& kernels_;
  const Prepared* previous_;
  std::vector<NamedBuffer> buffers_;
  std::vector<PlannedBuffer> planned_;
  engine::Plan plan_;
};

}  // namespace

Result<BuiltPlan> build_plan(const experiment::Experiment& experiment,
                             const std::vector<ResolvedKernel>& kernels, const Prepared* previous) {
  return Builder(experiment, kernels, previous).build();
}

}  // namespace lanescope::run
