#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/ptx/cursor.hpp"
#include "sim/ptx/locations.hpp"
#include "sim/ptx/module.hpp"
#include "sim/ptx/symbols.hpp"

namespace lanescope::ptx {

// What the parsers of one file share.
struct ModuleContext {
  Cursor& cursor;
  Module& module;
  LocationTable locations;
  std::unordered_map<std::string_view, Symbol> names;  // module scope
};

// A name of an instruction that may be defined further down.
struct PendingName {
  std::uint32_t instruction = 0;  // index into Function::body
  ScopeId scope = 0;
  std::string_view name;
  Position position;
};

// A label of a .branchtargets list.
struct PendingTarget {
  std::uint32_t list = 0;   // index into Function::branch_targets
  std::uint32_t place = 0;  // in that list
  ScopeId scope = 0;
  std::string_view name;
  Position position;
};

// What the parsers of one function share.
struct FunctionContext {
  ModuleContext& unit;
  Function& function;
  ScopeTree scopes;
  std::vector<PendingName> pending;
  std::vector<PendingTarget> pending_targets;
};

}  // namespace lanescope::ptx
