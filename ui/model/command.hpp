#pragma once

#include <map>
#include <string>

namespace lanescope::ui {

// `name key=value key="two words"`, as in a script, in `--do`, in a lesson step.
struct Command {
  std::string name;
  std::map<std::string, std::string> arguments;
};

}  // namespace lanescope::ui
