#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "sim/code/decode_context.hpp"

namespace lanescope::code {
namespace {

using ptx::Operand;
using TextureWhat = TextureOp::What;
using Asked = TextureOp::Asked;

struct Geometry {
  std::string_view name;
  std::uint32_t dimensions;
  bool layered;
};
constexpr std::array kGeometries{Geometry{"1d", 1, false}, Geometry{"2d", 2, false},
                                 Geometry{"3d", 3, false}, Geometry{"a1d", 1, true},
                                 Geometry{"a2d", 2, true}};

Result<void> fill_geometry(const ptx::Instruction& instruction, TextureOp& texture) {
  for (const Geometry& geometry : kGeometries) {
    if (!has_modifier(instruction, geometry.name)) continue;
    texture.dimensions = geometry.dimensions;
    texture.layered = geometry.layered;
    return {};
  }
  return bad_input("its geometry");
}

ptx::Type coordinate_type(const TextureOp& texture) {
  return texture.whole ? ptx::Type::S32 : ptx::Type::F32;
}

// [object, {layer, x, y, z}]; a coordinate may stand without braces.
Result<void> fill_place(const FunctionContext& context, const Operand& operand,
                        TextureOp& texture) {
  if (operand.kind != Operand::Kind::Memory || operand.elements.size() != 2 ||
      operand.elements[0].kind != Operand::Kind::Register)
    return bad_input("a texture that is no object, or a sampler of its own");
  Result<Slot> object = source_slot(context, operand.elements[0], ptx::Type::B64);
  if (!object) return object.error();
  texture.object.base = AddressOperand::Base::Slot;
  texture.object.slot = *object;
  std::vector<Operand> coordinates{operand.elements[1]};
  if (operand.elements[1].kind == Operand::Kind::Vector) coordinates = operand.elements[1].elements;
  const std::size_t first = texture.layered ? 1 : 0;
  if (coordinates.size() < first + texture.dimensions) return bad_input("its coordinates");
  if (texture.layered) {
    Result<Slot> layer = source_slot(context, coordinates[0], ptx::Type::U32);
    if (!layer) return layer.error();
    texture.layer = *layer;
  }
  for (std::size_t i = 0; i < texture.dimensions; ++i) {
    Result<Slot> at = source_slot(context, coordinates[first + i], coordinate_type(texture));
    if (!at) return at.error();
    texture.at[i] = *at;
  }
  return {};
}

Result<void> fill_data(const FunctionContext& context, const Operand& operand, bool written,
                       std::size_t count, TextureOp& texture) {
  std::vector<Operand> elements{operand};
  if (operand.kind == Operand::Kind::Vector) elements = operand.elements;
  if (elements.size() != count) return bad_input("its operands");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    Result<Slot> slot = written ? destination_slot(context, elements[i])
                                : source_slot(context, elements[i], ptx::Type::B32);
    if (!slot) return slot.error();
    texture.data[i] = *slot;
  }
  return {};
}

void add(const FunctionContext& context, const TextureOp& texture, Op& op) {
  op.kind = HandlerKind::Texture;
  op.detail = static_cast<std::uint32_t>(context.code->textures.size());
  context.code->textures.push_back(texture);
}

// The types written: of the result, of the coordinates.
std::vector<ptx::Type> types_of(const ptx::Instruction& instruction) {
  std::vector<ptx::Type> types;
  for (const std::string& modifier : instruction.modifiers) {
    const ptx::Type type = ptx::type_from_spelling(modifier);
    if (type != ptx::Type::None) types.push_back(type);
  }
  return types;
}

Result<void> decode_sample(const FunctionContext& context, const ptx::Instruction& instruction,
                           Op& op) {
  TextureOp texture;
  if (Result<void> r = fill_geometry(instruction, texture); !r) return r;
  const std::vector<ptx::Type> types = types_of(instruction);
  if (types.size() != 2 || ptx::size_in_bytes(types[0]) != 4 || !has_modifier(instruction, "v4"))
    return bad_input("its types");
  texture.whole = types[1] == ptx::Type::S32;
  if (instruction.opcode == "tld4") {
    texture.what = TextureWhat::Gather;
    constexpr std::array<std::string_view, 4> kComponents{"r", "g", "b", "a"};
    for (std::size_t c = 0; c < kComponents.size(); ++c) {
      if (has_modifier(instruction, kComponents[c]))
        texture.component = static_cast<std::uint8_t>(c);
    }
  }
  // A level or gradients may follow: textures have one level. Offsets and comparisons may not.
  const std::size_t most = has_modifier(instruction, "grad")    ? 4
                           : has_modifier(instruction, "level") ? 3
                                                                : 2;
  if (instruction.operands.size() < 2 || instruction.operands.size() > most)
    return bad_input("its operands");
  if (Result<void> r = fill_data(context, instruction.operands[0], true, 4, texture); !r) return r;
  if (Result<void> r = fill_place(context, instruction.operands[1], texture); !r) return r;
  add(context, texture, op);
  return {};
}

Result<void> decode_surface(const FunctionContext& context, const ptx::Instruction& instruction,
                            Op& op) {
  TextureOp texture;
  const bool stores = instruction.opcode == "sust";
  texture.what = stores ? TextureWhat::Store : TextureWhat::Load;
  texture.whole = true;
  if (!has_modifier(instruction, "b")) return bad_input("a formatted access");
  if (Result<void> r = fill_geometry(instruction, texture); !r) return r;
  const std::vector<ptx::Type> types = types_of(instruction);
  if (types.size() != 1) return bad_input("its type");
  texture.bytes = static_cast<std::uint8_t>(ptx::size_in_bytes(types[0]));
  texture.count = has_modifier(instruction, "v4") ? 4 : has_modifier(instruction, "v2") ? 2 : 1;
  texture.outside = has_modifier(instruction, "clamp")  ? TextureOp::Outside::Clamp
                    : has_modifier(instruction, "zero") ? TextureOp::Outside::Zero
                                                        : TextureOp::Outside::Trap;
  if (instruction.operands.size() != 2) return bad_input("its operands");
  const std::size_t place = stores ? 0 : 1;
  if (Result<void> r =
          fill_data(context, instruction.operands[1 - place], !stores, texture.count, texture);
      !r)
    return r;
  if (Result<void> r = fill_place(context, instruction.operands[place], texture); !r) return r;
  add(context, texture, op);
  return {};
}

struct Question {
  std::string_view name;
  Asked asked;
};
constexpr std::array kQuestions{
    Question{"width", Asked::Width},
    Question{"height", Asked::Height},
    Question{"depth", Asked::Depth},
    Question{"array_size", Asked::Depth},
    Question{"normalized_coords", Asked::NormalizedCoordinates},
};

Result<void> decode_query(const FunctionContext& context, const ptx::Instruction& instruction,
                          Op& op) {
  TextureOp texture;
  texture.what = TextureWhat::Query;
  const auto* question = std::find_if(kQuestions.begin(), kQuestions.end(), [&](const Question& q) {
    return has_modifier(instruction, q.name);
  });
  if (question == kQuestions.end() || instruction.operands.size() != 2)
    return bad_input("its question");
  texture.asked = question->asked;
  texture.dimensions = 0;
  if (Result<void> r = fill_data(context, instruction.operands[0], true, 1, texture); !r) return r;
  const Operand& place = instruction.operands[1];
  if (place.kind != Operand::Kind::Memory || place.elements.size() != 1 ||
      place.elements[0].kind != Operand::Kind::Register)
    return bad_input("a texture that is no object");
  Result<Slot> object = source_slot(context, place.elements[0], ptx::Type::B64);
  if (!object) return object.error();
  texture.object.base = AddressOperand::Base::Slot;
  texture.object.slot = *object;
  add(context, texture, op);
  return {};
}

}  // namespace

// tex, tld4, txq, suld, sust and suq by texture objects (PTX ISA 9.7.10 and 9.7.11).
Result<void> decode_texture(const FunctionContext& context, const ptx::Instruction& instruction,
                            std::uint32_t /*at*/, Op& op) {
  if (instruction.opcode == "tex" || instruction.opcode == "tld4")
    return decode_sample(context, instruction, op);
  if (instruction.opcode == "suld" || instruction.opcode == "sust")
    return decode_surface(context, instruction, op);
  return decode_query(context, instruction, op);
}

}  // namespace lanescope::code
