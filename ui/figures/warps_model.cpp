#include "ui/figures/warps_model.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "ui/figures/hazards_model.hpp"
#include "ui/view/line_in_source.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr std::size_t kCellWidth = 5;

struct Context {
  const view::View& view;
  const engine::Program& program;
  const engine::Execution& machine;
  const trace::Step& step;
  const trace::Trace& trace;
  BlockIndex block;
  int lanes = 32;
  std::optional<std::uint32_t> shown_register;
};

std::optional<std::uint32_t> find_register(const engine::Program& program, std::uint32_t function,
                                           const std::string& name) {
  if (name.empty()) return std::nullopt;
  for (std::uint32_t i = 0; i < program.registers().size(); ++i)
    if (program.registers()[i].name == name && program.registers()[i].function == function)
      return i;
  return std::nullopt;
}

// The register named in the state, else that of the shown step; a step that is about none (a
// branch, a barrier) leaves the one of the warp's last step whose result still lives.
std::optional<std::uint32_t> register_shown(const view::View& view, const engine::Program& program,
                                            const trace::Step& step) {
  constexpr int kLookBack = 48;
  const std::uint32_t function = program.at(step.pc).function;
  if (const std::string& name = view.state().appearance.shown_register; !name.empty())
    return find_register(program, function, name);
  if (const auto own = view::register_about(program, step.pc)) return own;
  const trace::Trace& trace = *view.trace();
  const auto ticks = trace.steps_of(step.launch, step.block, step.warp);
  auto at = std::lower_bound(ticks.begin(), ticks.end(), step.tick);
  for (int i = 0; i < kLookBack && at != ticks.begin(); ++i) {
    const Pc pc = trace.step(*--at).pc;
    if (program.at(pc).function != function) continue;
    const auto found = view::register_about(program, pc);
    if (found && program.registers()[*found].live_at(step.pc)) return found;
  }
  return std::nullopt;
}

