#include <chrono>

#include "runtime/api/captured.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/streams.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Context;
using lanescope::runtime::Event;
using lanescope::runtime::Streams;
using lanescope::runtime::api::capture;
using lanescope::runtime::record::IssuedWork;
using Waits = lanescope::runtime::record::Issue::Waits;

namespace {

cudaError_t no_event(Call& call) {
  return call.fail(cudaErrorInvalidResourceHandle, "there is no such event, or it was destroyed");
}

bool is_captured(cudaEvent_t event) {
  return lanescope::runtime::graphs::Captures::get().find(event) != nullptr;
}
cudaError_t refuse_captured(Call& call) {
  return call.fail(cudaErrorCapturedEvent, "the event was recorded in a stream that is captured");
}

cudaError_t create(Call& call, cudaEvent_t* event, unsigned flags) {
  if (call.refused()) return call.refusal();
  if (event == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  *event = Streams::get().create_event(flags);
  return call.done();
}

cudaError_t record(Call& call, cudaEvent_t handle, cudaStream_t in, unsigned flags) {
  if (call.refused()) return call.refusal();
  auto* stream = Streams::get().find(in);
  Event* event = Streams::get().find(handle);
  if (stream == nullptr || event == nullptr) return no_event(call);
  auto& captures = lanescope::runtime::graphs::Captures::get();
  if (auto* captured = captures.find(in)) {
    if ((flags & cudaEventRecordExternal) != 0)
      return capture(call, *captured, lanescope::runtime::graphs::RecordEvent{handle});
    captures.record(handle, *captured);
    return call.done();
  }
  captures.forget(handle);
  call.issues(Streams::get().used(in), {{IssuedWork::Kind::RecordEvent, 0, false, event->number}});
  // An event that is destroyed meanwhile is waited for first: its place stays.
  stream->last = event->work =
      call.context().queue.push([event] { event->time = std::chrono::steady_clock::now(); });
  return call.done();
}

// Modelled, or as long as the model itself took.
float milliseconds_between(Context& context, const Event& first, const Event& last) {
  if (context.event_times) {
    context.log.say({}, "the times between events are modelled: those of the program's timeline");
    return static_cast<float>(
        context.event_times->between(first.number, last.number).value_or(0.0));
  }
  context.log.say(
      {},
      "the times between events are those of the model's own run on this computer, not a GPU's");
  return std::chrono::duration<float, std::milli>(last.time - first.time).count();
}

}  // namespace

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  Call call("cudaEventCreate");
  return create(call, event, cudaEventDefault);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  Call call("cudaEventCreateWithFlags");
  return create(call, event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  Call call("cudaEventDestroy");
  if (call.refused()) return call.refusal();
  const Event* event = Streams::get().find(handle);
  if (event == nullptr) return no_event(call);
  call.context().queue.wait(event->work);
  lanescope::runtime::graphs::Captures::get().forget(handle);
  Streams::get().destroy(handle);
  return call.done();
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  Call call("cudaEventRecord");
  return record(call, event, stream, cudaEventRecordDefault);
}
LANESCOPE_PER_THREAD(cudaEventRecord, _ptsz)

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  Call call("cudaEventRecordWithFlags");
  return record(call, event, stream, flags);
}
LANESCOPE_PER_THREAD(cudaEventRecordWithFlags, _ptsz)

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  Call call("cudaEventQuery");
  if (call.refused()) return call.refusal();
  const Event* event = Streams::get().find(handle);
  if (event == nullptr) return no_event(call);
  if (is_captured(handle)) return refuse_captured(call);
  return call.context().queue.done(event->work) ? call.done() : call.answer(cudaErrorNotReady);
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  Call call("cudaEventSynchronize");
  if (call.refused()) return call.refusal();
  const Event* event = Streams::get().find(handle);
  if (event == nullptr) return no_event(call);
  if (is_captured(handle)) return refuse_captured(call);
  call.waits(Waits::Event, {}, event->number);
  call.context().queue.wait(event->work);
  call.context().show_printed();
  return call.context().sticky() == 0 ? call.done() : call.synchronize();
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  Call call("cudaEventElapsedTime");
  if (call.refused()) return call.refusal();
  const Event* first = Streams::get().find(begin);
  const Event* last = Streams::get().find(end);
  if (first == nullptr || last == nullptr) return no_event(call);
  if (((first->flags | last->flags) & cudaEventDisableTiming) != 0)
    return call.fail(cudaErrorInvalidResourceHandle, "the event was made without timing");
  if (first->work == 0 || last->work == 0)
    return call.fail(cudaErrorInvalidResourceHandle, "the event was never recorded");
  auto& queue = call.context().queue;
  if (!queue.done(first->work) || !queue.done(last->work)) return call.answer(cudaErrorNotReady);
  *milliseconds = milliseconds_between(call.context(), *first, *last);
  return call.done();
}
