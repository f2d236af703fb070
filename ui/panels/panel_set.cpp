#include <string>

#include "ui/panels/arrays.hpp"
#include "ui/panels/compare.hpp"
#include "ui/panels/counters.hpp"
#include "ui/panels/device.hpp"
#include "ui/panels/experiment.hpp"
#include "ui/panels/global_memory.hpp"
#include "ui/panels/hazards.hpp"
#include "ui/panels/help.hpp"
#include "ui/panels/image.hpp"
#include "ui/panels/lesson.hpp"
#include "ui/panels/notes.hpp"
#include "ui/panels/occupancy.hpp"
#include "ui/panels/panel.hpp"
#include "ui/panels/registers.hpp"
#include "ui/panels/shared_memory.hpp"
#include "ui/panels/source.hpp"
#include "ui/panels/timeline.hpp"
#include "ui/panels/timings.hpp"
#include "ui/panels/warps.hpp"

namespace lanescope::ui {

std::vector<std::unique_ptr<Panel>> make_panels() {
  std::vector<std::unique_ptr<Panel>> panels;
  panels.push_back(std::make_unique<ExperimentPanel>());
  panels.push_back(std::make_unique<LessonPanel>());
  panels.push_back(std::make_unique<SourcePanel>());
  panels.push_back(std::make_unique<WarpsPanel>());
  panels.push_back(std::make_unique<RegistersPanel>());
  panels.push_back(std::make_unique<ArraysPanel>());
  panels.push_back(std::make_unique<ImagePanel>());
  panels.push_back(std::make_unique<SharedMemoryPanel>());
  panels.push_back(std::make_unique<GlobalMemoryPanel>());
  panels.push_back(std::make_unique<CountersPanel>());
  panels.push_back(std::make_unique<ComparePanel>());
  panels.push_back(std::make_unique<TimingsPanel>());
  panels.push_back(std::make_unique<OccupancyPanel>());
  panels.push_back(std::make_unique<HazardsPanel>());
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
