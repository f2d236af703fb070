#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lanescope::ui::view {

// The user's files, and what is to be decided about them.
struct Files {
  std::string session;              // last saved to or opened; empty: never
  std::vector<std::string> recent;  // session files, the last one first
  std::string recovery;             // what a crash has left behind, until it is decided upon
  struct Dropped {
    std::string file;
    std::vector<std::string> fits;  // arguments that it may become
    friend bool operator==(const Dropped&, const Dropped&) = default;
  };
  std::optional<Dropped> dropped;  // until it is decided which one
  friend bool operator==(const Files&, const Files&) = default;
};

}  // namespace lanescope::ui::view
