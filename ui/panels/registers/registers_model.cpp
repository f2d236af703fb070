#include "ui/panels/registers/registers_model.hpp"

#include <algorithm>

#include "ui/view/numbers.hpp"
#include "ui/view/operands.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::registers {
namespace {

struct Context {
  const engine::Program& program;
  const engine::Execution& now;
  const trace::Step& step;
  WarpIndex warp;
  LaneMask existing;
  std::size_t width;
};

RegisterRow make_row(const Context& context, std::uint32_t index,
                     const view::TouchedRegisters& touched) {
  const engine::RegisterInfo& info = context.program.registers()[index];
  RegisterRow row;
  row.index = index;
  row.name = info.name;
  row.type = std::string(lanescope::spelling(info.type));
  row.live = info.live_at(context.step.pc);
  row.written = touched.written.contains(index);
  row.read = touched.read.contains(index);
  const auto values = context.now.register_values(context.step.block, context.warp, index);
  row.values.resize(values.size());
  row.uniform = true;
  std::optional<std::uint64_t> first;
  for (std::size_t lane = 0; lane < values.size(); ++lane) {
    if ((context.existing >> lane & 1U) == 0) continue;
    row.values[lane] = view::value_text(info.type, values[lane], context.width);
    if (!first) first = values[lane];
    row.uniform &= *first == values[lane];
  }
  return row;
}

int order_of(const RegisterRow& row) { return row.written ? 0 : row.read ? 1 : 2; }

void mark_changes(const engine::Execution& before, const Context& context, RegistersModel& model,
                  const std::vector<std::vector<std::uint64_t>>& after) {
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    const auto old = before.register_values(context.step.block, context.warp, model.rows[i].index);
    for (std::size_t lane = 0; lane < std::min(old.size(), after[i].size()); ++lane)
      if (old[lane] != after[i][lane]) model.rows[i].changed |= LaneMask{1} << lane;
  }
}

}  // namespace

std::optional<RegistersModel> registers_model(const session::Session& session,
                                              std::size_t value_width) {
  const auto step = session.shown_step();
  const engine::Program* program = session.program();
  const engine::Execution* machine = session.machine();
  if (!step || program == nullptr || machine == nullptr) return std::nullopt;

  RegistersModel model;
  model.lanes = session.run()->plan().options.warp_size;
  model.active = step->executed;
  const auto warp = machine->warp(step->block, session.shown_warp());
  const LaneMask existing = warp ? warp->existing : 0;
  const Context context{*program, *machine, *step, session.shown_warp(), existing, value_width};
  const view::TouchedRegisters touched = view::touched_registers(program->at(step->pc));
  const std::uint32_t function = program->at(step->pc).function;

  for (std::uint32_t index = 0; index < program->registers().size(); ++index) {
    const engine::RegisterInfo& info = program->registers()[index];
    if (info.function != function) continue;
    RegisterRow row = make_row(context, index, touched);
    if (row.live || row.written || row.read)
      model.rows.push_back(std::move(row));
    else
      ++model.not_live;
  }
  std::stable_sort(
      model.rows.begin(), model.rows.end(),
      [](const RegisterRow& a, const RegisterRow& b) { return order_of(a) < order_of(b); });
  std::vector<std::vector<std::uint64_t>> after;
  for (const auto& row : model.rows)
    after.push_back(machine->register_values(step->block, context.warp, row.index));
  if (session.state().cursor.tick.value > 0)
    if (const engine::Execution* before =
            session.machine_at(Tick{session.state().cursor.tick.value - 1}))
      mark_changes(*before, context, model, after);

  model.watches = watch_rows(session, value_width);
  model.sentence =
      warp ? say("Warp {} after {}: {} live registers, {} not live here.", context.warp.value,
                 program->text_at(step->pc), model.rows.size(), model.not_live)
           : tr("The block has ended; its registers are gone.");
  return model;
}

}  // namespace lanescope::ui::panels::registers
