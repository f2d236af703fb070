#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

#include "lab/run/model_time.hpp"
#include "lab/run/prepare.hpp"
#include "ports/toolchain/disassembler.hpp"

namespace lanescope::lesson {

// Modelled times of runs, each made when it is asked for first: it takes machine code, and the run
// once more. For one thread.
class ModelTimes {
 public:
  using Time = std::shared_ptr<const run::ModelTime>;
  // Which must outlive this.
  explicit ModelTimes(const ports::toolchain::Disassembler& disassembler)
      : disassembler_(disassembler) {}

  // Of a run by PTX. An Error: nothing reads the machine code (Missing), it cannot be run, or there
  // is no such machine.
  [[nodiscard]] Result<Time> of(const std::shared_ptr<const run::Prepared>& prepared,
                                const std::string& machine, timing::Caches caches);

 private:
  using Key = std::tuple<std::shared_ptr<const run::Prepared>, std::string, timing::Caches>;
  const ports::toolchain::Disassembler& disassembler_;
  std::map<Key, Result<Time>> known_;
};

// Whether a path of a metric, `time.cycles@machine:tiny`, is about modelled time.
[[nodiscard]] bool is_time_path(std::string_view path);
// The number that such a path names; kernels/README.md lists them. Missing without `times`.
[[nodiscard]] Result<double> time_value(const std::shared_ptr<const run::Prepared>& prepared,
                                        std::string_view path, ModelTimes* times);

}  // namespace lanescope::lesson
