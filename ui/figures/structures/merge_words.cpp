#include <fmt/format.h>

#include "ui/figures/structures/merge_model.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

std::string valued(const MergeScene& scene, MergeElement element) {
  return fmt::format("{} = {:.8g}", merge_words(scene, element), scene.value(element));
}

// "of the 10 elements before it, 2 come from a and 8 from b".
std::string share_words(const MergeScene& scene, std::uint32_t place) {
  const std::uint32_t i = scene.rank[place];
  return say("of the {} elements before that place, {} come from {} and {} from {}", place, i,
             scene.a.name, place - i, scene.b.name);
}

std::string write_words(const MergeScene& scene, const MergeModel& model, const MergeDeed& deed) {
  const std::uint32_t place = *deed.place;
  const std::string lane = merge_words(scene, deed.thread);
  const std::string what = deed.value
                               ? fmt::format("{}[{}] = {:.8g}", scene.out.name, place, *deed.value)
                               : fmt::format("{}[{}]", scene.out.name, place);
  if (scene.co_ranks && !model.wrong[place])
    return say("Lane {} writes {}: {}.", lane, what, share_words(scene, place));
  if (model.wrong[place]) {
    if (!model.rest) return say("Lane {} writes {}: that is wrong.", lane, what);
    return scene.co_ranks
               ? say("Lane {} writes {}: that is wrong, {}.", lane, what, share_words(scene, place))
               : say("Lane {} writes {}: that is wrong, {} belongs there.", lane, what,
                     valued(scene, scene.element(place)));
  }
  return scene.down(place) ? say("Lane {} writes {}, from {}: a step down.", lane, what,
                                 merge_words(scene, scene.element(place)))
                           : say("Lane {} writes {}, from {}: a step to the right.", lane, what,
                                 merge_words(scene, scene.element(place)));
}

std::string read_words(const MergeScene& scene, const MergeModel& model, const MergeDeed& deed) {
  const std::string lane = merge_words(scene, deed.thread), one = valued(scene, *deed.read);
  if (!deed.beside) return say("Lane {} reads {}.", lane, one);
  const std::string other = valued(scene, *deed.beside);
  if (deed.own) return say("Lane {} looks at {} to find the place of {}.", lane, one, other);
  const bool a_first = deed.read->side == MergeSide::A;
  const std::string& a = a_first ? one : other;
  const std::string& b = a_first ? other : one;
  if (deed.merges())
    return model.rest || model.owner[*deed.next] != MergeModel::kNobody
               ? say("Lane {} looks at {} and {}, for {}[{}].", lane, a, b, scene.out.name,
                     *deed.next)
               : say("Lane {} looks at {} and {}.", lane, a, b);
  return say("Lane {} looks at {} and {}: their cell is on diagonal {}.", lane, a, b,
             *deed.diagonal());
}

std::string progress(const MergeScene& scene, const MergeModel& model) {
  const std::string done = view::with_commas(model.written);
  const std::string all = view::with_commas(scene.places());
  std::string words = scene.all_recorded
                          ? say("{} of {} places are written.", done, all)
                          : say("The recorded blocks have written {} of {} places.", done, all);
  if (model.wrong_places > 0)
    words +=
        say_many(model.wrong_places, " {} holds what does not belong there.",
                 " {} hold what does not belong there.", view::with_commas(model.wrong_places));
  return words;
}

}  // namespace

std::string merge_words(const MergeScene& scene, MergeElement element) {
  const bool a = element.side == MergeSide::A;
  return fmt::format("{}[{}]", a ? scene.a.name : scene.b.name, element.index);
}

std::string merge_words(const MergeScene& scene, const MergeThread& thread) {
  return scene.blocks > 1 ? say("{} of warp {} in block {}", thread.lane, thread.warp, thread.block)
                          : say("{} of warp {}", thread.lane, thread.warp);
}

std::string merge_sentence(const MergeScene& scene, const MergeModel& model,
                           const std::vector<MergeDeed>& deeds, const MergeDeed* chosen) {
  if (chosen == nullptr)
    return say("This instruction touches neither {} nor {} nor {}. {}", scene.a.name, scene.b.name,
               scene.out.name, progress(scene, model));
  std::string words =
      chosen->place ? write_words(scene, model, *chosen) : read_words(scene, model, *chosen);
  std::size_t others = 0;
  for (const MergeDeed& deed : deeds)
    others +=
        !(deed.thread == chosen->thread) && deed.place.has_value() == chosen->place.has_value() ? 1
                                                                                                : 0;
  if (others == 0) return words;
  return words + (chosen->place ? say_many(others, " {} other lane writes a place of its own.",
                                           " {} other lanes write places of their own.", others)
                                : say_many(others, " {} other lane reads, too.",
                                           " {} other lanes read, too.", others));
}

std::string merge_place_words(const MergeScene& scene, const MergeModel& model,
                              std::uint32_t place) {
  const std::string what =
      scene.co_ranks ? say("Diagonal {}: {}.", place, share_words(scene, place))
                     : say("{}[{}] = {:.8g}, from {}.", scene.out.name, place,
                           scene.expected(place), merge_words(scene, scene.element(place)));
  const MergeWrite* const write = scene.last_writer(place);
  if (write == nullptr)
    return what + say(" No recorded thread writes {}[{}].", scene.out.name, place);
  const std::string lane = merge_words(scene, write->thread);
  const bool written = model.owner[place] != MergeModel::kNobody;
  return what +
         (written ? say(" Lane {} has written {}[{}].", lane, scene.out.name, place)
                  : say(" Lane {} will write {}[{}].", lane, scene.out.name, place)) +
         tr(" A click selects both.");
}

std::string merge_element_words(const MergeScene& scene, MergeElement element) {
  return say("{}. A click selects it everywhere.", valued(scene, element));
}

std::string merge_unit_words(const MergeScene& scene) {
  switch (scene.unit) {
    case MergeUnit::Thread:
      return tr("path by thread");
    case MergeUnit::Warp:
      return tr("path by warp");
    case MergeUnit::Block:
      break;
  }
  return tr("path by block");
}

std::string merge_size_words(const MergeScene& scene) {
  const std::string threads = view::with_commas(scene.threads);
  return say("{} + {} elements", view::with_commas(scene.in_a.size()),
             view::with_commas(scene.in_b.size())) +
         (scene.all_recorded ? say_many(scene.threads, " · {} thread", " · {} threads", threads)
                             : say_many(scene.threads, " · {} recorded thread",
                                        " · {} recorded threads", threads));
}

std::string merge_owner_words(const MergeScene& scene, std::uint32_t owner) {
  if (scene.unit == MergeUnit::Block) return say("block {}", owner);
  const bool thread = scene.unit == MergeUnit::Thread;
  const std::uint32_t each = thread ? scene.warps * scene.lanes : scene.warps;  // of a block
  const std::uint32_t block = owner / each, number = owner % each;
  if (scene.blocks == 1) return thread ? say("thread {}", number) : say("warp {}", number);
  return thread ? say("block {}, thread {}", block, number)
                : say("block {}, warp {}", block, number);
}

}  // namespace lanescope::ui::figures::structures
