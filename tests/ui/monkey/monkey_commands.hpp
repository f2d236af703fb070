#pragma once

#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "ui/commands/commands.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::test {

// The keys that a row of the command table takes, read from its `arguments`, which the help shows
// too: "tick=N|phase=N [launch=N]|none" has tick, phase and launch, of value N, and the word none.
struct MonkeyKey {
  std::string name;
  std::vector<std::string> values;  // placeholders or words to choose from; empty: a word alone
};
[[nodiscard]] std::vector<MonkeyKey> monkey_keys(const commands::CommandRow& row);

// Names of files to be dropped; not all are there, and not all are whole.
[[nodiscard]] const std::vector<std::string>& monkey_inputs();

// Makes commands up: of the one table, with arguments that are right where the session is now, on
// the edge of it, or nonsense. Files lie in `folder` alone. The same seed makes the same choices
// for the same sessions.
class MonkeyCommands {
 public:
  MonkeyCommands(std::uint64_t seed, std::filesystem::path folder)
      : dice_(seed), folder_(std::move(folder)) {}

  [[nodiscard]] std::string next(const session::Session& session);

  // From 0 up to, not including, `count`; 0 for none.
  [[nodiscard]] std::size_t below(std::size_t count);
  template <typename T>
  [[nodiscard]] const T& one_of(const std::vector<T>& all) {
    return all[below(all.size())];
  }

 private:
  struct Wanted {
    const session::Session& session;
    const commands::CommandRow& row;
    const MonkeyKey& key;
  };
  [[nodiscard]] std::string name_for(const session::Session& session, const std::string& key);
  [[nodiscard]] std::string value_for(const Wanted& wanted);
  [[nodiscard]] std::string right(const Wanted& wanted);
  // A name or number that the session has; nothing for keys that ask for none.
  [[nodiscard]] std::optional<std::string> of_session(const Wanted& wanted);
  [[nodiscard]] std::string number(const session::Session& session, const std::string& key);
  [[nodiscard]] std::string parameter_value(const session::Session& session,
                                            const std::string& name);
  [[nodiscard]] std::string id(const Wanted& wanted);
  [[nodiscard]] std::string source(const session::Session& session);
  [[nodiscard]] std::string file(const Wanted& wanted);
  [[nodiscard]] std::string nonsense();

  std::mt19937_64 dice_;
  std::filesystem::path folder_;
};

}  // namespace lanescope::ui::test
