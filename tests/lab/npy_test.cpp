#include "lab/experiment/npy.hpp"

#include <cstring>

#include <gtest/gtest.h>

namespace lanescope::experiment {
namespace {

// A file by the description of the format in NumPy's NEP 1.
std::vector<std::byte> npy(int major, const std::string& dictionary, const std::string& data) {
  std::string out = "\x93NUMPY";
  out += static_cast<char>(major);
  out += '\0';
  const std::string header = dictionary + "\n";
  out += static_cast<char>(header.size());
  out += '\0';
  if (major > 1) out += std::string(2, '\0');
  out += header + data;
  std::vector<std::byte> bytes(out.size());
  std::memcpy(bytes.data(), out.data(), out.size());
  return bytes;
}

const std::string kTwo("\x01\x00\x00\x00\x02\x00\x00\x00", 8);
const std::string kI4 = "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }";

std::string text(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Npy, Versions) {
  for (const int version : {1, 2, 3}) {
    const auto read = read_npy(npy(version, kI4, kTwo), ElementType::I32, 2);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(text(*read), kTwo);
  }
  EXPECT_FALSE(read_npy(npy(9, kI4, kTwo), ElementType::I32, 2));
}

TEST(Npy, ShapesOfOneMatrixAndScalar) {
  const auto with = [](const char* shape, const std::string& data, std::uint64_t count) {
    return read_npy(
        npy(1, "{'descr': '<i4', 'fortran_order': False, 'shape': " + std::string(shape) + ", }",
            data),
        ElementType::I32, count);
  };
  EXPECT_TRUE(with("(1, 2)", kTwo, 2));
  EXPECT_TRUE(with("(2, 1)", kTwo, 2));
  EXPECT_TRUE(with("()", kTwo.substr(0, 4), 1));
  EXPECT_FALSE(with("(2, 2)", kTwo, 2));
  EXPECT_FALSE(with("(3,)", kTwo, 3)) << "data too short";
}

TEST(Npy, DtypeMustBeTheType) {
  const auto wrong = read_npy(npy(1, kI4, kTwo), ElementType::F32, 2);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("dtype is <i4, and f32"), std::string::npos);
  EXPECT_FALSE(read_npy(npy(1, kI4, kTwo), ElementType::U32, 2));
  EXPECT_FALSE(read_npy(npy(1, "{'descr': '>i4', 'fortran_order': False, 'shape': (2,), }", kTwo),
                        ElementType::I32, 2));
  EXPECT_FALSE(
      read_npy(npy(1, "{'descr': [('x', '<i4')], 'fortran_order': False, 'shape': (2,)}", kTwo),
               ElementType::I32, 2));
}

TEST(Npy, BytesAndBooleans) {
  EXPECT_TRUE(read_npy(npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "ab"),
                       ElementType::U8, 2));
  EXPECT_TRUE(read_npy(npy(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", "ab"),
                       ElementType::U8, 2));
  EXPECT_FALSE(read_npy(npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "ab"),
                        ElementType::I8, 2));
}

TEST(Npy, FortranOrderOnlyWhereItIsTheSame) {
  const std::string flat = "{'descr': '<i4', 'fortran_order': True, 'shape': (1, 2), }";
  EXPECT_TRUE(read_npy(npy(1, flat, kTwo), ElementType::I32, 2));
  const std::string square = "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 2), }";
  const auto wrong = read_npy(npy(1, square, kTwo + kTwo), ElementType::I32, 4);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("Fortran"), std::string::npos);
}

TEST(Npy, DamagedFiles) {
  const std::vector<std::byte> whole = npy(1, kI4, kTwo);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(read_npy(std::span(whole).first(size), ElementType::I32, 2)) << size;
  }
  EXPECT_FALSE(read_npy(npy(1, "nonsense", kTwo), ElementType::I32, 2));
}

TEST(Npy, WrittenFilesAreRead) {
  std::vector<std::byte> data(8);
  std::memcpy(data.data(), kTwo.data(), 8);
  const std::vector<std::byte> file = write_npy(ElementType::I32, data);
  EXPECT_EQ((file.size() - data.size()) % 64, 0U);
  const auto read = read_npy(file, ElementType::I32, 2);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, data);
}

}  // namespace
}  // namespace lanescope::experiment
