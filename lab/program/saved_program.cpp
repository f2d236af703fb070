#include "lab/program/saved_program.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "lab/experiment/kernel_signature.hpp"
#include "lab/run/sealed_file.hpp"
#include "ports/images/archive.hpp"
#include "ports/toolchain/kernel_names.hpp"

namespace lanescope::program {
namespace {

using run::kSavedProgram;

// False: they are not one piece behind the other.
bool find_chunks(SavedProgram& program) {
  ports::images::ByteReader in(program.contents);
  while (!in.at_end()) {
    const auto chunk = in.bytes();
    if (chunk.empty()) return false;
    program.chunks.push_back(chunk);
  }
  return true;
}

void write_gpu(ports::images::ByteWriter& out, const GpuRun& gpu) {
  out.text(gpu.device);
  out.integer(gpu.ending.status);
  out.integer(gpu.ending.signal);
  out.integer(gpu.same_output ? 1 : 0);
  out.text(text_of(gpu.times));
}

GpuRun read_gpu(ports::images::ByteReader& in) {
  GpuRun gpu;
  gpu.device = in.text();
  gpu.ending.status = in.integer();
  gpu.ending.signal = in.integer();
  gpu.same_output = in.integer() != 0;
  gpu.times = read_gpu_times(in.text());
  return gpu;
}

}  // namespace

const runtime::record::Launch* SavedProgram::find_launch(std::size_t index) const {
  return index < run.record.launches.size() ? &run.record.launches[index] : nullptr;
}

std::vector<std::byte> saved_program_bytes(const ProgramToSave& program) {
  ports::images::ByteWriter out;
  out.text(program.arch);
  out.text(program.folder);
  out.integer(program.ending.status);
  out.integer(program.ending.signal);
  out.texts(program.arguments);
  out.number(program.sources.size());
  for (const SourceFile& source : program.sources) {
    out.text(source.name);
    out.text(source.text);
  }
  out.text(program.record);
  out.bytes(program.contents);
  if (program.gpu != nullptr) write_gpu(out, *program.gpu);
  return run::seal(out.data(), kSavedProgram);
}

bool is_saved_program(std::span<const std::byte> bytes) {
  return run::is_sealed(bytes, kSavedProgram);
}

Result<std::shared_ptr<const SavedProgram>> read_saved_program(std::span<const std::byte> bytes,
                                                               const std::string& name) {
  const auto content = run::content_of(bytes, kSavedProgram, name);
  if (!content) return content.error();
  ports::images::ByteReader in(*content);
  auto program = std::make_shared<SavedProgram>();
  const std::string arch = in.text();
  program->folder = in.text();
  Ending ending;
  ending.status = in.integer();
  ending.signal = in.integer();
  program->arguments = in.texts();
  std::vector<std::string> files;
  for (std::uint64_t left = in.count(); left > 0; --left) {
    std::string file = in.text();
    files.push_back(file);
    program->sources.push_back({std::move(file), in.text()});
  }
  const std::string record = in.text();
  const auto contents = in.bytes();
  std::optional<GpuRun> gpu;
  if (!in.at_end()) gpu = read_gpu(in);
  if (!in.at_end()) return run::damaged(kSavedProgram, name, "its parts do not add up");
  program->contents.assign(contents.begin(), contents.end());
  if (!find_chunks(*program))
    return run::damaged(kSavedProgram, name, "what its arrays held does not add up");
  program->run =
      read_program(std::move(files), arch, ending,
                   runtime::record::read(record, runtime::record::Counted::InAll), program->folder);
  if (gpu) program->run.set_gpu(std::move(*gpu));
  return std::shared_ptr<const SavedProgram>(std::move(program));
}

std::string kernel_title(const runtime::record::Launch& launch) {
  const ports::toolchain::KernelImage image = ports::toolchain::name_kernel(launch.kernel);
  std::string title = image.display_name.empty() ? launch.kernel : image.display_name;
  int depth = 0;
  for (std::size_t i = 0; i < title.size(); ++i) {
    if (title[i] == '<') ++depth;
    if (title[i] == '>') --depth;
    if (title[i] == '(' && depth == 0) title.resize(i);
  }
  return title;
}

bool has_main(std::string_view source) {
  const std::string code = experiment::code_of(source);
  const auto in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == ':';
  };
  for (std::size_t at = code.find("main"); at != std::string::npos;
       at = code.find("main", at + 4)) {
    const std::size_t open = code.find_first_not_of(" \t\n", at + 4);
    const bool begins = at == 0 || !in_name(code[at - 1]);
    if (begins && open != std::string::npos && code[open] == '(') return true;
  }
  return false;
}

}  // namespace lanescope::program
