#include "ui/studio/panel_set.hpp"

#include <string>

#include "ui/panels/arrays/arrays.hpp"
#include "ui/panels/compare/compare.hpp"
#include "ui/panels/counters/counters.hpp"
#include "ui/panels/device/device.hpp"
#include "ui/panels/experiment/experiment.hpp"
#include "ui/panels/findings/findings.hpp"
#include "ui/panels/global_memory/global_memory.hpp"
#include "ui/panels/graph/graph.hpp"
#include "ui/panels/hazards/hazards.hpp"
#include "ui/panels/help/help.hpp"
#include "ui/panels/image/image.hpp"
#include "ui/panels/lesson/lesson.hpp"
#include "ui/panels/matrix/matrix.hpp"
#include "ui/panels/notes/notes.hpp"
#include "ui/panels/occupancy/occupancy.hpp"
#include "ui/panels/registers/registers.hpp"
#include "ui/panels/shared_memory/shared_memory.hpp"
#include "ui/panels/source/source.hpp"
#include "ui/panels/timeline/timeline.hpp"
#include "ui/panels/timings/timings.hpp"
#include "ui/panels/warps/warps.hpp"

namespace lanescope::ui {

std::vector<std::unique_ptr<Panel>> make_panels() {
  std::vector<std::unique_ptr<Panel>> panels;
  panels.push_back(std::make_unique<ExperimentPanel>());
  panels.push_back(std::make_unique<LessonPanel>());
  panels.push_back(std::make_unique<SourcePanel>());
  panels.push_back(std::make_unique<WarpsPanel>());
  panels.push_back(std::make_unique<RegistersPanel>());
  panels.push_back(std::make_unique<ArraysPanel>());
  panels.push_back(std::make_unique<GraphPanel>());
  panels.push_back(std::make_unique<MatrixPanel>());
  panels.push_back(std::make_unique<ImagePanel>());
  panels.push_back(std::make_unique<SharedMemoryPanel>());
  panels.push_back(std::make_unique<GlobalMemoryPanel>());
  panels.push_back(std::make_unique<CountersPanel>());
  panels.push_back(std::make_unique<ComparePanel>());
  panels.push_back(std::make_unique<TimingsPanel>());
  panels.push_back(std::make_unique<OccupancyPanel>());
  panels.push_back(std::make_unique<HazardsPanel>());
  panels.push_back(std::make_unique<FindingsPanel>());
  panels.push_back(std::make_unique<TimelinePanel>());
  panels.push_back(std::make_unique<DevicePanel>());
  panels.push_back(std::make_unique<NotesPanel>());
  std::vector<HelpTopic> topics;
  for (const auto& panel : panels) {
    topics.push_back(
        {std::string(panel->id()), std::string(panel->title()), std::string(panel->help())});
  }
  panels.push_back(std::make_unique<HelpPanel>(std::move(topics)));
  return panels;
}

}  // namespace lanescope::ui
