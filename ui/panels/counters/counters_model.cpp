#include "ui/panels/counters/counters_model.hpp"

#include <algorithm>

#include "lab/run/machine_code_run.hpp"
#include "sim/analysis/lines.hpp"
#include "sim/events/counter_table.hpp"
#include "ui/figures/gpu_counts.hpp"
#include "ui/panels/counters/counter_remark.hpp"
#include "ui/panels/counters/gpu_profile_rows.hpp"
#include "ui/session/cycles.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/counter_list.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::counters {
namespace {

// Of what is beyond the ideal.
style::Role role_of(events::CounterUnit unit) {
  using Unit = events::CounterUnit;
  if (unit == Unit::Branches) return style::Role::Divergence;
  if (unit == Unit::Wavefronts || unit == Unit::Conflicts) return style::Role::Conflict;
  return style::Role::Store;
}

CounterRow row_of(const events::CounterInfo& counter, const events::Counters& counters) {
  CounterRow row;
  row.id = counter.name;
  row.name = view::counter_title(counter);
  row.value = counter.value(counters);
  row.model = view::with_commas(row.value);
  row.rule = tr(counter.meaning);
  if (counter.ideal.empty()) return row;
  const std::uint64_t ideal = events::sum_of(counters, counter.ideal);
  row.ideal = view::with_commas(ideal);
  if (row.value <= ideal) return row;
  row.remark = say("{} too many", view::with_commas(row.value - ideal));
  row.role = role_of(counter.unit);
  return row;
}

CounterRow efficiency_row(const events::Counters& counters, int warp_size) {
  const double efficiency = counters.simt_efficiency(warp_size);
  CounterRow row;
  row.id = "simt_efficiency";
  row.name = tr("SIMT efficiency");
  row.model = view::percent(efficiency);
  row.ideal = "100 %";
  row.rule = tr("Thread instructions divided by warp instructions times the warp size.");
  if (efficiency < 0.9995) {
    row.remark = say("{} idle", view::percent(1.0 - efficiency));
    row.role = style::Role::Divergence;
  }
  return row;
}

// A group whose first counter is 0 is not used; the first group always is. `code`: what the machine
// code counts beside it; null: nothing.
std::vector<CounterRow> rows_of(const events::Counters& counters, int warp_size,
                                const events::Counters* code) {
  std::vector<CounterRow> rows;
  const auto table = events::counter_table();
  const events::CounterInfo* first = &table.front();
  for (const events::CounterInfo& counter : table) {
    if (counter.group != first->group) first = &counter;
    const bool is_used = first == &table.front() || first->value(counters) > 0 ||
                         (code != nullptr && first->value(*code) > 0);
    if (is_used && counter.level == events::CounterLevel::Main)
      rows.push_back(row_of(counter, counters));
    if (counter.name == "thread_instructions") rows.push_back(efficiency_row(counters, warp_size));
  }
  return rows;
}

std::optional<events::Counters> counters_of_line(const run::ModelRun& run, std::uint32_t line) {
  events::Counters sum;
  for (std::size_t launch = 0; launch < run.plan().launches.size(); ++launch) {
    if (launch >= run.counters_by_pc.size()) break;
    for (const auto& entry :
         analysis::by_line(*run.plan().launches[launch].program, run.counters_by_pc[launch]))
      if (entry.line == line && entry.file == run.prepared->experiment.source.file_name)
        sum += entry.counters;
  }
  if (sum.warp_instructions == 0) return std::nullopt;
  return sum;
}

// The run by machine code, where it was counted beside one by PTX; null: it was not.
const run::ModelRun* counted_code(const session::Session& session) {
  const background::TimedRun* timed = session::shown_time(session);
  const bool by_code = run::is_machine_code(*session.run()->prepared);
  return timed == nullptr || by_code ? nullptr : timed->counted.get();
}

// Of a counter that is not the PTX's: in general words, since which it is tells only the code.
std::string why_code_differs(std::string_view id) {
  if (id == "branches" || id == "divergent_branches" || id == "simt_efficiency")
    return tr(
        "The assembler makes short branches predicated instructions, which no lane leaves, "
        "and unrolls loops.");
  if (id.ends_with("_instructions"))
    return tr(
        "An instruction of PTX becomes none, one or several: addresses are computed with "
        "others, short branches are predicated, loops are unrolled.");
  return tr(
      "The assembler merges neighbouring accesses, leaves out those whose value is known, "
      "unrolls loops, and keeps in local memory what registers do not hold.");
}

void add_code(const events::Counters& code, int warp_size, CounterRow& row) {
  if (row.id == "simt_efficiency") {
    row.code = view::percent(code.simt_efficiency(warp_size));
  } else {
    row.code = view::with_commas(events::find_counter(row.id)->value(code));
  }
  row.code_differs = row.code != row.model;
  row.code_words = row.code_differs
                       ? say("The machine code: {}. {}", row.code, why_code_differs(row.id))
                       : tr("The machine code has the same.");
}

// Bank conflicts are wavefronts, and only those are counted on the GPU.
std::string counted_id(const std::string& id) {
  const std::size_t at = id.find(".bank_conflicts");
  return at == std::string::npos ? id : id.substr(0, at) + ".wavefronts";
}

void add_gpu(const figures::GpuCounts& counts, std::optional<std::uint32_t> line, bool of_ptx,
             const std::vector<CounterRow>& rows, CounterRow& row) {
  const std::string id = counted_id(row.id);
  const auto counted = std::ranges::find(rows, id, &CounterRow::id);
  if (counted == rows.end()) return;
  std::optional<figures::GpuCount> count =
      line ? counts.of_line(id, *line, counted->value) : counts.of(id);
  if (of_ptx) name_what_is_judged(count, row);
  if (!count || id != row.id) return;
  row.gpu = std::move(count->text);
  row.gpu_role = count->role;
  row.gpu_words = std::move(count->words);
}

}  // namespace

