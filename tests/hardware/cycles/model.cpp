// Writes modelled.json: what the model says of the launches in a file of cycles.py. Needs no GPU.
//     cycles_modelled CYCLES.json MODELLED.json [MILLIONS [CASE…]]
// Cases of more than so many million warp instructions are left out (1,000 unless told otherwise).
// A case is named as in the file ("reduction/sequential large"); those alone are then modelled, and
// the others keep their lines.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "cuda/device/equipment.hpp"
#include "cuda/toolchain/worker_loop.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "tests/hardware/cycles/modelled.hpp"
#include "tests/hardware/cycles/recorded.hpp"

namespace lanescope::test {
namespace {

using nlohmann::ordered_json;

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.text().c_str());
  return 1;
}

// A file's lines, by their cases.
std::map<std::string, ordered_json> lines_of(const char* path) {
  std::map<std::string, ordered_json> lines;
  const ordered_json in = ordered_json::parse(std::ifstream(path), nullptr, false);
  if (in.is_discarded()) return lines;
  for (const ordered_json& one : in.at("cases")) lines[one.at("case")] = one;
  return lines;
}

void write(const char* path, const std::vector<RecordedCase>& cases,
           const std::map<std::string, ordered_json>& lines) {
  std::ofstream out(path);
  out << "{\"machine\": \"h200\", \"cases\": [";
  const char* between = "\n";
  for (const RecordedCase& one : cases) {
    const auto line = lines.find(one.name());
    if (line == lines.end()) continue;
    out << between << line->second.dump();
    between = ",\n";
  }
  out << "\n]}\n";
}

int run_all(const char* recorded, const char* out, double most, std::span<char*> wanted) {
  const auto cases = read_recorded(recorded);
  if (!cases) return fail(cases.error());
  auto lessons = lesson::load_lessons(lesson::kernels_folder());
  if (!lessons) return fail(lessons.error());
  cuda::device::Equipment::Options options;
  options.compiler.read_only_caches = {lesson::find_asset("compiled").string()};
  const cuda::device::Equipment equipment(options);
  const auto compiler = equipment.compiler();
  Modeller modeller(std::move(*lessons), *compiler, equipment.disassembler());
  std::map<std::string, ordered_json> lines = lines_of(out);
  for (const RecordedCase& one : *cases) {
    const bool is_wanted = wanted.empty() || std::ranges::any_of(wanted, [&](const char* name) {
                             return one.name().starts_with(name);
                           });
    if (!is_wanted) continue;
    lines[one.name()] = modeller.model(one, most);
    std::printf("%s\n", lines[one.name()].dump().c_str());
    std::fflush(stdout);
  }
  write(out, *cases, lines);
  return 0;
}

}  // namespace
}  // namespace lanescope::test

int main(int argc, char** argv) {
  // The compiler runs in a process of its own: this program once more.
  if (argc >= 2 && std::string_view(argv[1]) == "worker")
    return lanescope::cuda::toolchain::run_worker();
  if (argc >= 3) {
    const double millions = argc > 3 ? std::atof(argv[3]) : 1000;
    const auto rest = std::span(argv, static_cast<std::size_t>(argc));
    return lanescope::test::run_all(argv[1], argv[2], millions * 1e6,
                                    rest.subspan(argc > 4 ? 4 : rest.size()));
  }
  std::printf("usage: cycles_modelled CYCLES.json MODELLED.json [MILLIONS [CASE...]]\n");
  return 2;
}
