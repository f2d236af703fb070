#include "ui/figures/sass_model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>

#include "lab/run/machine_code_run.hpp"
#include "lab/run/prepare.hpp"
#include "sim/analysis/lines.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

using Access = ports::toolchain::SassAccess;

// Loads, or stores, of one memory under one source line.
struct Moves {
  std::uint32_t count = 0, widest = 0;
  std::uint64_t bytes = 0;
  void add(std::uint32_t width) {
    ++count;
    widest = std::max(widest, width);
    bytes += width;
  }
};
constexpr std::size_t kKinds = 6;  // loads and stores of three memories
std::string accesses_words(std::size_t kind, std::uint32_t count) {
  switch (kind) {
    case 0:
      return say_many(count, "{} global load", "{} global loads", count);
    case 1:
      return say_many(count, "{} global store", "{} global stores", count);
    case 2:
      return say_many(count, "{} shared load", "{} shared loads", count);
    case 3:
      return say_many(count, "{} shared store", "{} shared stores", count);
    case 4:
      return say_many(count, "{} local load", "{} local loads", count);
    default:
      return say_many(count, "{} local store", "{} local stores", count);
  }
}

std::size_t kind_of(const Access& access) {
  switch (access.space) {
    case Access::Space::Global:
      return access.is_load ? 0 : 1;
    case Access::Space::Shared:
      return access.is_load ? 2 : 3;
    case Access::Space::Local:
      return access.is_load ? 4 : 5;
    case Access::Space::None:
    case Access::Space::Constant:
      break;
  }
  return kKinds;
}

struct Code {
  std::uint32_t instructions = 0, branches = 0, guarded = 0;
  std::array<Moves, kKinds> moves;
  void add(const Access& access) {
    const std::size_t kind = kind_of(access);
    if (kind < kKinds) moves[kind].add(access.bytes);
  }
};
struct Line {
  Code ptx, sass;
  bool has_loop = false;  // the source says for or while
};

bool says_loop(std::string_view text) {
  text = text.substr(0, text.find("//"));
  for (const std::string_view word : {"for", "while"}) {
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos) continue;
    const auto part_of_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    if (at > 0 && part_of_name(text[at - 1])) continue;
    const std::size_t next = text.find_first_not_of(' ', at + word.size());
    if (next != std::string_view::npos && text[next] == '(') return true;
  }
  return false;
}

void mark_loops(std::string_view source, std::map<std::uint32_t, Line>& lines) {
  for (std::uint32_t number = 1; !source.empty(); ++number) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    const auto line = lines.find(number);
    if (line != lines.end()) line->second.has_loop = says_loop(source.substr(0, end));
    source.remove_prefix(std::min(end + 1, source.size()));
  }
}

std::string instructions_words(std::uint32_t count) {
  return say_many(count, "{} instruction", "{} instructions", count);
}

// What became of one kind of memory access; empty: nothing worth a word.
std::string moves_words(const Moves& ptx, const Moves& sass, std::size_t kind) {
  if (ptx.count == 0 || sass.count == 0 || ptx.count == sass.count) return {};
  const std::string accesses = accesses_words(kind, ptx.count);
  if (sass.count < ptx.count && sass.widest > ptx.widest)
    return say(" {} of {} bytes became {} of up to {} bytes.", accesses, ptx.widest, sass.count,
               sass.widest);
  if (sass.bytes > ptx.bytes)
    return say_many(ptx.count,
                    " {} of the PTX stands here {} times: the code was copied, as unrolling does.",
                    " {} of the PTX stand here {} times: the code was copied, as unrolling does.",
                    accesses, sass.count);
  if (sass.count < ptx.count)
    return say_many(sass.count, " Of {} of the PTX, {} remains.", " Of {} of the PTX, {} remain.",
                    accesses, sass.count);
  return say(" {} became {} of at most {} bytes.", accesses, sass.count, sass.widest);
}