std::string capitalised(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

// Where a lane goes on, for what is live there; nullopt once it has exited.
std::optional<Pc> pc_of(const engine::WarpState& state, std::size_t lane) {
  for (const auto& group : state.groups)
    if ((group.lanes >> lane & 1U) != 0) return group.pc;
  return std::nullopt;
}

// Where the register is not live a lane holds something else in its place: nothing is shown.
void fill_values(const Context& context, const engine::WarpState& state, WarpRow& row) {
  if (!context.shown_register) return;
  const auto& info = context.program.registers()[*context.shown_register];
  const auto values =
      context.machine.register_values(context.block, row.warp, *context.shown_register);
  for (std::size_t lane = 0; lane < std::min(values.size(), row.lanes.size()); ++lane) {
    if (row.lanes[lane].state == LaneState::Absent) continue;
    const auto pc = pc_of(state, lane);
    const bool executed = row.issues && (context.step.executed >> lane & 1U) != 0;
    if (!executed && !(pc && info.live_at(*pc))) continue;
    row.lanes[lane].value = info.type == ValueType::Pred
                                ? std::string(values[lane] != 0 ? "T" : "F")
                                : view::value_text(info.type, values[lane], kCellWidth);
  }
}

void overlay_step(const Context& context, WarpRow& row) {
  for (std::size_t lane = 0; lane < row.lanes.size(); ++lane) {
    const LaneMask bit = LaneMask{1} << lane;
    if ((context.step.executed & bit) != 0)
      row.lanes[lane].state = LaneState::Executed;
    else if ((context.step.active & bit) != 0)
      row.lanes[lane].state = LaneState::PredicatedOff;
  }
}

void describe(const Context& context, WarpRow& row) {
  std::size_t counts[8] = {};
  std::size_t existing = 0;
  for (const auto& lane : row.lanes) {
    ++counts[static_cast<std::size_t>(lane.state)];
    existing += lane.state != LaneState::Absent ? 1U : 0U;
  }
  const auto all = [&](LaneState state) {
    return counts[static_cast<std::size_t>(state)] == existing;
  };
  if (row.issues) {
    row.note = fmt::format("{}/{}", std::popcount(context.step.executed), existing);
    row.note_role = style::Role::Active;
  } else if (all(LaneState::Exited)) {
    row.note = tr("exited");
  } else if (counts[static_cast<std::size_t>(LaneState::AtBarrier)] > 0) {
    row.note = tr("gate");
    row.note_role = style::Role::Waiting;
  } else if (row.paths > 1) {
    row.note = say("{} paths", row.paths);
    row.note_role = style::Role::Divergence;
  } else {
    row.note = tr("ready");
  }
}

WarpRow make_row(const Context& context, WarpIndex warp) {
  WarpRow row;
  row.warp = warp;
  row.lanes.resize(static_cast<std::size_t>(context.lanes));
  row.issues = context.step.block == context.block && context.step.warp == warp;
  row.selected = context.view.shown_warp() == warp;
  const auto state = context.machine.warp(context.block, warp);
  const LaneMask existing = state ? state->existing : full_mask(context.lanes);
  for (std::size_t lane = 0; lane < row.lanes.size(); ++lane)
    if ((existing >> lane & 1U) != 0)
      row.lanes[lane].state = state ? LaneState::Ready : LaneState::Exited;
  if (state) {
    row.paths = state->groups.size();
    for (std::size_t lane = 0; lane < row.lanes.size(); ++lane)
      if ((state->exited >> lane & 1U) != 0) row.lanes[lane].state = LaneState::Exited;
    for (std::size_t path = 0; path < state->groups.size(); ++path)
      for (std::size_t lane = 0; lane < row.lanes.size(); ++lane)
        if ((state->groups[path].lanes >> lane & 1U) != 0) {
          row.lanes[lane].state = state_of(state->groups[path].status);
          row.lanes[lane].path = static_cast<std::uint8_t>(path);
        }
    fill_values(context, *state, row);
  }
  if (row.issues) overlay_step(context, row);
  describe(context, row);
  return row;
}

std::string join_words(const Context& context, const engine::JoinPoint& join) {
  const std::uint32_t line = view::line_in_source(context.view, context.program, join.pc);
  const std::string where =
      line == 0 ? fmt::format("`{}`", context.program.text_at(join.pc)) : say("line {}", line);
  return say("{} meet again at {}.", capitalised(view::lanes_words(join.lanes)), where);
}

void add_paths(const Context& context, WarpsModel& model) {
  const WarpIndex warp = context.view.shown_warp();
  const auto state = context.machine.warp(context.block, warp);
  if (!state || (state->groups.size() < 2 && state->joins.empty())) return;
  model.paths = strands_of(context.view, warp);
  for (const auto& join : state->joins)
    if (join.pc.value < context.program.size()) model.joins.push_back(join_words(context, join));
}

// The shown step has opened the barrier at which the warp waited.
bool released_now(const Context& context, WarpIndex warp) {
  const Tick now = context.view.state().cursor.tick;
  const auto waits = context.trace.waits_of(context.step.launch, context.block, warp);
  auto at = std::partition_point(waits.begin(), waits.end(),
                                 [&](const trace::WaitRecord& wait) { return wait.from < now; });
  for (int i = 0; i < 4 && at != waits.begin(); ++i) {
    --at;
    if (at->to == now && at->reason == events::WaitReason::Barrier) return true;
  }
  return false;
}

// Gates stand where a warp waits at one, or has just been let through.
void add_gates(const Context& context, WarpsModel& model) {
  const auto waits = [](const WarpRow& row) {
    return std::ranges::any_of(
        row.lanes, [](const LaneCell& lane) { return lane.state == LaneState::AtBarrier; });
  };
  const auto gone = [](const WarpRow& row) {
    return std::ranges::all_of(row.lanes, [](const LaneCell& lane) {
      return lane.state == LaneState::Exited || lane.state == LaneState::Absent;
    });
  };
  const bool shut = std::ranges::any_of(model.rows, waits);
  model.gate_opens = !shut && std::ranges::any_of(model.rows, [&](const WarpRow& row) {
    return released_now(context, row.warp);
  });
  if (!shut && !model.gate_opens) return;
  for (WarpRow& row : model.rows)
    row.gate = gone(row)    ? BarrierGate::None
               : !shut      ? BarrierGate::Opens
               : waits(row) ? BarrierGate::Shut
                            : BarrierGate::Ahead;
}

// Where the barrier stands that a waiting warp is at; 0: unknown.
std::uint32_t barrier_line(const Context& context, WarpIndex warp) {
  const auto state = context.machine.warp(context.block, warp);
  if (!state) return 0;
  for (const auto& group : state->groups)
    if (group.status == engine::Group::Status::AtBarrier && group.pc.value < context.program.size())
      return view::line_in_source(context.view, context.program, group.pc);
  return 0;
}

std::string others_words(const Context& context, const WarpsModel& model) {
  std::vector<std::uint32_t> gates;
  std::vector<std::uint32_t> exited;
  for (const auto& row : model.rows) {
    if (row.issues) continue;
    if (row.note == tr("gate")) gates.push_back(row.warp.value);
    if (row.note == tr("exited")) exited.push_back(row.warp.value);
  }
  std::string text;
  if (model.gate_opens) text += tr(" The barrier opens: the warps that waited go on.");
  if (!gates.empty()) {
    const std::uint32_t line = barrier_line(context, WarpIndex{gates.front()});
    const std::string who = capitalised(view::warps_words(gates));
    text += line == 0 ? say_many(gates.size(), " {} waits at the barrier.",
                                 " {} wait at the barrier.", who)
                      : say_many(gates.size(), " {} waits at the barrier of line {}.",
                                 " {} wait at the barrier of line {}.", who, line);
  }
  if (!exited.empty())
    text += say_many(exited.size(), " {} has exited.", " {} have exited.",
                     capitalised(view::warps_words(exited)));
  return text;
}

// A branch that each lane takes or not.
bool is_conditional_branch(const engine::InstructionInfo& info) {
  return info.unit == Unit::Branch && !info.ends_path &&
         std::ranges::any_of(info.operands, [](const engine::Operand& operand) {
           return operand.role == engine::Role::Guard;
         });
}

std::string lanes_executing(const Context& context) {
  const std::uint32_t line = view::line_in_source(context.view, context.program, context.step.pc);
  const std::uint32_t warp = context.step.warp.value;
  const int executing = std::popcount(context.step.executed);
  const int off = std::popcount(context.step.active & ~context.step.executed);
  const std::string where =
      line == 0 ? say("Warp {}: ", warp) : say("Warp {}, line {}: ", warp, line);
  if (is_conditional_branch(context.program.at(context.step.pc)))
    return where + say("{} of {} lanes jump at the branch, {} go on behind it.", executing,
                       context.lanes, off);
  std::string text = where + say("{} of {} lanes execute.", executing, context.lanes);
  if (off != 0)
    text += say_many(static_cast<std::uint64_t>(off), " {} is switched off by its predicate.",
                     " {} are switched off by their predicate.", off);
  return text;
}

std::string sentence_of(const Context& context, const WarpsModel& model) {
  std::string text = lanes_executing(context);
  for (const events::Hazard& hazard : context.trace.hazards())
    if (hazard.machine_step == context.step.machine_step &&
        hazard.severity == events::Severity::Error) {
      text += say(" {} here: see Hazards.", capitalised(hazard_words(hazard.kind)));
      break;
    }
  if (model.groups.now) text += " " + model.groups.sentence;
  return text + others_words(context, model);
}

}  // namespace

