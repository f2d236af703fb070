#pragma once

#include "ui/figures/cycles/picture.hpp"
#include "ui/figures/cycles/sms_model.hpp"

namespace lanescope::ui::figures::cycles {

// Rows that can be told apart in a room.
[[nodiscard]] std::size_t most_sm_rows(const Room& room);
[[nodiscard]] Picture sms_picture(const SmsModel& model, const Room& room);
// Whether blocks are bars of their own; else a row is as full as it has blocks.
[[nodiscard]] bool shows_blocks(const SmsModel& model, const Plot& plot, const Room& room);
// The block at a place of a picture that shows blocks; null: none.
[[nodiscard]] const BlockBar* block_at(const SmsModel& model, const Plot& plot, float x, float y);

}  // namespace lanescope::ui::figures::cycles
