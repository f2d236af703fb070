#include "sim/ptx/symbols.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace lanescope::ptx {
namespace {

struct NumberedName {
  std::string_view prefix;
  std::uint64_t number = 0;
};

// "%r17" is "%r" and 17. Nothing for a name that a range can't make: no number, a leading zero.
std::optional<NumberedName> split_number(std::string_view name) {
  std::size_t start = name.size();
  while (start > 0 && name[start - 1] >= '0' && name[start - 1] <= '9') --start;
  const auto digits = name.substr(start);
  if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  NumberedName out{name.substr(0, start), 0};
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), out.number);
  if (result.ec != std::errc{}) return std::nullopt;
  return out;
}

}  // namespace

void ScopeTree::open() {
  ++depth_;
  scopes_.emplace_back();
  scopes_.back().parent = current_;
  current_ = static_cast<ScopeId>(scopes_.size() - 1);
}

void ScopeTree::close() {
  --depth_;
  current_ = scopes_[current_].parent;
}

bool ScopeTree::declare(std::string_view name, Symbol symbol) {
  return scopes_[current_].names.try_emplace(name, symbol).second;
}

bool ScopeTree::declare_range(std::string_view prefix, RegisterRange range) {
  return scopes_[current_].ranges.try_emplace(prefix, range).second;
}

std::optional<Symbol> ScopeTree::find(std::string_view name, Function& function) {
  const auto numbered = split_number(name);
  for (ScopeId id = current_;; id = scopes_[id].parent) {
    Scope& scope = scopes_[id];
    if (const auto known = scope.names.find(name); known != scope.names.end()) return known->second;
    if (numbered && !scope.ranges.empty()) {
      const auto range = scope.ranges.find(numbered->prefix);
      if (range != scope.ranges.end() && numbered->number < range->second.count) {
        const Symbol symbol =
            add_register(function, name, range->second.type, range->second.vector_size);
        scope.names.emplace(name, symbol);
        return symbol;
      }
    }
    if (id == 0) return std::nullopt;
  }
}

std::optional<Symbol> ScopeTree::find_from(ScopeId scope, std::string_view name) const {
  for (ScopeId id = scope;; id = scopes_[id].parent) {
    const auto& names = scopes_[id].names;
    if (const auto known = names.find(name); known != names.end()) return known->second;
    if (id == 0) return std::nullopt;
  }
}

Symbol add_register(Function& function, std::string_view name, Type type,
                    std::uint32_t vector_size) {
  static constexpr std::array<std::string_view, 4> kComponents{".x", ".y", ".z", ".w"};
  Symbol symbol{Symbol::Kind::Register, static_cast<std::uint32_t>(function.registers.size()), 1};
  if (vector_size == 1) {
    function.registers.push_back({std::string(name), type});
    return symbol;
  }
  symbol.kind = Symbol::Kind::VectorRegister;
  symbol.count = std::min<std::uint32_t>(vector_size, kComponents.size());
  for (std::size_t i = 0; i < symbol.count; ++i) {
    function.registers.push_back({std::string(name).append(kComponents.at(i)), type});
  }
  return symbol;
}

bool is_special_register(std::string_view name) {
  static constexpr std::array kExact{"tid",
                                     "ntid",
                                     "laneid",
                                     "warpid",
                                     "nwarpid",
                                     "ctaid",
                                     "nctaid",
                                     "smid",
                                     "nsmid",
                                     "gridid",
                                     "is_explicit_cluster",
                                     "clusterid",
                                     "nclusterid",
                                     "cluster_ctaid",
                                     "cluster_nctaid",
                                     "cluster_ctarank",
                                     "cluster_nctarank",
                                     "lanemask_eq",
                                     "lanemask_le",
                                     "lanemask_lt",
                                     "lanemask_ge",
                                     "lanemask_gt",
                                     "clock",
                                     "clock_hi",
                                     "clock64",
                                     "globaltimer",
                                     "globaltimer_lo",
                                     "globaltimer_hi",
                                     "reserved_smem_offset_begin",
                                     "reserved_smem_offset_end",
                                     "reserved_smem_offset_cap",
                                     "total_smem_size",
                                     "aggr_smem_size",
                                     "dynamic_smem_size",
                                     "current_graph_exec"};
  struct Family {
    std::string_view prefix;
    std::uint64_t count;
    std::string_view suffix;
  };
  static constexpr std::array<Family, 4> kFamilies{
      {{"pm", 8, ""}, {"pm", 8, "_64"}, {"envreg", 32, ""}, {"reserved_smem_offset_", 2, ""}}};
  if (name.size() < 2 || name.front() != '%') return false;
  name.remove_prefix(1);
  if (std::find(kExact.begin(), kExact.end(), name) != kExact.end()) return true;
  return std::any_of(kFamilies.begin(), kFamilies.end(), [&](const Family& family) {
    if (!name.ends_with(family.suffix)) return false;
    const auto numbered = split_number(name.substr(0, name.size() - family.suffix.size()));
    return numbered && numbered->prefix == family.prefix && numbered->number < family.count;
  });
}

}  // namespace lanescope::ptx
