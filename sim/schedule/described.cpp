#include "sim/schedule/described.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <string_view>

namespace lanescope::schedule {
namespace {

// "to 1 length=2 pageable" as words, values by key, and flags.
struct Words {
  std::vector<std::string> plain;
  std::map<std::string, double> values;
  bool wrong = false;

  explicit Words(const std::string& text) {
    std::istringstream in(text);
    for (std::string word; in >> word;) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) {
        plain.push_back(word);
        continue;
      }
      double value = 0.0;
      const char* end = word.data() + word.size();
      const auto read = std::from_chars(word.data() + equals + 1, end, value);
      wrong = wrong || read.ec != std::errc() || read.ptr != end;
      values[word.substr(0, equals)] = value;
    }
  }
  double take(const char* key, double otherwise) {
    const auto found = values.find(key);
    if (found == values.end()) return otherwise;
    const double value = found->second;
    values.erase(found);
    return value;
  }
  bool take_flag(std::string_view flag) {
    const auto found = std::ranges::find(plain, flag);
    if (found == plain.end()) return false;
    plain.erase(found);
    return true;
  }
};

Result<void> check(const std::string& text, const Words& words, std::size_t most) {
  if (!words.wrong && words.values.empty() && !words.plain.empty() && words.plain.size() <= most)
    return {};
  return bad_input("`" + text + "` cannot be read (sim/schedule/described.hpp)");
}

Result<Stream> stream_of(const std::string& text) {
  Words words(text);
  Stream stream;
  if (words.take_flag("legacy")) stream.kind = StreamKind::Legacy;
  if (words.take_flag("nonblocking")) stream.kind = StreamKind::NonBlocking;
  stream.priority = static_cast<int>(words.take("priority", 0.0));
  if (const Result<void> ok = check(text, words, 1); !ok) return ok.error();
  stream.name = words.plain.front();
  return stream;
}

const std::map<std::string, Work::Kind>& kinds() {
  static const std::map<std::string, Work::Kind> kKinds = {
      {"to", Work::Kind::ToDevice},        {"from", Work::Kind::FromDevice},
      {"kernel", Work::Kind::Kernel},      {"host", Work::Kind::HostFunction},
      {"record", Work::Kind::RecordEvent}, {"wait", Work::Kind::WaitEvent}};
  return kKinds;
}

void add_work(Words* words, Work::Kind kind, Call* call) {
  const bool copies = kind == Work::Kind::ToDevice || kind == Work::Kind::FromDevice;
  const bool of_event = kind == Work::Kind::RecordEvent || kind == Work::Kind::WaitEvent;
  Work work;
  work.kind = kind;
  work.length = of_event ? 0.0 : words->take("length", 1.0);
  if (kind == Work::Kind::Kernel) {
    work.share = words->take("share", 1.0);
    work.reads = words->take("reads", 0.0);
    work.writes = words->take("writes", 0.0);
  }
  if (of_event) work.event = static_cast<std::size_t>(std::max(0.0, words->take("event", 0.0)));
  if (copies && words->take_flag("pageable")) call->wait = HostWait::Work;
  call->works = {work};
}

Result<Call> call_of(const std::string& text, const std::vector<Stream>& streams) {
  Words words(text);
  const std::string what = words.plain.empty() ? std::string() : words.plain.front();
  Call call;
  call.label = what;
  const auto kind = kinds().find(what);
  if (kind != kinds().end()) {
    add_work(&words, kind->second, &call);
  } else if (what == "synchronize") {
    call.wait = words.plain.size() > 1 ? HostWait::Stream : HostWait::Device;
  } else if (what == "work" || what == "stage") {
    call.length = words.take("length", 1.0);
  } else {
    return bad_input("`" + text + "` is no call: to, from, kernel, host, record, wait, " +
                     "synchronize, work or stage");
  }
  const bool in_stream = kind != kinds().end() || call.wait == HostWait::Stream;
  if (const Result<void> ok = check(text, words, in_stream ? 2 : 1); !ok) return ok.error();
  if (!in_stream) return call;
  const auto stream = words.plain.size() < 2
                          ? streams.end()
                          : std::ranges::find(streams, words.plain[1], &Stream::name);
  if (stream == streams.end()) return bad_input("`" + text + "` names none of the streams");
  call.stream = static_cast<std::size_t>(stream - streams.begin());
  if (call.wait == HostWait::Stream && stream->kind == StreamKind::Legacy)
    call.wait = HostWait::Blocking;
  return call;
}

}  // namespace

Result<Program> described(const std::vector<std::string>& streams,
                          const std::vector<std::string>& calls) {
  Program program;
  for (const std::string& text : streams) {
    auto stream = stream_of(text);
    if (!stream) return stream.error();
    program.streams.push_back(std::move(*stream));
  }
  if (program.streams.empty()) return bad_input("a schedule has at least one stream");
  for (const std::string& text : calls) {
    auto call = call_of(text, program.streams);
    if (!call) return call.error();
    program.calls.push_back(std::move(*call));
  }
  return program;
}

}  // namespace lanescope::schedule
