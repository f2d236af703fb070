#include "sim/cubin/code.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include <elf.h>

#include "sim/cubin/control.hpp"
#include "sim/cubin/elf.hpp"
#include "sim/cubin/function_attributes.hpp"
#include "sim/cubin/relocations.hpp"

namespace lanescope::cubin {
namespace {

constexpr std::uint16_t kMachineCuda = 190;             // EM_CUDA
constexpr std::uint8_t kEntry = 0x10, kManaged = 0x04;  // of a symbol's st_other
constexpr std::uint8_t kObject = 13;                    // STT_OBJECT of what is still to be linked
constexpr std::uint8_t kAbiWithShiftedSm = 8;
constexpr std::string_view kText = ".text.", kInfoOf = ".nv.info.", kShared = ".nv.shared.",
                           kGlobal = ".nv.global", kConstant = ".nv.constant";

// From sm_90 on, shared memory begins with what the system reserves; those cubins hold this symbol.
constexpr std::string_view kReservedShared = ".nv.reservedSmem.offset0";
constexpr std::uint32_t kReservedSharedBytes = 1024;

std::uint32_t to_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

int to_int(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, std::numeric_limits<int>::max()));
}

bool inside(const ElfFile::Symbol& symbol, std::uint64_t size) {
  return symbol.value <= size && symbol.size <= size - symbol.value;
}

// The N of .nv.constantN and .nv.constantN.NAME.
std::optional<int> bank_of(std::string_view section) {
  if (!section.starts_with(kConstant)) return std::nullopt;
  constexpr int kBanks = 32;
  const char* end = section.data() + section.size();
  int bank = -1;
  const auto read = std::from_chars(section.data() + kConstant.size(), end, bank);
  const bool whole = read.ec == std::errc() && (read.ptr == end || *read.ptr == '.');
  return whole && bank >= 0 && bank < kBanks ? std::optional(bank) : std::nullopt;
}

template <typename T, typename Value, typename Key>
const T* find(const std::vector<T>& all, const Value& value, Key key) {
  const auto found = std::ranges::find(all, value, key);
  return found == all.end() ? nullptr : &*found;
}

class Reader {
 public:
  explicit Reader(const ElfFile& elf)
      : elf_(elf),
        relocations_(relocations_of(elf)),
        sizes_(function_sizes(elf)),
        reserved_(elf.has_symbol(kReservedShared) ? kReservedSharedBytes : 0) {}

  Code read() {
    code_.linked = elf_.type() == ET_EXEC;
    code_.sm = elf_.flags() >> (elf_.abi_version() >= kAbiWithShiftedSm ? 8U : 0U) & 0xffU;
    for (const ElfFile::Section& section : elf_.sections()) {
      if (section.name.starts_with(kText)) add_function(section);
    }
    for (const ElfFile::Section& section : elf_.sections()) add_section(section);
    for (std::uint32_t i = 0; i < elf_.symbols().size(); ++i) add_symbol(i, elf_.symbols()[i]);
    for (FunctionCode& function : code_.functions)
      std::ranges::stable_sort(function.inner, {}, &InnerFunction::offset);
    return std::move(code_);
  }

 private:
  void add_function(const ElfFile::Section& section) {
    FunctionCode function;
    function.name = section.name.substr(kText.size());
    function.text = section.data.first(section.data.size() / kInstructionBytes * kInstructionBytes);
    function.relocations = std::move(relocations_[section.number]);
    // Up to sm_89 the top byte of the section's info word is the number of registers.
    function.registers = static_cast<int>(section.info >> 24U);
    functions_[section.number] = code_.functions.size();
    code_.functions.push_back(std::move(function));
  }

  void add_section(const ElfFile::Section& section) {
    const auto bank = bank_of(section.name);
    const auto owner = functions_.find(section.info);
    if (owner != functions_.end()) return add_to(code_.functions[owner->second], section, bank);
    if (!bank && section.name != kGlobal && section.name != ".nv.global.init") return;
    data_[section.number] = code_.data.size();
    code_.data.push_back(data_of(section, bank));
  }

