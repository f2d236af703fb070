#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/code/matrix_op.hpp"
#include "sim/code/slot.hpp"
#include "sim/code/texture_op.hpp"
#include "sim/code/value_flow.hpp"
#include "sim/hazards/request.hpp"
#include "sim/isa/alu.hpp"
#include "sim/ptx/module.hpp"

// The decoded form of a kernel: one Op for each pc, and a side table for each kind of operation.
// Private to sim/code and sim/machine.
namespace lanescope::code {

inline constexpr std::uint32_t kNoTarget = 0xffffffff;

// Address windows of the model (generic addresses). Global, constant and heap memory lie in one
// arena from kGlobalBase on, and their generic address is their address.
inline constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 24U;
// Shared memory's window goes on for the blocks of a cluster (sim/events/shared_place.hpp).
inline constexpr std::uint64_t kSharedWindowBytes = 32 * kWindowBytes;
inline constexpr std::uint64_t kParamWindow = 0x7c00'0000'0000ULL;
inline constexpr std::uint64_t kLocalWindow = 0x7d00'0000'0000ULL;
inline constexpr std::uint64_t kSharedWindow = 0x7e00'0000'0000ULL;
inline constexpr std::uint64_t kFunctionBase = 0x5000'0000'0000ULL;  // + 16 * function index
inline constexpr std::uint64_t kNullPage = 4096;

// What carries an instruction out; the machine has one handler for each.
enum class HandlerKind : std::uint8_t {
  Alu,         // full / masked, nothing else; also ld.param of one parameter of the kernel
  AluConvert,  // an Alu whose operands are wider or narrower than its types: index into converts
  KernelParameter,  // any other ld.param of a kernel's parameters at a known offset
  FrameAddress,     // mov of the address of a variable in the local frame
  Stack,            // alloca, stacksave, stackrestore
  ChangeSpace,      // cvta
  IsSpace,          // isspacep
  BlockOfCluster,   // mapa, getctarank
  Clock,            // mov from a special register that changes while a warp runs
  ActiveMask,
  Load,
  Store,
  Atomic,
  AsyncCopy,
  BulkCopy,
  Branch,
  IndexedBranch,
  Call,
  Return,
  Exit,
  Barrier,
  ClusterBarrier,  // detail: index into barriers
  Mbarrier,
  WarpSync,
  Texture,
  MatrixMove,  // detail: index into warp_syncs
  Nop,
  Fence,      // detail: a hazards::Scope, or kFenceOfCluster
  CopyGroup,  // cp.async.commit_group, .wait_group, .wait_all: detail says which
  Sleep,
  Trap,
  Unsupported,
  kCount,
};

struct Op {
  isa::FullOp full = nullptr;
  isa::MaskedOp masked = nullptr;
  isa::LaneOperands operands;
  std::uint32_t guard = kNoSlot;
  bool guard_negated = false;
  HandlerKind kind = HandlerKind::Nop;
  bool is_join = false;        // some branch reconverges here
  bool settles_reads = false;  // a LoadFate has a step here
  std::uint32_t run = 0;       // Alu instructions from here to the next other one or join
  std::uint32_t detail = 0;    // index into the side table of the kind
  bool guards = false;         // an instruction of the run has a guard
};

struct AluConvert {
  struct Step {
    Slot from, to;
    bool sign = false;
  };
  std::vector<Step> before, after;
};

inline constexpr std::size_t kMaxVector = 8;

// Load, Store, KernelParameter.
struct MemoryOp {
  AddressOperand address;
  std::uint8_t bytes = 4;  // of one element
  std::uint8_t count = 1;  // .v2, .v4, .v8
  bool sign = false;
  bool counted = true;         // parameters are not
  bool padding = false;        // a store of bytes that belong to an object with wider members
  bool words = false;          // one 4-byte element in a slot of 32-bit registers
  bool tells_barrier = false;  // st.async: the mbarrier counts the bytes
  AddressOperand barrier;
  hazards::AccessOrder order;
  std::uint32_t fate = kNoSlot;         // of a load: index into Code::fates
  std::array<Slot, kMaxVector> data{};  // an unused one is `_`
  [[nodiscard]] int request_bytes() const { return bytes * count; }
};

// What becomes of the value of a load that not all lanes need (load_fate.hpp). It lies in
// registers, `values`, first in those that the load writes; what is made of it comes to lie in more
// of them.
struct LoadFate {
  struct Source {
    std::uint32_t value = 0;
    std::uint32_t predicate = kNoSlot;  // only in lanes where this is true (negated: false)
    bool negated = false;
  };
  // When lanes execute the instruction at `pc`, in this order.
  struct Step {
    enum class What : std::uint8_t {
      IsUsed,   // for good, where one of the sources holds it
      Becomes,  // `value` holds it where one of the sources did, and nowhere else
      Ends,     // whatever still holds it comes to nothing
    };
    std::uint32_t pc = 0;
    What what = What::Ends;
    bool all_lanes = false;  // also of lanes that the guard holds back
    std::uint32_t value = 0;
    std::vector<Source> sources;
  };
  std::vector<Step> steps;  // by pc
  std::uint32_t values = 0, loaded = 0;
};

enum class AtomicKind : std::uint8_t { Add, Inc, Dec, Min, Max, And, Or, Xor, Exch, Cas, Sub };

struct AtomicOp {
  // New value from old, first and second operand, all as bit patterns in the low bits.
  using Function = std::uint64_t (*)(std::uint64_t old, std::uint64_t b, std::uint64_t c);
  AddressOperand address;
  AtomicKind kind = AtomicKind::Add;
  ptx::Type type = ptx::Type::U32;
  std::uint8_t bytes = 4;
  std::uint8_t count = 1;
  bool result_unused = false;
  hazards::AccessOrder order;
  bool tells_barrier = false;  // red.async, likewise
  AddressOperand barrier;
  bool adds_one = false;  // 32-bit integer add of the constant 1, result unused
  Function function = nullptr;
  std::array<Slot, kMaxVector> result{}, b{};
  Slot c;
  // Of 128 bits: two elements of 64 that are compared and exchanged as one; function is null.
  bool wide = false;
  Slot c_upper;
};

// cp.async: global to shared, one request.
struct AsyncCopyOp {
  AddressOperand to, from;
  std::uint8_t bytes = 4;
  bool past_l1 = false;
  Slot source_bytes;  // fewer bytes are read, the rest is zero
  Slot ignores;       // a predicate: nothing is read, all is zero
};

// cp.async.bulk and cp.reduce.async.bulk: of one lane.
struct BulkCopyOp {
  AddressOperand to, from;
  Slot size;  // in bytes
  bool tells_barrier = false;
  AddressOperand barrier;               // an mbarrier, which counts the bytes
  Slot blocks;                          // ranks that all get the copy, a bit each; unused: one
  AtomicOp::Function reduce = nullptr;  // null: it copies
  std::uint8_t element_bytes = 4;       // of a reduction
};

// Op::detail of a Fence of cluster scope; else a hazards::Scope.
inline constexpr std::uint32_t kFenceOfCluster = 2;

// Op::detail of a CopyGroup: how many groups may be left, or one of these.
inline constexpr std::uint32_t kWaitForAllCopies = 0xffffffff;
inline constexpr std::uint32_t kCommitCopies = 0xfffffffe;

// Where lanes that part meet again.
struct Reconvergence {
  std::uint32_t post_dominator = kNoTarget;  // kNoTarget: at the function's end only
  std::uint32_t barrier = kNoTarget;         // as ptxas arranges it; kNoTarget: not arranged
  std::uint32_t scope = kNoTarget;           // the loop within which they meet
};
struct BranchOp {
  std::uint32_t target = 0;
  Reconvergence reconvergence;
  bool conditional = false;
  bool skips =
      false;  // lanes that take it meet the others behind what these compute, load or store
};
struct IndexedBranchOp {
  std::vector<std::uint32_t> targets;
  Slot index;
  Reconvergence reconvergence;
};

enum class Builtin : std::uint8_t {
  None,
  Printf,
  AssertFail,
  Malloc,
  Free,
  // Of the device's runtime (sim/machine/child_launches).
  GetParameterBuffer,
  LaunchDevice,
  GetLastError,
  PeekAtLastError,
  GetErrorString,
  CreateHandle,  // of a stream or an event
  GetDevice,
  GetDeviceCount,
  Succeed,  // nothing is left to do
};

struct CallOp {
  struct Copy {  // a parameter's bytes, from frame to frame
    std::uint32_t from = 0, to = 0, size = 0;
    Slot slot;  // used when the argument is a register or a constant
  };
  std::uint32_t callee = kNoTarget;  // index into Code::functions
  Builtin builtin = Builtin::None;
  Slot target;                           // of an indirect call
  std::vector<Copy> arguments, results;  // offsets in the caller's frame, sizes as declared there
  std::string name;
};

struct BarrierOp {
  enum class Mode : std::uint8_t { Sync, Arrive, And, Or, Popc };
  Mode mode = Mode::Sync;
  bool aligned = true;
  std::uint32_t number = kNoSlot;  // when it is a constant
  Slot barrier, threads;           // threads unused: all threads of the block
  Slot result, predicate;
  bool predicate_negated = false;
  bool relaxed = false;  // barrier.cluster.arrive.relaxed
};

// mbarrier.… and cp.async.mbarrier.arrive (PTX ISA 9.7.13.15).
struct MbarrierOp {
  enum class What : std::uint8_t {
    Init,
    Invalidate,
    Arrive,
    Drop,
    ExpectBytes,
    CompleteBytes,
    CopiesArrive,
    TestWait,
    TryWait,
    PendingCount,
  };
  What what = What::Init;
  bool expects = false;      // an arrival with .expect_tx: `value` is bytes
  bool no_complete = false;  // .noComplete
  bool counted = false;      // copies' arrival with .noinc: the barrier's count includes it
  bool by_parity = false;    // of a wait
  bool timed = false;        // of TryWait: the program says how long
  bool relaxed = false;
  AddressOperand address;
  Slot result;  // state, predicate or count
  Slot value;   // count, bytes, state or parity; unused: a count of 1
};

struct WarpSyncOp {
  enum class What : std::uint8_t {
    Barrier,
    ShflUp,
    ShflDown,
    ShflBfly,
    ShflIdx,
    VoteAll,
    VoteAny,
    VoteUni,
    VoteBallot,
    MatchAny,
    MatchAll,
    ReduxAdd,
    ReduxMin,
    ReduxMax,
    ReduxAnd,
    ReduxOr,
    ReduxXor,
    Elect,
    Multiply,
    Transpose,   // movmatrix
    MoveMatrix,  // to or from memory
  };
  What what = What::Barrier;
  bool has_mask = true;  // false: shfl and vote without .sync
  bool is_signed = false;
  bool negated = false;  // the source predicate
  Slot mask;
  Slot result, predicate;  // predicate: shfl's and match's second result
  Slot value, b, c;
  std::uint32_t matrix = 0;  // of Multiply and MoveMatrix: index into Code::matrices, matrix_moves
};

struct SpaceOp {  // cvta, isspacep
  ptx::Space space = ptx::Space::Global;
  bool to_space = false;  // cvta.to
  Slot result, value;
  bool in_function = false;  // .param of a device function lies in the local frame
  bool of_cluster = false;   // isspacep.shared::cluster
};

// mapa: the place of another block that lies as `address` does. getctarank: whose place it is.
struct BlockOfClusterOp {
  bool maps = false;
  bool generic = true;  // else addresses of shared memory
  Slot result, address, rank;
};

enum class ClockSource : std::uint8_t {
  Clock,
  ClockHigh,
  Clock64,
  GlobalTimer,
  GlobalTimerLow,
  GlobalTimerHigh
};
struct ClockOp {
  ClockSource source = ClockSource::Clock;
  Slot result;
};

struct FrameAddressOp {
  Slot result;
  std::uint32_t offset = 0;
  bool generic = false;  // a generic address, not one of local memory
};

struct StackOp {
  enum class What : std::uint8_t { Allocate, Save, Restore };
  What what = What::Allocate;
  Slot result;
  Slot value;  // bytes, or what Save gave
  std::uint32_t alignment = 8;
};

struct UnsupportedOp {
  std::string message;      // "PTX line 12: instruction `…` is not covered"
  std::string instruction;  // "wgmma.fence.sync.aligned"; of a call "call NAME"
};

// Slots whose values the machine fills in before a launch, a block or a warp.
struct ConstantSlot {
  Slot slot;
  std::uint64_t value = 0;
  std::uint32_t variable = ptx::kNone;  // module variable whose address is added
};
enum class Special : std::uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NumberOfWarps,
  LaneMaskEq,
  LaneMaskLe,
  LaneMaskLt,
  LaneMaskGe,
  LaneMaskGt,
  SmId,
  NumberOfSms,
  GridId,
  Zero,
  TotalSharedBytes,
  DynamicSharedBytes,
  WarpSize,
  WorkspaceHigh,
  WorkspaceLow,
  ReservedShared,
  ClusterX,
  ClusterY,
  ClusterZ,
  BlockInClusterX,
  BlockInClusterY,
  BlockInClusterZ,
  RankInCluster,
  NumberOfClustersX,
  NumberOfClustersY,
  NumberOfClustersZ,
  BlocksOfClusterX,
  BlocksOfClusterY,
  BlocksOfClusterZ,
  BlocksOfCluster,
  IsExplicitCluster,
};
struct SpecialSlot {
  Slot slot;
  Special what = Special::Zero;
};
struct ParameterSlot {  // a parameter of the kernel as a register of the slot's width holds it
  Slot slot;
  std::uint32_t offset = 0;  // in the launch's parameters
  std::uint8_t bytes = 4;
  bool sign = false;
  friend bool operator==(const ParameterSlot&, const ParameterSlot&) = default;
};

