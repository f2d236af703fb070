#include "tests/lab/random_kernels/operations.hpp"

#include <utility>

#include "tests/lab/random_kernels/operation_rows.hpp"

namespace lanescope::test::random_kernels {
namespace {

using Table = std::array<Operations, kTypes>;

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

// $T is the type's tag, $C its name, $U its unsigned type, $W where its arithmetic is done, $B how
// many bits it shifts by at most.
std::string of_type(std::string text, Type type) {
  const TypeInfo& about = info(type);
  text = replaced(std::move(text), "$T", about.tag);
  text = replaced(std::move(text), "$C", about.name);
  text = replaced(std::move(text), "$U", about.unsign);
  text = replaced(std::move(text), "$W", about.wide);
  return replaced(std::move(text), "$B", std::to_string(about.bytes * 8 - 1));
}

void add_whole(Type type, Table& table) {
  const auto at = static_cast<std::size_t>(type);
  const auto boolean = static_cast<std::size_t>(Type::Bool);
  for (const char* row : kWholeRows) table[at].common.push_back(of_type(row, type));
  for (const char* row : is_signed(type) ? kSignedRows : kUnsignedRows)
    table[at].long_ones.push_back(of_type(row, type));
  for (const char* row : kComparisonRows) table[boolean].common.push_back(of_type(row, type));
}

Table make_table() {
  Table table;
  for (std::size_t at = 0; at < kTypes; ++at) {
    const auto type = static_cast<Type>(at);
    if (is_integer(type)) add_whole(type, table);
  }
  for (const Type type : {Type::F32, Type::F64})
    for (const char* row : kComparisonRows)
      table[static_cast<std::size_t>(Type::Bool)].common.push_back(of_type(row, type));
  for (const Row& row : rows()) {
    Operations& of = table[static_cast<std::size_t>(row.type)];
    (row.is_long ? of.long_ones : of.common).emplace_back(row.text);
  }
  return table;
}

}  // namespace

const Operations& operations(Type type) {
  static const Table kTable = make_table();
  return kTable[static_cast<std::size_t>(type)];
}

}  // namespace lanescope::test::random_kernels
