#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::program {

struct HostLine {
  std::uint32_t number = 0;
  std::string text;
  // What happened there, the gravest of it: "1 KiB", "4 launches", "never freed".
  std::string note;
  std::optional<style::Role> mark;  // of the note; none: nothing to look at
  // Where a click goes: the first launch that the line made, else its first call.
  std::optional<std::size_t> launch, call;
};
// The source that the chosen call or launch is in.
struct HostSource {
  std::string file;
  std::vector<HostLine> lines;
};
// The file of the chosen call, else of the launch on screen, else of the first call with a line;
// empty: no program is open, or none was built with lines.
[[nodiscard]] std::string host_file(const session::Session& session);
// Without lines: its text was not kept.
[[nodiscard]] HostSource host_source(const lanescope::program::SavedProgram& program,
                                     const std::string& file);
// The chosen line in that file, from 1; 0: none.
[[nodiscard]] std::uint32_t host_line(const session::Session& session);

}  // namespace lanescope::ui::figures::program