  void add_to(FunctionCode& function, const ElfFile::Section& section, std::optional<int> bank) {
    if (bank) {
      function.banks.push_back(data_of(section, bank));
    } else if (section.name.starts_with(kInfoOf)) {
      read_attributes(section, function);
    } else if (section.name.starts_with(kShared)) {
      function.shared_bytes = to_word(section.size);
      function.reserved_shared_bytes = std::min(function.shared_bytes, reserved_);
    }
  }

  DataSection data_of(const ElfFile::Section& section, std::optional<int> bank) {
    return {section.name, bank,
            section.size, std::max<std::uint64_t>(section.alignment, 1),
            section.data, std::move(relocations_[section.number])};
  }

  void add_symbol(std::uint32_t number, const ElfFile::Symbol& symbol) {
    const auto function = functions_.find(symbol.section);
    if (function != functions_.end() && symbol.type == STT_FUNC)
      add_function_symbol(number, symbol, code_.functions[function->second]);
    const auto data = data_.find(symbol.section);
    if (data == data_.end() || (symbol.type != STT_OBJECT && symbol.type != kObject) ||
        !inside(symbol, code_.data[data->second].size))
      return;
    code_.variables.push_back({number, symbol.name, data->second, symbol.value, symbol.size,
                               (symbol.other & kManaged) != 0});
  }

  void add_function_symbol(std::uint32_t number, const ElfFile::Symbol& symbol,
                           FunctionCode& function) {
    const FunctionSizes sizes = sizes_.contains(number) ? sizes_.at(number) : FunctionSizes{};
    if (symbol.name != function.name) {
      if (inside(symbol, function.text.size()) && symbol.value % kInstructionBytes == 0)
        function.inner.push_back(
            {number, symbol.name, to_word(symbol.value), to_word(symbol.size), sizes.frame_bytes});
      return;
    }
    function.symbol = number;
    function.entry = (symbol.other & kEntry) != 0;
    if (sizes.registers) function.registers = to_int(*sizes.registers);
    function.frame_bytes = sizes.frame_bytes;
    function.stack_bytes = sizes.stack_bytes;
  }

  const ElfFile& elf_;
  std::map<std::uint32_t, std::vector<Relocation>> relocations_;
  std::map<std::uint32_t, FunctionSizes> sizes_;
  std::uint32_t reserved_;
  std::map<std::uint32_t, std::size_t> functions_, data_;  // by section: indices in code_
  Code code_;
};

}  // namespace

const DataSection* FunctionCode::bank(int number) const {
  return find(banks, std::optional(number), &DataSection::bank);
}
const FunctionCode* Code::function(std::string_view name) const {
  return find(functions, name, &FunctionCode::name);
}
const FunctionCode* Code::function_of(std::uint32_t symbol) const {
  return symbol == 0 ? nullptr : find(functions, symbol, &FunctionCode::symbol);
}
const Variable* Code::variable(std::string_view name) const {
  return find(variables, name, &Variable::name);
}
const Variable* Code::variable_of(std::uint32_t symbol) const {
  return find(variables, symbol, &Variable::symbol);
}
const DataSection* Code::bank(int number) const {
  return find(data, std::optional(number), &DataSection::bank);
}

Result<Code> read_code(std::span<const std::byte> cubin) {
  auto file = std::make_shared<const std::vector<std::byte>>(cubin.begin(), cubin.end());
  const Result<ElfFile> elf = ElfFile::read(*file);
  if (!elf) return elf.error();
  if (elf->machine() != kMachineCuda) return bad_input("this ELF file is not made for a GPU");
  Code code = Reader(*elf).read();
  code.file = std::move(file);
  return code;
}

}  // namespace lanescope::cubin
