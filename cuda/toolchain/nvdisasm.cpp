#include "cuda/toolchain/nvdisasm.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "cuda/toolchain/process.hpp"
#include "cuda/toolchain/scratch.hpp"

namespace lanescope::cuda::toolchain {
namespace {

namespace fs = std::filesystem;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r;") - first + 1);
}

// Where the instructions that follow come from:
//   //## File "a.h", line 7 inlined at "k.cu", line 12
//   //## File "k.cu", line 12
class Places {
 public:
  bool read(std::string_view text) {
    constexpr std::string_view kBegin = "//## File \"", kLine = "\", line ";
    if (!text.starts_with(kBegin)) return false;
    const std::size_t end = text.find(kLine);
    if (end == std::string_view::npos) return false;
    if (!goes_on_) chain_.clear();
    ports::toolchain::SassLine::SourcePlace place{
        std::string(text.substr(kBegin.size(), end - kBegin.size())), 0};
    const std::string_view number = text.substr(end + kLine.size());
    std::from_chars(number.data(), number.data() + number.size(), place.line);
    chain_.push_back(std::move(place));
    goes_on_ = number.find("inlined at") != std::string_view::npos;
    return true;
  }
  [[nodiscard]] const std::vector<ports::toolchain::SassLine::SourcePlace>& chain() const {
    return chain_;
  }

 private:
  std::vector<ports::toolchain::SassLine::SourcePlace> chain_;
  bool goes_on_ = false;
};

// `/*01d0*/  @!P1 LDS R3, [R2] ;`
bool read_instruction(std::string_view text, ports::toolchain::SassLine& out) {
  constexpr std::string_view kBegin = "/*", kEnd = "*/";
  const std::size_t end = text.find(kEnd);
  if (!text.starts_with(kBegin) || end == std::string_view::npos) return false;
  const std::string_view digits = text.substr(kBegin.size(), end - kBegin.size());
  const auto [stop, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), out.address, 16);
  if (problem != std::errc{} || stop != digits.data() + digits.size()) return false;
  std::string_view words = trimmed(text.substr(end + kEnd.size()));
  const auto take_word = [&words] {
    const std::string_view word = words.substr(0, words.find_first_of(" \t"));
    words = trimmed(words.substr(word.size()));
    return word;
  };
  if (words.starts_with('@')) out.guard = take_word();
  out.opcode = take_word();
  out.operands = words;
  return !out.opcode.empty();
}

// Behind the last EXIT stand a branch to itself and NOPs that nobody executes.
void drop_padding(std::vector<ports::toolchain::SassLine>& lines) {
  while (!lines.empty() && (lines.back().opcode == "NOP" || !lines.back().label.empty()))
    lines.pop_back();
  const auto names_last_label = [&lines] {
    const ports::toolchain::SassLine& last = lines.back();
    const ports::toolchain::SassLine& before = lines[lines.size() - 2];
    return last.opcode == "BRA" && last.guard.empty() && !before.label.empty() &&
           last.operands.find("(" + before.label + ")") != std::string::npos;
  };
  if (lines.size() >= 2 && names_last_label()) lines.resize(lines.size() - 2);
  while (!lines.empty() && !lines.back().label.empty()) lines.pop_back();
}

bool is_label(std::string_view text) {
  return text.starts_with(".L") && text.ends_with(':') &&
         text.find_first_of(" \t") == std::string_view::npos;
}

}  // namespace

std::vector<ports::toolchain::SassFunction> parse_sass(std::string_view text) {
  std::vector<ports::toolchain::SassFunction> functions;
  Places places;
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    // Not .sectioninfo, which listings of sm_89 and earlier have within.
    if (constexpr std::string_view kSection = ".section\t"; line.starts_with(kSection)) {
      const std::string_view name = trimmed(line.substr(kSection.size()));
      constexpr std::string_view kText = ".text.";
      inside = name.starts_with(kText);
      places = {};
      if (inside)
        functions.push_back(
            {std::string(name.substr(kText.size(), name.find(',') - kText.size())), {}});
    } else if (!inside || places.read(line)) {
      continue;
    } else if (is_label(line)) {
      ports::toolchain::SassLine label;
      label.label = line.substr(0, line.size() - 1);
      functions.back().lines.push_back(std::move(label));
    } else if (ports::toolchain::SassLine instruction; read_instruction(line, instruction)) {
      instruction.places = places.chain();
      functions.back().lines.push_back(std::move(instruction));
    }
  }
  for (ports::toolchain::SassFunction& function : functions) drop_padding(function.lines);
  return functions;
}

Result<std::vector<ports::toolchain::SassFunction>> disassemble(const std::string& nvdisasm,
                                                                std::span<const std::byte> cubin,
                                                                double seconds) {
  const Scratch scratch;
  const fs::path file = scratch.folder() / "image.cubin";
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(cubin.data()),
            static_cast<std::streamsize>(cubin.size()));
  out.close();
  if (scratch.folder().empty() || !out) return bad_input("no temporary file can be written");
  const ProcessLimits limits{seconds, std::uint64_t{4} << 30U, std::size_t{64} << 20U};
  const ProcessOutput process = run_process({nvdisasm, "-c", "-gi", file.string()}, limits);
  if (!process.started)
    return Error{Error::Code::Missing, fmt::format("{} cannot be started", nvdisasm), {}};
  if (process.status != 0) {
    const std::string why = process.output.substr(0, process.output.find('\n'));
    return bad_input(process.timed_out
                         ? "nvdisasm took too long"
                         : fmt::format("nvdisasm failed ({}): {}", process.status, why));
  }
  return parse_sass(process.output);
}

Result<std::vector<ports::toolchain::SassFunction>> Nvdisasm::disassemble(
    std::span<const std::byte> cubin) const {
  const ports::toolchain::Tool tool = find_toolchain(search_).nvdisasm;
  if (!tool.found()) return missing(tool.problem + ": " + tool.remedy);
  return toolchain::disassemble(tool.path, cubin, seconds_);
}

}  // namespace lanescope::cuda::toolchain
