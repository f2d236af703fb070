#include "runtime/record/issue_json.hpp"

#include <stdexcept>

#include <nlohmann/json.hpp>

namespace lanescope::runtime::record {
namespace {

using Json = nlohmann::json;

template <typename Enum>
Enum value_of(const Json& json, Enum last) {
  const int value = json.get<int>();
  if (value < 0 || value > static_cast<int>(last)) throw std::out_of_range("no such value");
  return static_cast<Enum>(value);
}

Json to_json(const IssuedWork& work) {
  return Json::array(
      {static_cast<int>(work.kind), work.bytes, work.pageable, work.event, work.after});
}
// `before`: how many works of the call come before it.
IssuedWork work_of(const Json& json, std::size_t before) {
  IssuedWork work;
  work.kind = value_of(json.at(0), IssuedWork::Kind::Nothing);
  work.bytes = json.at(1).get<std::uint64_t>();
  work.pageable = json.at(2).get<bool>();
  work.event = json.at(3).get<std::uint64_t>();
  work.after = json.at(4).get<std::vector<std::uint32_t>>();
  for (const std::uint32_t after : work.after) {
    if (after >= before) throw std::out_of_range("it would wait for what comes later");
  }
  return work;
}

}  // namespace

Json to_json(const Issue& issue) {
  Json works = Json::array();
  for (const IssuedWork& work : issue.works) works.push_back(to_json(work));
  return {{"stream", Json::array({issue.stream.number, static_cast<int>(issue.stream.kind),
                                  issue.stream.priority})},
          {"works", std::move(works)},
          {"waits", static_cast<int>(issue.waits)},
          {"event", issue.event}};
}

Issue issue_of(const Json& json) {
  Issue issue;
  const Json& stream = json.at("stream");
  issue.stream = {stream.at(0).get<std::uint64_t>(),
                  value_of(stream.at(1), UsedStream::Kind::NonBlocking), stream.at(2).get<int>()};
  for (const Json& one : json.at("works")) issue.works.push_back(work_of(one, issue.works.size()));
  issue.waits = value_of(json.at("waits"), Issue::Waits::Device);
  issue.event = json.at("event").get<std::uint64_t>();
  return issue;
}

}  // namespace lanescope::runtime::record
