#include "sim/cubin/attributes.hpp"

namespace lanescope::cubin {

void each_attribute(std::span<const std::byte> section,
                    const std::function<void(const AttributeRecord&)>& visit) {
  constexpr std::uint8_t kSized = 4;  // all other formats take the two bytes alone
  std::uint64_t at = 0;
  while (const auto small = value_at<std::uint16_t>(section, at + 2)) {
    const auto format = value_at<std::uint8_t>(section, at);
    const auto attribute = value_at<std::uint8_t>(section, at + 1);
    at += 4;
    AttributeRecord record{static_cast<Attribute>(*attribute), *small, {}};
    if (*format == kSized) {
      if (section.size() - at < *small) return;
      record.value = section.subspan(static_cast<std::size_t>(at), *small);
      at += *small;
    }
    visit(record);
  }
}

}  // namespace lanescope::cubin
