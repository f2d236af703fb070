#pragma once

#include "runtime/call.hpp"
#include "runtime/copies.hpp"

namespace lanescope::runtime::api {

// Copies and fills are made at once, once all that was issued before is through: in the order of
// issue, which any order that streams and events allow may be. Of a stream that is being captured
// they become nodes.
enum class Wait : bool { No, Yes };
cudaError_t copy(Call& call, const Copy& copy, Wait wait, cudaStream_t stream);
cudaError_t fill(Call& call, const Fill& fill, Wait wait, cudaStream_t stream);
// Bytes in a row.
[[nodiscard]] Copy bytes_between(void* to, const void* from, std::size_t bytes,
                                 cudaMemcpyKind kind);
// To or from a variable of the program; an error has been told in the call's name.
struct SymbolCopy {
  const void* symbol;
  std::size_t offset;
  void* other;
  std::size_t bytes;
  bool to_symbol;
  cudaMemcpyKind kind;
};
cudaError_t resolve(Call& call, const SymbolCopy& wanted, Copy& copy);

}  // namespace lanescope::runtime::api
