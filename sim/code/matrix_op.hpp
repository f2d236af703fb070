#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/code/slot.hpp"

// Matrix instructions, decoded: who holds which element, and where it lies in memory.
namespace lanescope::code {

enum class MatrixType : std::uint8_t {
  None,
  F16,
  BF16,
  TF32,
  F32,
  F64,
  E4M3,
  E5M2,
  S8,
  U8,
  S4,
  U4,
  B1,
  S32
};

struct MatrixShape {
  std::uint32_t m = 16, n = 8, k = 16;  // of single bits, k counts words of them
};

// In which steps the products of halves and smaller floats are summed.
enum class Summing : std::uint8_t {
  AtOnce,   // all, and c
  Fours,    // four neighbours of the depth and c, then the next four
  Emulated  // of 8-bit floats before sm_100 but sm_89: those at even pairs of the depth, then at
            // odd ones, then c is added
};

// mma and wmma.mma: d = a times b plus c. Each lane holds pieces of the matrices: its elements lie
// in its registers one after the other, the first one lowest.
struct MatrixOp {
  MatrixShape shape;
  MatrixType a_type = MatrixType::F16, b_type = MatrixType::F16, c_type = MatrixType::F32,
             d_type = MatrixType::F32;
  std::uint32_t count = 1;  // matrices side by side: 4 for mma.m8n8k4 of halves
  bool saturates = false;   // .satfinite
  bool by_and = false;      // .and.popc, not .xor.popc
  Summing summing = Summing::AtOnce;
  std::vector<Slot> a, b, c, d;
  // mma.sp: A is there by halves, and the lanes' metadata tells which (sparse_matrix.hpp).
  std::uint32_t chunk = 0;  // columns of which half are there; 0: A is whole
  std::uint32_t selector = 0;
  Slot metadata;
  // Elements of a row of A that are there.
  [[nodiscard]] std::uint32_t a_depth() const { return chunk == 0 ? shape.k : shape.k / 2; }
  // Of each lane's element: matrix * rows * columns + row * columns + column, of B with its columns
  // as rows; index lane * elements + element.
  std::vector<std::uint16_t> a_at, b_at, c_at, d_at;
};

// ldmatrix, stmatrix, wmma.load and wmma.store. Memory is lines: those whose addresses the lanes
// give, or those of a matrix at one address, a stride apart.
struct MatrixMove {
  bool stores = false;
  bool lanes_give_lines = false;
  std::uint32_t lines = 8;
  AddressOperand address;
  Slot stride;  // in elements
  std::uint32_t element_bits = 16;
  std::uint32_t unit_bytes = 2;  // what is moved as one: an element, or the small ones of a word
  std::vector<Slot> data;
  struct Place {
    std::uint8_t line = 0;
    std::uint8_t byte = 0;  // in the line
  };
  std::vector<Place> units;  // index lane * units of a lane + unit; registers hold them in order
  // The requests: what each lane asks for.
  struct Piece {
    std::uint8_t bytes = 4;
    std::uint32_t lanes = 0xffffffff;
    std::array<Place, 32> at{};
  };
  std::vector<Piece> pieces;         // to global memory
  std::vector<Piece> shared_pieces;  // to shared memory
};

}  // namespace lanescope::code
