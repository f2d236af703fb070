#include <algorithm>

#include "runtime/api/captured.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/streams.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Event;
using lanescope::runtime::Stream;
using lanescope::runtime::Streams;
using lanescope::runtime::api::capture;
using lanescope::runtime::record::IssuedWork;

namespace {

constexpr int kLeast = 0, kGreatest = -5;  // of priorities, as on sm_90

cudaError_t no_stream(Call& call) {
  return call.fail(cudaErrorInvalidResourceHandle, "there is no such stream, or it was destroyed");
}

cudaError_t create(Call& call, cudaStream_t* stream, unsigned flags, int priority) {
  if (call.refused()) return call.refusal();
  if (stream == nullptr || flags > cudaStreamNonBlocking)
    return call.fail(cudaErrorInvalidValue, "a null pointer, or flags that there are not");
  *stream = Streams::get().create(flags, std::min(kLeast, std::max(kGreatest, priority)));
  return call.done();
}

// `tell` writes what is asked of a stream that there is.
template <typename Tell>
cudaError_t ask(const char* name, cudaStream_t handle, Tell&& tell) {
  Call call(name);
  if (call.refused()) return call.refusal();
  const Stream* stream = Streams::get().find(handle);
  if (stream == nullptr) return no_stream(call);
  tell(*stream);
  return call.done();
}

cudaError_t wait_in_capture(Call& call, cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  auto& captures = lanescope::runtime::graphs::Captures::get();
  auto* captured = captures.find(stream);
  if (captured != nullptr && (flags & cudaEventWaitExternal) != 0)
    return capture(call, *captured, lanescope::runtime::graphs::WaitForEvent{event});
  const auto* recorded = captures.find(event);
  if (recorded == nullptr && captured != nullptr) {
    captured->capture->invalid = true;
    return call.fail(cudaErrorStreamCaptureIsolation,
                     "the event was recorded outside of the capture");
  }
  if (recorded == nullptr) {
    call.issues(Streams::get().used(stream),
                {{IssuedWork::Kind::WaitEvent, 0, false, Streams::get().find(event)->number}});
    return call.done();
  }
  if (captured != nullptr && captured->capture != recorded->capture) {
    captured->capture->invalid = recorded->capture->invalid = true;
    return call.fail(cudaErrorStreamCaptureMerge, "the event is of another capture");
  }
  captures.join(stream, *recorded);
  return call.done();
}

// Asking how far a stream is that is being captured makes the capture invalid.
cudaError_t refuse_captured(Call& call, lanescope::runtime::graphs::Captured& captured) {
  captured.capture->invalid = true;
  return lanescope::runtime::api::refuse_unsafe(call);
}

struct Callback {
  cudaStreamCallback_t function;
  cudaStream_t stream;
  void* data;
};

}  // namespace

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  Call call("cudaStreamCreate");
  return create(call, stream, cudaStreamDefault, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  Call call("cudaStreamCreateWithFlags");
  return create(call, stream, flags, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  Call call("cudaStreamCreateWithPriority");
  return create(call, stream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  Call call("cudaStreamDestroy");
  if (call.refused()) return call.refusal();
  return Streams::get().destroy(stream) ? call.done() : no_stream(call);
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  return ask("cudaStreamGetPriority", handle, [&](const Stream& s) { *priority = s.priority; });
}
LANESCOPE_PER_THREAD(cudaStreamGetPriority, _ptsz)

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned* flags) {
  return ask("cudaStreamGetFlags", handle, [&](const Stream& s) { *flags = s.flags; });
}
LANESCOPE_PER_THREAD(cudaStreamGetFlags, _ptsz)

cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
  return ask("cudaStreamGetId", handle, [&](const Stream& s) { *id = s.number; });
}
LANESCOPE_PER_THREAD(cudaStreamGetId, _ptsz)

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  return ask("cudaStreamGetDevice", handle, [&](const Stream&) { *device = 0; });
}
LANESCOPE_PER_THREAD(cudaStreamGetDevice, _ptsz)

