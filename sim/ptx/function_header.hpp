#pragma once

#include <string_view>
#include <vector>

#include "sim/ptx/context.hpp"
#include "sim/ptx/declarations.hpp"

namespace lanescope::ptx {

// A function up to its `{` or `;`, which are left to the caller (PTX ISA 11.1 and 11.4):
//   .func (.param .b32 func_retval0) name (.param .b64 name_param_0) .noreturn
//   .entry name (.param .u64 name_param_0) .maxntid 256, 1, 1 .minnctapersm 2
struct FunctionHeader {
  std::string_view name;
  Position position;
  std::vector<Declarator> returns;
  std::vector<Declarator> parameters;
};

// Reads what stands behind .entry or .func; sets the launch bounds in `function`. False after an
// error that leaves no name.
[[nodiscard]] bool parse_function_header(Cursor& cursor, Function& function,
                                         FunctionHeader& header);

// (returns) _ (parameters) [.noreturn]; behind .callprototype, with the semicolon.
[[nodiscard]] bool parse_prototype(Cursor& cursor, Prototype& prototype);

}  // namespace lanescope::ptx
