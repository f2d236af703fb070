#pragma once

#include <cstdint>

#include "sim/isa/alu.hpp"
#include "sim/ptx/module.hpp"

// What bind_alu asks of the lane functions, and what they answer. Plain data without member
// functions: this header is compiled at every vector level, and an inline function compiled for
// AVX must never be the copy that the linker keeps for everyone.
namespace lanescope::isa {

enum class Op : std::uint8_t {
  None,
  Abs,
  Add,
  Addc,
  And,
  Bfe,
  Bfi,
  Bfind,
  Bmsk,
  Brev,
  Clz,
  Cnot,
  Copysign,
  Cos,
  Cvt,
  CvtPack,
  Div,
  Dp2a,
  Dp4a,
  Ex2,
  Fma,
  Fns,
  Lg2,
  Lop3,
  Mad,
  Mad24,
  Madc,
  Max,
  Min,
  Mov,
  Mul,
  Mul24,
  Neg,
  Not,
  Or,
  Popc,
  Prmt,
  Rcp,
  Rem,
  Rsqrt,
  Sad,
  Selp,
  Set,
  Setp,
  Shf,
  Shl,
  Shr,
  Sin,
  Slct,
  Sqrt,
  Sub,
  Subc,
  Szext,
  Tanh,
  Testp,
  Video,
  Xor,
};

enum class Rounding : std::uint8_t {
  None,
  Nearest,
  Zero,
  Down,
  Up,  // rn rz rm rp
  IntNearest,
  IntZero,
  IntDown,
  IntUp,        // rni rzi rmi rpi
  NearestAway,  // rna
};

enum class Compare : std::uint8_t {
  None,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Lo,
  Ls,
  Hi,
  Hs,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan,
};

enum class Combine : std::uint8_t { None, And, Or, Xor };

// Modifiers that pick a variant of one opcode; what they mean depends on the opcode.
enum class Variant : std::uint8_t {
  None,
  Hi,
  Lo,
  Wide,
  Add,
  Approx,
  Full,
  Left,
  Right,
  ShiftAmount,
  F4e,
  B4e,
  Rc8,
  Ecl,
  Ecr,
  Rc16,
  Finite,
  Infinite,
  Number,
  NotANumber,
  Normal,
  Subnormal,
  Pack,
  Unpack,
  Repack,  // mov of 128 bits: parts to parts
};

// One instruction, its modifiers sorted by meaning.
struct Selector {
  Op op = Op::None;
  Variant variant = Variant::None;
  Rounding rounding = Rounding::None;
  Compare compare = Compare::None;
  Combine combine = Combine::None;
  ptx::Type type = ptx::Type::None;  // the first type written
  ptx::Type from = ptx::Type::None;  // the second one; the first if there is one only
  bool ftz = false;
  bool sat = false;
  bool relu = false;
  bool finite = false;  // .satfinite
  bool nan = false;     // .NaN
  bool xorsign_abs = false;
  bool abs_only = false;         // .abs of the three-input min and max
  bool carry_out = false;        // .cc
  bool wrap = false;             // .wrap (else .clamp)
  bool second_result = false;    // setp p|q
  bool negated_input = false;    // setp ..., !c
  bool negated_product = false;  // fma with operand a negated: written by no PTX text, but by the
  bool negated_addend = false;   // decoder where ptxas fuses a product and a difference
  std::uint8_t elements = 0;     // of a packed or unpacked vector; bits of cvt.pack.u4 and its like
  std::uint8_t sources = 0;      // operands read, as written
  bool video_known = false;      // of a video instruction: number_of(VideoJob)
  std::uint64_t video = 0;
  std::uint32_t table = 0;  // of a lop3 that combines with a predicate: its truth table
};

// The lane functions for a Selector; full is null when there are none.
struct Lanes {
  FullOp full;
  MaskedOp masked;
  ptx::Type dst[4];  // in the order dst, dst2, more_dst
  ptx::Type src[4];
  std::uint64_t form = 0;  // AluOp::form
};

// The lane functions of one vector level, one source file of lanes/ each.
struct LaneTable {
  Lanes (*integer)(const Selector&);
  Lanes (*multiply)(const Selector&);
  Lanes (*bits)(const Selector&);
  Lanes (*carry)(const Selector&);
  Lanes (*float32)(const Selector&);
  Lanes (*float64)(const Selector&);
  Lanes (*half)(const Selector&);
  Lanes (*compare)(const Selector&);
  Lanes (*select)(const Selector&);
  Lanes (*convert)(const Selector&);
  Lanes (*move)(const Selector&);
};
namespace baseline {
extern const LaneTable kLaneTable;
}
namespace avx2 {
extern const LaneTable kLaneTable;
}
namespace avx512 {
extern const LaneTable kLaneTable;
}

// Rare or inherently scalar operations, compiled once.
Lanes select_directed(const Selector& s);      // rz, rm, rp of f32 and f64 arithmetic
Lanes select_approximate(const Selector& s);   // approx functions
Lanes select_rare_convert(const Selector& s);  // cvt with unusual rounding, saturation, halves
Lanes select_small_float(const Selector& s);   // cvt of floats of 8 bits
Lanes select_video(const Selector& s);  // vadd, vset, vmad and their like, of one word and of parts
Lanes select_lop3_combined(const Selector& s);  // lop3 with a predicate result
Lanes select_rare_compare(const Selector& s);   // set; setp p|q, with a third operand, of halves

// An instruction of unit Alu or Move, its modifiers sorted.
[[nodiscard]] Selector make_selector(const ptx::Instruction& instruction);

}  // namespace lanescope::isa
