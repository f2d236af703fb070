#include "ui/studio/panel_set.hpp"

#include <string>

#include "ui/panels/arrays/arrays.hpp"
#include "ui/panels/compare/compare.hpp"
#include "ui/panels/counters/counters.hpp"
#include "ui/panels/cycles/cycles.hpp"
#include "ui/panels/device/device.hpp"
#include "ui/panels/experiment/experiment.hpp"
#include "ui/panels/findings/findings.hpp"
#include "ui/panels/global_memory/global_memory.hpp"
#include "ui/panels/graph/graph.hpp"
#include "ui/panels/grid/grid.hpp"
#include "ui/panels/hazards/hazards.hpp"
#include "ui/panels/help/help.hpp"
#include "ui/panels/host_source/host_source.hpp"
#include "ui/panels/image/image.hpp"
#include "ui/panels/launches/launches.hpp"
#include "ui/panels/lesson/lesson.hpp"
#include "ui/panels/matrix/matrix.hpp"
#include "ui/panels/merge/merge.hpp"
#include "ui/panels/network/network.hpp"
#include "ui/panels/notes/notes.hpp"
#include "ui/panels/occupancy/occupancy.hpp"
#include "ui/panels/output/output.hpp"
#include "ui/panels/problems/problems.hpp"
#include "ui/panels/program/program.hpp"
#include "ui/panels/registers/registers.hpp"
#include "ui/panels/schedulers/schedulers.hpp"
#include "ui/panels/shared_memory/shared_memory.hpp"
#include "ui/panels/sms/sms.hpp"
#include "ui/panels/source/source.hpp"
#include "ui/panels/stalls/stalls.hpp"
#include "ui/panels/timeline/timeline.hpp"
#include "ui/panels/timings/timings.hpp"
#include "ui/panels/traffic/traffic.hpp"
#include "ui/panels/volume/volume.hpp"
#include "ui/panels/warps/warps.hpp"
#include "ui/panels/what_if/what_if.hpp"

namespace lanescope::ui::studio {

std::vector<std::unique_ptr<panels::Panel>> make_panels() {
  std::vector<std::unique_ptr<panels::Panel>> panels;
  panels.push_back(std::make_unique<panels::experiment::ExperimentPanel>());
  panels.push_back(std::make_unique<panels::lesson::LessonPanel>());
  panels.push_back(std::make_unique<panels::source::SourcePanel>());
  panels.push_back(std::make_unique<panels::warps::WarpsPanel>());
  panels.push_back(std::make_unique<panels::registers::RegistersPanel>());
  panels.push_back(std::make_unique<panels::arrays::ArraysPanel>());
  panels.push_back(std::make_unique<panels::grid::GridPanel>());
  panels.push_back(std::make_unique<panels::graph::GraphPanel>());
  panels.push_back(std::make_unique<panels::matrix::MatrixPanel>());
  panels.push_back(std::make_unique<panels::merge::MergePanel>());
  panels.push_back(std::make_unique<panels::network::NetworkPanel>());
  panels.push_back(std::make_unique<panels::volume::VolumePanel>());
  panels.push_back(std::make_unique<panels::image::ImagePanel>());
  panels.push_back(std::make_unique<panels::shared_memory::SharedMemoryPanel>());
  panels.push_back(std::make_unique<panels::global_memory::GlobalMemoryPanel>());
  panels.push_back(std::make_unique<panels::traffic::TrafficPanel>());
  panels.push_back(std::make_unique<panels::counters::CountersPanel>());
  panels.push_back(std::make_unique<panels::compare::ComparePanel>());
  panels.push_back(std::make_unique<panels::timings::TimingsPanel>());
  panels.push_back(std::make_unique<panels::occupancy::OccupancyPanel>());
  panels.push_back(std::make_unique<panels::output::OutputPanel>());
  panels.push_back(std::make_unique<panels::program::ProgramPanel>());
  panels.push_back(std::make_unique<panels::host_source::HostSourcePanel>());
  panels.push_back(std::make_unique<panels::launches::LaunchesPanel>());
  panels.push_back(std::make_unique<panels::problems::ProblemsPanel>());
  panels.push_back(std::make_unique<panels::hazards::HazardsPanel>());
  panels.push_back(std::make_unique<panels::findings::FindingsPanel>());
  panels.push_back(std::make_unique<panels::stalls::StallsPanel>());
  panels.push_back(std::make_unique<panels::timeline::TimelinePanel>());
  panels.push_back(std::make_unique<panels::cycles::CyclesPanel>());
  panels.push_back(std::make_unique<panels::schedulers::SchedulersPanel>());
  panels.push_back(std::make_unique<panels::sms::SmsPanel>());
  panels.push_back(std::make_unique<panels::what_if::WhatIfPanel>());
  panels.push_back(std::make_unique<panels::device::DevicePanel>());
  panels.push_back(std::make_unique<panels::notes::NotesPanel>());
  std::vector<panels::help::HelpTopic> topics;
  for (const auto& panel : panels) {
    topics.push_back(
        {std::string(panel->id()), std::string(panel->title()), std::string(panel->help())});
  }
  panels.push_back(std::make_unique<panels::help::HelpPanel>(std::move(topics)));
  return panels;
}

std::vector<view::PanelHome> panel_homes(
    const std::vector<std::unique_ptr<panels::Panel>>& panels) {
  std::vector<view::PanelHome> homes;
  for (const auto& panel : panels)
    homes.push_back({std::string(panel->id()), std::string(panel->neighbour())});
  return homes;
}

}  // namespace lanescope::ui::studio
