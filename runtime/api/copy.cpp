#include "runtime/api/copy.hpp"

#include <fmt/format.h>

#include "runtime/api/captured.hpp"
#include "runtime/streams.hpp"

namespace lanescope::runtime::api {
namespace {

// After what waits, errors of earlier kernels come to light, and what they printed.
cudaError_t ended(Call& call, const Outcome& outcome, std::uint64_t bytes) {
  call.context().show_printed();
  if (call.context().sticky() != 0) return call.synchronize(bytes);
  return call.done(outcome, bytes);
}

template <typename What>
cudaError_t make(Call& call, const What& what, Wait wait, cudaStream_t stream) {
  if (call.refused()) return call.refusal();
  if (const Outcome bad = check(what); !bad.ok()) return call.done(bad, what.bytes());
  if (graphs::Captured* at = wait == Wait::No ? captured(stream) : nullptr)
    return capture(call, *at, node_of(what), what.bytes());
  Memory& memory = call.context().memory();
  call.issues(Streams::get().used(stream), {issued(memory, what)},
              wait == Wait::Yes ? record::Issue::Waits::Work : record::Issue::Waits::No);
  const bool lost = call.context().sticky() != 0;
  return ended(call, lost ? Outcome{} : perform(memory, what), what.bytes());
}

}  // namespace

cudaError_t copy(Call& call, const Copy& copy, Wait wait, cudaStream_t stream) {
  return make(call, copy, wait, stream);
}
cudaError_t fill(Call& call, const Fill& fill, Wait wait, cudaStream_t stream) {
  return make(call, fill, wait, stream);
}

Copy bytes_between(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  auto* begin = const_cast<std::byte*>(static_cast<const std::byte*>(from));
  return {{static_cast<std::byte*>(to), bytes, bytes}, {begin, bytes, bytes}, bytes, 1, 1, kind};
}

cudaError_t resolve(Call& call, const SymbolCopy& wanted, Copy& copy) {
  auto* variable = call.context().registry.find_variable(wanted.symbol);
  if (variable == nullptr) return call.fail(cudaErrorInvalidSymbol, "it is no device variable");
  const auto at = call.context().symbol(*variable);
  if (!at) return call.fail(cudaErrorInvalidSymbol, at.error().message);
  if (wanted.offset > at->bytes || wanted.bytes > at->bytes - wanted.offset) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} bytes from byte {} of {}, which has {}", wanted.bytes,
                                 wanted.offset, variable->name, at->bytes),
                     ProblemKind::BadCopy, wanted.bytes);
  }
  void* there =
      reinterpret_cast<void*>(at->address.value + wanted.offset);  // NOLINT: of the device
  copy = wanted.to_symbol ? bytes_between(there, wanted.other, wanted.bytes, wanted.kind)
                          : bytes_between(wanted.other, there, wanted.bytes, wanted.kind);
  return cudaSuccess;
}

}  // namespace lanescope::runtime::api
