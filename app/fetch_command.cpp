#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "app/commands.hpp"
#include "app/fetch.hpp"
#include "app/messages.hpp"
#include "cuda/toolchain/user_folder.hpp"

namespace lanescope::app {
namespace {

constexpr const char* kTerms =
    "It is NVIDIA's, not part of Lanescope, and comes under NVIDIA's terms: the \"CUDA Toolkit End "
    "User\nLicense Agreement\", https://docs.nvidia.com/cuda/eula/. A copy comes with it, into\n"
    "{}.\n";

// A line that begins with y, at a terminal or from a pipe.
bool agrees() {
  tell("Fetch it, and agree to NVIDIA's terms? [y/N] ");
  const int first = std::getchar();
  return first == 'y' || first == 'Y';
}

}  // namespace

int fetch_command(const CommandLine& line) {
  const FetchedTool* tool = find_fetched_tool(line.fetch.tool);
  if (tool == nullptr)
    return complain(
        bad_input(fmt::format("`{}` is none of nvrtc, nvcc, nvdisasm, curand", line.fetch.tool)));
  const std::string folder = cuda::toolchain::user_deps_folder();
  if (folder.empty())
    return complain(
        missing("there is no folder to put it in: neither HOME nor XDG_DATA_HOME is set"));
  tell("{}, {} on disk.\n", tool->words, tool->size);
  tell(kTerms, folder + "/licences");
  if (!line.fetch.yes && !agrees())
    return complain(bad_input("nothing was fetched; --yes agrees without being asked"));
  if (const Result<void> done = fetch(*tool, folder); !done) return complain(done.error());
  const Result<void> written =
      write_output("", fmt::format("{}/nvidia/cu13/{}\n", folder, tool->needed_file));
  return written ? 0 : complain(written.error());
}

}  // namespace lanescope::app