cudaError_t cudaStreamAttachMemAsync(cudaStream_t handle, void* /*pointer*/, size_t /*length*/,
                                     unsigned /*flags*/) {
  return ask("cudaStreamAttachMemAsync", handle, [](const Stream&) {});
}
LANESCOPE_PER_THREAD(cudaStreamAttachMemAsync, _ptsz)

// Hints that change nothing on the model, but for the priority.
cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaStreamAttrID /*which*/,
                                   const cudaStreamAttrValue* /*value*/) {
  return ask("cudaStreamSetAttribute", handle, [](const Stream&) {});
}
LANESCOPE_PER_THREAD(cudaStreamSetAttribute, _ptsz)
cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaStreamAttrID which,
                                   cudaStreamAttrValue* value) {
  return ask("cudaStreamGetAttribute", handle, [&](const Stream& s) {
    *value = {};
    if (which == cudaLaunchAttributePriority) value->priority = s.priority;
  });
}
LANESCOPE_PER_THREAD(cudaStreamGetAttribute, _ptsz)
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t /*from*/) {
  return ask("cudaStreamCopyAttributes", to, [](const Stream&) {});
}
LANESCOPE_PER_THREAD(cudaStreamCopyAttributes, _ptsz)

// All that was issued before runs before: nothing is to be waited for. Of a stream that is
// captured, or is to be, the event says what comes before.
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
  Call call("cudaStreamWaitEvent");
  if (call.refused()) return call.refusal();
  if (Streams::get().find(handle) == nullptr) return no_stream(call);
  if (Streams::get().find(event) == nullptr)
    return call.fail(cudaErrorInvalidResourceHandle, "there is no such event");
  return wait_in_capture(call, handle, event, flags);
}
LANESCOPE_PER_THREAD(cudaStreamWaitEvent, _ptsz)

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  Call call("cudaStreamSynchronize");
  if (call.refused()) return call.refusal();
  if (Streams::get().find(handle) == nullptr) return no_stream(call);
  if (auto* captured = lanescope::runtime::api::captured(handle))
    return refuse_captured(call, *captured);
  call.waits(lanescope::runtime::record::Issue::Waits::Stream, Streams::get().used(handle));
  return call.synchronize();
}
LANESCOPE_PER_THREAD(cudaStreamSynchronize, _ptsz)

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  Call call("cudaStreamQuery");
  if (call.refused()) return call.refusal();
  const Stream* stream = Streams::get().find(handle);
  if (stream == nullptr) return no_stream(call);
  if (auto* captured = lanescope::runtime::api::captured(handle))
    return refuse_captured(call, *captured);
  if (!call.context().queue.done(stream->last)) return call.answer(cudaErrorNotReady);
  return call.done();
}
LANESCOPE_PER_THREAD(cudaStreamQuery, _ptsz)

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* data) {
  Call call("cudaLaunchHostFunc");
  if (call.refused()) return call.refusal();
  Stream* stream = Streams::get().find(handle);
  if (stream == nullptr) return no_stream(call);
  if (auto* captured = lanescope::runtime::api::captured(handle))
    return capture(call, *captured, lanescope::runtime::graphs::CallHost{{function, data}});
  call.issues(Streams::get().used(handle), {{IssuedWork::Kind::HostFunction}});
  stream->last = call.context().queue.push([function, data] {
    lanescope::runtime::Context::get().show_printed();
    function(data);
  });
  return call.done();
}
LANESCOPE_PER_THREAD(cudaLaunchHostFunc, _ptsz)

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t function, void* data,
                                  unsigned /*flags*/) {
  Call call("cudaStreamAddCallback");
  if (call.refused()) return call.refusal();
  Stream* stream = Streams::get().find(handle);
  if (stream == nullptr) return no_stream(call);
  if (auto* captured = lanescope::runtime::api::captured(handle))
    return refuse_captured(call, *captured);
  call.issues(Streams::get().used(handle), {{IssuedWork::Kind::HostFunction}});
  stream->last = call.context().queue.push([callback = Callback{function, handle, data}] {
    auto& context = lanescope::runtime::Context::get();
    context.show_printed();
    callback.function(callback.stream, static_cast<cudaError_t>(context.sticky()), callback.data);
  });
  return call.done();
}
LANESCOPE_PER_THREAD(cudaStreamAddCallback, _ptsz)