std::string line_words(std::uint32_t number, const Line& line) {
  if (line.sass.instructions == 0)
    return say("Line {}: {} in the PTX, none in the machine code under this line.", number,
               instructions_words(line.ptx.instructions));
  std::string text = say("Line {}: {} of the PTX, {} of the machine.", number,
                         instructions_words(line.ptx.instructions), line.sass.instructions);
  if (line.ptx.branches > 0 && line.sass.branches == 0)
    text += tr(
        " The PTX branches here, the machine code does not: predicates take the branch's place.");
  if (line.has_loop && line.ptx.branches == 0 && line.sass.branches == 0)
    text += tr(" No branch is left of its loop: it was unrolled, or is not needed.");
  if (line.sass.guarded > 0)
    text +=
        say_many(line.sass.guarded, " {} carries a predicate: lanes whose test failed do nothing.",
                 " {} carry a predicate: lanes whose test failed do nothing.", line.sass.guarded);
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    text += moves_words(line.ptx.moves[kind], line.sass.moves[kind], kind);
  return text;
}

std::string kernel_words(const std::map<std::uint32_t, Line>& lines) {
  Line all;
  std::uint32_t without = 0;
  for (const auto& [number, line] : lines) {
    all.ptx.instructions += line.ptx.instructions;
    all.sass.instructions += line.sass.instructions;
    all.ptx.branches += line.ptx.branches;
    all.sass.branches += line.sass.branches;
    all.sass.guarded += line.sass.guarded;
    if (number != 0 && line.ptx.branches > 0 && line.sass.branches == 0) ++without;
  }
  std::string text =
      say("{} of the PTX became {} of the machine. Conditional branches: {} in the PTX, {} in the "
          "machine code.",
          instructions_words(all.ptx.instructions), all.sass.instructions, all.ptx.branches,
          all.sass.branches);
  if (without > 0)
    text += say_many(without, " On {} line, predicates take a branch's place.",
                     " On {} lines, predicates take a branch's place.", without);
  return text;
}

bool is_ptx_branch(std::string_view text) {
  return text.starts_with('@') && text.find(" bra") != std::string_view::npos;
}

void count_ptx(const engine::Program& program, const std::string& file,
               std::map<std::uint32_t, Line>& lines) {
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    Code& code = lines[analysis::line_in_file(program, Pc{pc}, file)].ptx;
    const std::string text = std::string(program.text_at(Pc{pc}));
    ++code.instructions;
    if (is_ptx_branch(text)) ++code.branches;
    code.add(ptx_access(text));
  }
}

SassRow row_of(const ports::toolchain::SassLine& line, const std::string& file_name) {
  SassRow row;
  row.is_label = !line.label.empty();
  if (row.is_label) {
    row.text = line.label + ":";
    return row;
  }
  row.guard = line.guard;
  row.text = line.guard.empty() ? "" : line.guard + " ";
  row.text += line.opcode;
  if (!line.operands.empty()) row.text += " " + line.operands;
  row.address = line.address;
  const Access access = ports::toolchain::sass_access(line.opcode);
  row.bytes = access.bytes;
  row.is_load = access.is_load;
  if (access.space == Access::Space::Local) row.local = LocalKind::Spill;
  row.source_line = line_of(line, file_name);
  return row;
}

void count_sass(const ports::toolchain::SassLine& line, const SassRow& row,
                std::map<std::uint32_t, Line>& lines) {
  Code& code = lines[row.source_line].sass;
  ++code.instructions;
  const bool guarded = !line.guard.empty();
  const bool branch = ports::toolchain::is_sass_branch(line.opcode);
  if (guarded && branch) ++code.branches;
  if (guarded && !branch) ++code.guarded;
  code.add(ports::toolchain::sass_access(line.opcode));
}