std::optional<CountersModel> counters_model(const session::Session& session) {
  const auto& run = session.run();
  if (!run) return std::nullopt;
  CountersModel model;
  model.complete = run->complete;
  const figures::GpuCounts counts(session);
  model.no_gpu = counts.why_none();
  if (counts.are_recorded()) model.gpu_heading = tr("recorded");
  const std::size_t launches = run->plan().launches.size();
  model.scope = teaching::HiddenAnswer(session).launches() ? tr("whole run")
                : launches == 1                            ? tr("whole launch")
                                                           : say("all {} launches", launches);
  const bool of_ptx = !run::is_machine_code(*run->prepared);
  model.model_heading = of_ptx ? tr("model") : tr("machine code");
  const run::ModelRun* coded = counted_code(session);
  events::Counters counters = run->counters();
  std::optional<events::Counters> code;
  if (coded != nullptr) code = coded->counters();
  model.has_code = code.has_value();
  std::optional<std::uint32_t> of_line;
  if (const auto line = session.state().cursor.selection.line)
    if (const auto of_this = counters_of_line(*run, *line)) {
      counters = *of_this;
      of_line = line;
      if (code) code = counters_of_line(*coded, *line).value_or(events::Counters{});
      model.scope = say("line {}", *line);
    }
  const int warp_size = run->plan().options.warp_size;
  model.rows = rows_of(counters, warp_size, code ? &*code : nullptr);
  const teaching::HiddenAnswer withheld(session);
  for (CounterRow& row : model.rows) {
    if (!withheld.counter(row.id)) {
      if (code) add_code(*code, warp_size, row);
      add_gpu(counts, of_line, of_ptx, model.rows, row);
      continue;
    }
    row.model = teaching::kHiddenAnswerSign;
    if (code) row.code = teaching::kHiddenAnswerSign;
    row.ideal.clear();
    row.remark = tr("predict first");
    row.role = style::Role::Accent;
    row.rule = tr(teaching::kHiddenAnswerWords);
  }
  if (!of_line) {
    GpuProfileRows profile = gpu_profile_rows(session);
    model.profile = std::move(profile.rows);
    model.no_profile = std::move(profile.why_none);
  }
  return model;
}

std::uint64_t code_counts_key(const session::Session& session) {
  const run::ModelRun* code = session.run() == nullptr ? nullptr : counted_code(session);
  return code == nullptr ? 0 : code->id;
}

}  // namespace lanescope::ui::panels::counters
