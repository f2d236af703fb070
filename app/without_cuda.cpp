// The program without cuda/: the lessons' kernels as they were compiled ahead, and the model.

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/messages.hpp"
#include "lab/lesson/paths.hpp"
#include "ports/equipment/bare_equipment.hpp"
#if LANESCOPE_HAS_GUI
#include "app/device_textures.hpp"
#endif

namespace lanescope::app {
namespace {

constexpr const char* kRemedy =
    "it was built with LANESCOPE_CUDA=OFF; ./run builds the whole of it";

int no_cuda() {
  return complain(missing(std::string("this command needs NVIDIA's tools, which this program does "
                                      "not use: ") +
                          kRemedy));
}

}  // namespace

const ports::equipment::Equipment& equipment() {
  static const ports::equipment::BareEquipment kEquipment({lesson::find_asset("compiled").string()},
                                                          kRemedy);
  return kEquipment;
}

int worker_command() { return no_cuda(); }
int gpu_worker_command() { return no_cuda(); }
int fetch_command(const CommandLine&) { return no_cuda(); }
int program_command(const CommandLine&) { return no_cuda(); }
int precompile_command(const CommandLine&) { return no_cuda(); }
int predisassemble_command(const CommandLine&) { return no_cuda(); }

#if LANESCOPE_HAS_GUI
std::unique_ptr<ui::background::DeviceTextures> device_textures() { return nullptr; }
#endif

}  // namespace lanescope::app
