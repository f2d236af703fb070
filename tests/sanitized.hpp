#pragma once

// Whether this build has a sanitizer. Everything takes some ten times as long then: what a test
// repeats with other values, orders or seeds is done once, since the build without one does it all.
namespace lanescope::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace lanescope::test