double gate_height(BarrierGate gate, double moment) {
  constexpr double kAhead = 0.3;  // a post to both sides, the way between them free
  switch (gate) {
    case BarrierGate::None:
      return 0.0;
    case BarrierGate::Ahead:
      return kAhead;
    case BarrierGate::Shut:
      return 1.0;
    case BarrierGate::Opens:
      return 1.0 - view::eased(moment);
  }
  return 0.0;
}

LaneState state_of(engine::Group::Status status) {
  switch (status) {
    case engine::Group::Status::Ready:
      return LaneState::Ready;
    case engine::Group::Status::AtBarrier:
      return LaneState::AtBarrier;
    case engine::Group::Status::AtWarpSync:
      return LaneState::AtWarpSync;
    case engine::Group::Status::AtJoin:
      return LaneState::AtJoin;
  }
  return LaneState::Ready;
}

style::Role role_of(LaneState state) {
  switch (state) {
    case LaneState::Absent:
      return style::Role::Background;
    case LaneState::Executed:
      return style::Role::Active;
    case LaneState::PredicatedOff:
      return style::Role::PredicatedOff;
    case LaneState::Ready:
      return style::Role::Inactive;
    case LaneState::AtBarrier:
    case LaneState::AtWarpSync:
    case LaneState::AtJoin:
      return style::Role::Waiting;
    case LaneState::Exited:
      return style::Role::Exited;
  }
  return style::Role::Inactive;
}

std::string_view state_words(LaneState state) {
  switch (state) {
    case LaneState::Absent:
      return tr("is not a thread of the block");
    case LaneState::Executed:
      return tr("executes");
    case LaneState::PredicatedOff:
      return tr("is switched off by its predicate");
    case LaneState::Ready:
      return tr("is ready");
    case LaneState::AtBarrier:
      return tr("waits at a barrier");
    case LaneState::AtWarpSync:
      return tr("waits for other lanes of the warp");
    case LaneState::AtJoin:
      return tr("waits where the paths meet");
    case LaneState::Exited:
      return tr("has exited");
  }
  return {};
}

std::optional<WarpsModel> warps_model(const view::View& view) {
  const auto step = view.shown_step();
  const engine::Program* program = view.program();
  const trace::Trace* trace = view.trace();
  LaneGroups groups = lane_groups(view);  // before the machine is asked for
  const engine::Execution* machine = view.machine();
  if (!step || program == nullptr || machine == nullptr || trace == nullptr) return std::nullopt;

  const trace::LaunchRecord& launch = trace->launches()[step->launch];
  Context context{view, *program, *machine, *step, *trace, step->block, 32, std::nullopt};
  context.lanes = view.run()->plan().options.warp_size;
  context.shown_register = register_shown(view, *program, *step);

  WarpsModel model;
  model.groups = std::move(groups);
  model.lane_count = context.lanes;
  model.block_shape = launch.block;
  const auto size = static_cast<std::uint64_t>(context.lanes);
  const auto warps = static_cast<std::uint32_t>((launch.block.count() + size - 1) / size);
  for (std::uint32_t warp = 0; warp < warps; ++warp)
    model.rows.push_back(make_row(context, WarpIndex{warp}));
  add_paths(context, model);
  add_gates(context, model);
  model.beats = view::shown_beats(view);
  if (context.shown_register)
    model.register_name = program->registers()[*context.shown_register].name;
  model.sentence = sentence_of(context, model);
  model.note = say("block {} of {}", view::with_commas(step->block.value),
                   view::with_commas(launch.grid.count()));
  if (!model.register_name.empty()) model.note += say(" · {} shown", model.register_name);
  return model;
}

}  // namespace lanescope::ui::figures