// Under lines whose PTX has local memory itself it is an array's.
void tell_local(const engine::Program& program, const ports::toolchain::KernelImage& image,
                const std::map<std::uint32_t, Line>& lines, SassModel& model) {
  model.local.arrays = program.local_bytes();
  if (image.resources)
    model.local.frame = static_cast<std::uint32_t>(std::max(image.resources->local_bytes, 0));
  for (SassRow& row : model.rows) {
    if (row.local == LocalKind::None) continue;
    const auto& ptx = lines.at(row.source_line).ptx.moves;
    const bool of_array = ptx[4].count + ptx[5].count > 0 || row.source_line == 0;
    if (program.local_bytes() > 0 && of_array) row.local = LocalKind::Array;
    LocalUse& use = model.local.lines[row.source_line];
    ++(row.is_load ? use.loads : use.stores);
    if (use.kind != LocalKind::Spill) use.kind = row.local;
  }
}

}  // namespace

std::uint32_t line_of(const ports::toolchain::SassLine& line, const std::string& name) {
  const auto file = std::filesystem::path(name).filename();
  const auto own =
      std::ranges::find_if(line.places, [&](const ports::toolchain::SassLine::SourcePlace& place) {
        return std::filesystem::path(place.file).filename() == file;
      });
  return own == line.places.end() ? 0 : own->line;
}

ports::toolchain::SassAccess ptx_access(std::string_view text) {
  if (text.starts_with('@')) text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
  std::string_view opcode = text.substr(0, text.find_first_of(" \t"));
  const bool is_load = opcode.starts_with("ld.");
  if (!is_load && !opcode.starts_with("st.")) return {};
  Access access{Access::Space::None, is_load, 0};
  std::uint32_t elements = 1, width = 0;
  while (!opcode.empty()) {
    const std::size_t dot = opcode.find('.');
    const std::string_view part = opcode.substr(0, dot);
    opcode = dot == std::string_view::npos ? std::string_view{} : opcode.substr(dot + 1);
    if (part == "global") access.space = Access::Space::Global;
    if (part == "shared") access.space = Access::Space::Shared;
    if (part == "local") access.space = Access::Space::Local;
    if (part == "v2") elements = 2;
    if (part == "v4") elements = 4;
    if (part.size() >= 2 && std::string_view("bsuf").find(part[0]) != std::string_view::npos) {
      std::uint32_t bits = 0;
      const auto [end, problem] = std::from_chars(part.data() + 1, part.data() + part.size(), bits);
      if (problem == std::errc{} && end == part.data() + part.size()) width = bits / 8;
    }
  }
  if (access.space == Access::Space::None) return {};
  access.bytes = elements * width;
  return access;
}

SassModel sass_model(const view::View& view, const run::Disassembly& answer) {
  SassModel model;
  model.problem = answer.problem;
  if (!model.problem.empty() || view.program() == nullptr) return model;
  const engine::Program& program = run::before_assembly(*view.program());
  const run::Prepared& prepared = *view.run()->prepared;
  const ports::toolchain::KernelImage* image =
      run::kernel_image(prepared, view.state().cursor.selection.launch);
  const auto function =
      std::ranges::find_if(answer.functions, [image](const ports::toolchain::SassFunction& f) {
        return image != nullptr && f.name == image->mangled;
      });
  if (function == answer.functions.end()) {
    model.problem = tr("The image holds no machine code of this kernel.");
    return model;
  }
  const std::string& file = prepared.experiment.source.file_name;
  const std::string name = std::filesystem::path(file).filename().string();
  std::map<std::uint32_t, Line> lines;
  count_ptx(program, file, lines);
  for (const ports::toolchain::SassLine& line : function->lines) {
    model.rows.push_back(row_of(line, name));
    if (!model.rows.back().is_label) count_sass(line, model.rows.back(), lines);
  }
  mark_loops(prepared.experiment.source.text, lines);
  for (const auto& [number, line] : lines)
    if (number != 0) model.facts[number] = line_words(number, line);
  tell_local(program, *image, lines, model);
  model.sentence = kernel_words(lines);
  return model;
}

}  // namespace lanescope::ui::figures
