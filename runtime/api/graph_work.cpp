#include "runtime/api/graph_work.hpp"

#include <utility>

#include "runtime/api/captured.hpp"
#include "runtime/api/graph_memory.hpp"
#include "runtime/api/launch.hpp"
#include "runtime/arrays.hpp"
#include "runtime/streams.hpp"

namespace lanescope::runtime::api {
namespace {

cudaError_t no_parameters(Call& call) { return call.fail(cudaErrorInvalidValue, "a null pointer"); }

cudaError_t not_there(Call& call) {
  return call.fail(cudaErrorNotSupported, "nodes of this type are not there on the model",
                   ProblemKind::NotSupported);
}

// By what a node frees when the last graph that has it goes.
struct Keeper {
  void* pointer;
  void operator()(void* /*same*/) const {
    Memory& memory = Context::get().memory();
    const Memory::Block* block = memory.find(pointer);
    if (block != nullptr) static_cast<void>(memory.free(pointer, false));
  }
};

}  // namespace

cudaError_t no_node(Call& call) {
  return call.fail(cudaErrorInvalidValue, "there is no such node, or one of another type");
}
cudaError_t no_graph(Call& call) {
  return call.fail(cudaErrorInvalidValue, "there is no such graph, or it was destroyed");
}

cudaError_t reserve(Call& call, graphs::Allocate& node) {
  if (node.asked.bytesize == 0) return call.fail(cudaErrorInvalidValue, "memory of no bytes");
  const Outcome outcome = call.context().memory().allocate(
      node.asked.bytesize, Memory::Kind::Device, call.place(), &node.asked.dptr);
  if (!outcome.ok()) return call.done(outcome, node.asked.bytesize);
  node.keeper = std::shared_ptr<void>(node.asked.dptr, Keeper{node.asked.dptr});
  return cudaSuccess;
}

cudaError_t read(Call& call, const cudaKernelNodeParams* asked, graphs::Work& work) {
  if (asked == nullptr) return no_parameters(call);
  graphs::LaunchKernel kernel;
  kernel.asked = *asked;
  kernel.asked.kernelParams = nullptr;
  const Wanted wanted{asked->func,           asked->gridDim, asked->blockDim, asked->kernelParams,
                      asked->sharedMemBytes, nullptr,        false,           {}};
  const cudaError_t error = prepare(call, wanted, kernel.issued);
  if (error == cudaSuccess) work = std::move(kernel);
  return error;
}

cudaError_t read(Call& call, const Copy& copy, graphs::Work& work) {
  if (const Outcome bad = check(copy); !bad.ok()) return call.done(bad);
  work = node_of(copy);
  return cudaSuccess;
}

cudaError_t read(Call& call, const cudaMemcpy3DParms* asked, graphs::Work& work) {
  if (asked == nullptr) return no_parameters(call);
  const Result<Copy> copy = copy_of(*asked);
  if (!copy) return call.fail(cudaErrorInvalidValue, copy.error().message, ProblemKind::BadCopy);
  if (const Outcome bad = check(*copy); !bad.ok()) return call.done(bad);
  work = graphs::CopyMemory{*copy, *asked};
  return cudaSuccess;
}

cudaError_t read(Call& call, const SymbolCopy& copy, graphs::Work& work) {
  Copy made;
  const cudaError_t error = resolve(call, copy, made);
  return error == cudaSuccess ? read(call, made, work) : error;
}

cudaError_t read(Call& call, const cudaMemsetParams* asked, graphs::Work& work) {
  if (asked == nullptr) return no_parameters(call);
  const Fill fill{{static_cast<std::byte*>(asked->dst), asked->pitch, 0},
                  asked->value,
                  asked->elementSize,
                  asked->width,
                  asked->height,
                  1};
  if (const Outcome bad = check(fill); !bad.ok()) return call.done(bad);
  work = graphs::FillMemory{fill, *asked};
  return cudaSuccess;
}

cudaError_t read(Call& call, const cudaHostNodeParams* asked, graphs::Work& work) {
  if (asked == nullptr || asked->fn == nullptr) return no_parameters(call);
  work = graphs::CallHost{*asked};
  return cudaSuccess;
}

cudaError_t read(Call& call, cudaGraph_t child, graphs::Work& work) {
  const graphs::Graph* graph = graphs::Graph::at(child);
  if (graph == nullptr) return no_graph(call);
  work = graphs::RunGraph{graph->clone()};
  return cudaSuccess;
}

cudaError_t read(Call& call, cudaGraphNodeParams* asked, graphs::Work& work) {
  if (asked == nullptr) return no_parameters(call);
  switch (asked->type) {
    case cudaGraphNodeTypeKernel: {
      const auto& k = asked->kernel;
      const cudaKernelNodeParams same{k.func,           k.gridDim,      k.blockDim,
                                      k.sharedMemBytes, k.kernelParams, k.extra};
      return read(call, &same, work);
    }
    case cudaGraphNodeTypeMemcpy:
      return read(call, &asked->memcpy.copyParams, work);
    case cudaGraphNodeTypeMemset: {
      const auto& m = asked->memset;
      const cudaMemsetParams same{m.dst, m.pitch, m.value, m.elementSize, m.width, m.height};
      return read(call, &same, work);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams same{asked->host.fn, asked->host.userData};
      return read(call, &same, work);
    }
    case cudaGraphNodeTypeGraph:
      return read(call, asked->graph.graph, work);
    case cudaGraphNodeTypeEmpty:
      work = graphs::Nothing{};
      return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent:
      work = graphs::WaitForEvent{asked->eventWait.event};
      return cudaSuccess;
    case cudaGraphNodeTypeEventRecord:
      work = graphs::RecordEvent{asked->eventRecord.event};
      return cudaSuccess;
    case cudaGraphNodeTypeMemAlloc: {
      graphs::Allocate node;
      node.asked.poolProps = asked->alloc.poolProps;
      node.asked.bytesize = asked->alloc.bytesize;
      const cudaError_t error = reserve(call, node);
      asked->alloc.dptr = node.asked.dptr;
      if (error == cudaSuccess) work = std::move(node);
      return error;
    }
    case cudaGraphNodeTypeMemFree:
      work = graphs::Free{asked->free.dptr};
      return cudaSuccess;
    default:
      return not_there(call);
  }
}

}  // namespace lanescope::runtime::api
