#include "sim/code/matrix_pieces.hpp"

#include <algorithm>
#include <vector>

namespace lanescope::code {
namespace {

using Place = MatrixMove::Place;
using Piece = MatrixMove::Piece;

Place place(std::uint32_t line, std::uint32_t byte) {
  return {static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(byte)};
}

struct Extent {
  std::uint32_t rows, columns;
};
Extent extent_of(const MatrixFragment& f) {
  if (f.part == MatrixPart::A) return {f.shape.m, f.shape.k};
  return f.part == MatrixPart::B ? Extent{f.shape.k, f.shape.n} : Extent{f.shape.m, f.shape.n};
}

bool is_word(MatrixType type) { return bits_of(type) < 8; }  // moved a word at once

// Whether a register's elements lie apart: each in a line of its own.
bool is_across(const MatrixFragment& f) {
  if (f.part == MatrixPart::B) return !f.by_columns;
  const bool turned_sum = f.part == MatrixPart::C && f.shape.n == 32;
  return turned_sum != f.by_columns;
}

std::size_t units_of_lane(const MatrixMove& move) { return move.units.size() / 32; }
std::size_t units_in_register(const MatrixMove& move, MatrixType type) {
  const std::size_t bytes = type == MatrixType::F64 ? 8 : 4;
  return bytes / move.unit_bytes;
}

Place unit_at(const MatrixMove& move, std::size_t lane, std::size_t unit) {
  return move.units[lane * units_of_lane(move) + unit];
}

// One unit of every lane.
Piece piece_of_unit(const MatrixMove& move, std::size_t unit, std::uint32_t bytes) {
  Piece piece;
  piece.bytes = static_cast<std::uint8_t>(bytes);
  for (std::size_t lane = 0; lane < 32; ++lane) piece.at[lane] = unit_at(move, lane, unit);
  return piece;
}

// A register of small elements is 8 lines of 16 bytes. Those that lie across come as if they lay
// along the lines, and are turned in the registers.
Piece piece_of_block(const MatrixMove& move, std::size_t unit) {
  const Place first = unit_at(move, 0, unit);
  Piece piece;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    piece.at[lane] = place(first.line + lane / 4, first.byte + lane % 4 * 4);
  return piece;
}

bool follow_each_other(const MatrixMove& move, std::size_t unit) {
  for (std::size_t lane = 0; lane < 32; ++lane) {
    const Place a = unit_at(move, lane, unit), b = unit_at(move, lane, unit + 1);
    if (a.line != b.line || b.byte != a.byte + move.unit_bytes) return false;
  }
  return true;
}

void add_pieces(MatrixMove& move, const MatrixFragment& f, std::size_t registers) {
  const std::size_t each = units_in_register(move, f.type);
  if (bits_of(f.type) >= 32) {
    const bool pairs = f.part == MatrixPart::C && follow_each_other(move, 0);
    for (std::size_t r = 0; r < registers; r += pairs ? 2 : 1)
      move.pieces.push_back(piece_of_unit(move, r, move.unit_bytes * (pairs ? 2U : 1U)));
  } else if (bits_of(f.type) == 8 && is_across(f)) {
    for (std::size_t u = 0; u < registers * each; ++u)
      move.pieces.push_back(piece_of_unit(move, u, 1));
  } else {
    for (std::size_t r = 0; r < registers; ++r)
      move.pieces.push_back(piece_of_block(move, r * each));
  }
}

// Up to four blocks at once, each line by a lane of its own, as ldmatrix does.
void add_shared_pieces(MatrixMove& move, const MatrixFragment& f, std::size_t registers) {
  const bool by_lines =
      f.part != MatrixPart::C && bits_of(f.type) <= 16 && !(bits_of(f.type) == 8 && is_across(f));
  if (!by_lines) {
    move.shared_pieces = move.pieces;
    return;
  }
  const bool strips = f.part == MatrixPart::A || f.shape.n == 32;
  const std::uint32_t length = f.part == MatrixPart::A ? f.shape.m : f.shape.n;
  const std::size_t in_strip = strips && length > 16 ? registers * 16 / length : registers;
  const std::size_t each = units_in_register(move, f.type),
                    most = std::min<std::size_t>(in_strip, 4);
  for (std::size_t r = 0; r < registers; r += most) {
    Piece piece;
    piece.bytes = 16;
    piece.lanes = most == 4 ? 0xffffffffU : (1U << (8 * most)) - 1;
    for (std::size_t lane = 0; lane < 8 * most; ++lane) {
      const Place first = unit_at(move, 0, (r + lane / 8) * each);
      piece.at[lane] = place(first.line + static_cast<std::uint32_t>(lane % 8), first.byte);
    }
    move.shared_pieces.push_back(piece);
  }
}

}  // namespace

void add_row_units(MatrixMove& move, bool transposed) {
  const auto matrices = static_cast<std::uint32_t>(move.data.size());
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    for (std::uint32_t matrix = 0; matrix < matrices; ++matrix) {
      for (std::uint32_t i = 0; i < 2; ++i) {
        const std::uint32_t row = lane / 4, column = lane % 4 * 2 + i;
        move.units.push_back(transposed ? place(8 * matrix + column, 2 * row)
                                        : place(8 * matrix + row, 2 * column));
      }
    }
  }
  Piece piece;
  piece.bytes = 16;
  piece.lanes = matrices == 4 ? 0xffffffffU : (1U << (8 * matrices)) - 1;
  for (std::uint32_t lane = 0; lane < 32; ++lane) piece.at[lane] = place(lane, 0);
  move.pieces = move.shared_pieces = {piece};
}

std::size_t add_fragment_units(MatrixMove& move, const MatrixFragment& f) {
  const auto bits = static_cast<std::uint32_t>(bits_of(f.type));
  move.element_bits = bits;
  move.unit_bytes = is_word(f.type) ? 4 : bits / 8;
  const Extent extent = extent_of(f);
  move.lines = f.by_columns ? extent.columns : extent.rows;
  const std::uint32_t in_unit = bits == 4 ? 8 : 1;
  for (int lane = 0; lane < 32; ++lane) {
    const std::vector<MatrixElement> held = held_elements(f.shape, f.part, f.type, lane);
    for (std::size_t e = 0; e < held.size(); e += in_unit) {
      const std::uint32_t line = f.by_columns ? held[e].column : held[e].row;
      const std::uint32_t across = f.by_columns ? held[e].row : held[e].column;
      move.units.push_back(place(line, across / in_unit * move.unit_bytes));
    }
  }
  const std::size_t registers = units_of_lane(move) / units_in_register(move, f.type);
  add_pieces(move, f, registers);
  add_shared_pieces(move, f, registers);
  return registers;
}

std::uint32_t natural_stride(const MatrixFragment& f) {
  const Extent extent = extent_of(f);
  const std::uint32_t across = f.by_columns ? extent.rows : extent.columns;
  return f.type == MatrixType::B1 ? 32 * across : across;
}

}  // namespace lanescope::code