struct FunctionCode {
  std::uint32_t function = 0;                            // index into ptx::Module::functions
  std::uint32_t entry = 0, end = 0;                      // pcs
  std::uint32_t registers_begin = 0, registers_end = 0;  // bytes of the register file
  std::vector<Slot> slots;                               // the distinct slots in it
  std::uint32_t frame_bytes = 0;                         // local variables and parameter areas
  std::uint32_t local_bytes = 0;  // the local variables alone: they lie first
  bool recursive = false;
  struct Area {
    std::uint32_t offset = 0, size = 0;
  };
  std::vector<Area> parameters, results;  // formal ones, in the frame
};

struct LoopCode {
  std::uint32_t parent = kNoTarget;  // index into Code::loops
  std::uint32_t depth = 1;
};

struct Code {
  bool uses_reserved_shared = false;
  bool uses_cluster_barrier = false;
  std::uint32_t dynamic_shared_offset = 0;  // where dynamic shared memory begins
  std::vector<Op> ops;
  std::vector<ValueFlow> flows;  // by pc; of Alu and AluConvert
  std::vector<AluConvert> converts;
  std::vector<MemoryOp> memory;
  std::vector<LoadFate> fates;
  std::vector<AtomicOp> atomics;
  std::vector<AsyncCopyOp> copies;
  std::vector<BulkCopyOp> bulk_copies;
  std::vector<BranchOp> branches;
  std::vector<IndexedBranchOp> indexed_branches;
  std::vector<CallOp> calls;
  std::vector<BarrierOp> barriers;
  std::vector<MbarrierOp> mbarriers;
  std::vector<WarpSyncOp> warp_syncs;
  std::vector<MatrixOp> matrices;
  std::vector<MatrixMove> matrix_moves;
  std::vector<TextureOp> textures;
  std::vector<SpaceOp> spaces;
  std::vector<BlockOfClusterOp> blocks_of_cluster;
  std::vector<ClockOp> clocks;
  std::vector<FrameAddressOp> frame_addresses;
  std::vector<StackOp> stack_ops;
  std::vector<UnsupportedOp> unsupported;
  std::vector<FunctionCode> functions;        // functions[0] is the kernel
  std::vector<std::uint32_t> function_of_pc;  // index into functions
  std::vector<LoopCode> loops;
  std::vector<std::uint32_t> loop_of_pc;  // the innermost loop, kNoTarget: none
  std::vector<ConstantSlot> constants;
  std::vector<SpecialSlot> specials;
  std::vector<ParameterSlot> parameters;
  std::uint32_t file_bytes = 0;                   // of one lane register file
  std::vector<std::uint32_t> shared_of_variable;  // by module variable: offset, or ptx::kNone
};

// Whether a pc lies in a loop; every pc does in kNoTarget.
[[nodiscard]] bool in_loop(const Code& code, std::uint32_t loop, std::uint32_t pc);
[[nodiscard]] inline std::uint32_t loop_depth(const Code& code, std::uint32_t loop) {
  return loop == kNoTarget ? 0 : code.loops[loop].depth;
}

// The entry in Code::functions for an address made by a mov of a function's name; kNoTarget if
// none.
[[nodiscard]] std::uint32_t function_at(const Code& code, std::uint64_t address);

}  // namespace lanescope::code
