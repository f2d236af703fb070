// Inputs from files: tables, texts and pictures, and what a dropped file is taken for.

#include "lab/experiment/file_fill.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "lab/experiment/base64.hpp"
#include "lab/experiment/element.hpp"
#include "lab/experiment/file.hpp"
#include "lab/experiment/file_experiment.hpp"
#include "lab/experiment/fill.hpp"
#include "lab/experiment/image_file.hpp"
#include "lab/experiment/inputs.hpp"
#include "lab/experiment/kernel_signature.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/experiment/spec_text.hpp"
#include "lab/run/input_file.hpp"

namespace lanescope::experiment {
namespace {

using FileKind = run::InputFile::Kind;

class Files : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::string path = ::testing::TempDir() + "lanescope-" + info->name() + "-" +
                             std::to_string(::getpid()) + "-" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  Result<std::vector<double>> numbers(const char* type, std::uint64_t count,
                                      const std::string& fill,
                                      std::vector<std::uint64_t> shape = {}) {
    Result<Fill> parsed = parse_fill(fill);
    if (!parsed) return parsed.error();
    const BufferValue value{*element_type(type), count, *parsed, std::move(shape)};
    const auto bytes = fill_bytes(value);
    if (!bytes) return bytes.error();
    std::vector<double> out;
    for (std::uint64_t i = 0; i < count; ++i)
      out.push_back(element_value(value.type, bytes->data() + i * size_of(value.type)));
    return out;
  }
  std::string complaint(const std::string& fill, const char* type = "f32") {
    const auto filled = numbers(type, 4, fill);
    return filled ? "none" : filled.error().text();
  }
};

using Numbers = std::vector<double>;

TEST_F(Files, TablesOfNumbers) {
  EXPECT_EQ(*numbers("f32", 4, "csv:" + write("a.csv", "1,2.5,-3\n4e1\n")),
            (Numbers{1, 2.5, -3, 40}));
  EXPECT_EQ(*numbers("f32", 6, "csv:" + write("b.csv", "x;y\r\n1;2\r\n3;4;\r\n")),
            (Numbers{1, 2, 3, 4, 1, 2}))
      << "a heading is left out; what is short begins again";
  EXPECT_EQ(*numbers("i32", 2, "csv:" + write("c.txt", "# remark\n 7  8 9 # more\n")),
            (Numbers{7, 8}));
  EXPECT_EQ(*numbers("u8", 3, "csv:" + write("d.csv", "\xEF\xBB\xBF\"1\",\"2\"\n3")),
            (Numbers{1, 2, 3}));
}

TEST_F(Files, WhatIsWrongInATableIsNamedWithItsLine) {
  const std::string word = complaint("csv:" + write("word.csv", "1\n2\nthree\n"));
  EXPECT_NE(word.find("word.csv:3: `three` is not a number"), std::string::npos) << word;
  const std::string empty = complaint("csv:" + write("empty.csv", "a,b\n1,,2\n"));
  EXPECT_NE(empty.find("empty.csv:2: field 2 is empty"), std::string::npos) << empty;
  EXPECT_NE(complaint("csv:" + write("none.csv", "a,b\n")).find("no number"), std::string::npos);
  const std::string broad = complaint("csv:" + write("broad.csv", "1\n300\n"), "u8");
  EXPECT_NE(broad.find("number 2"), std::string::npos) << broad;
  EXPECT_NE(complaint("csv:/nowhere/x.csv").find("/nowhere/x.csv"), std::string::npos);
}

TEST_F(Files, LettersAgainAndAgain) {
  EXPECT_EQ(*numbers("u32", 5, "letters:" + write("t.txt", "abc")),
            (Numbers{'a', 'b', 'c', 'a', 'b'}));
  EXPECT_NE(complaint("letters:" + write("e.txt", "")).find("empty"), std::string::npos);
}

// A PPM is written as it is meant: 4 × 2 pixels, left half red, right half (0, 100, 200).
TEST_F(Files, PicturesAreScaledToTheBuffer) {
  const std::string left("\xFF\0\0", 3), right("\0\x64\xC8", 3);
  const std::string row = left + left + right + right;
  const std::string ppm = write("p.ppm", "P6 4 2 255\n" + row + row);
  EXPECT_EQ(*numbers("u8", 6, "image-rgb:2:" + ppm), (Numbers{255, 0, 0, 0, 100, 200}));
  EXPECT_EQ(*numbers("u8", 6, "image-planes:2:" + ppm), (Numbers{255, 0, 0, 100, 0, 200}));
  // 0.21 · 255 = 53.55, and 0.72 · 100 + 0.07 · 200 = 86, rounded down as grey_of() says.
  EXPECT_EQ(*numbers("f32", 2, "image:2:" + ppm), (Numbers{53, 86}));
  EXPECT_EQ(*numbers("u8", 8, "image:" + ppm, {2, 4}), (Numbers{53, 53, 86, 86, 53, 53, 86, 86}))
      << "the shape tells the width";
  // A square takes the middle 2 × 2: one pixel of each colour in a row.
  EXPECT_EQ(*numbers("u8", 4, "image:" + ppm), (Numbers{53, 86, 53, 86}));
  EXPECT_NE(complaint("image:" + write("cut.ppm", "P6 4 2 255\n" + row)).find("cut"),
            std::string::npos);
  EXPECT_NE(complaint("image:" + write("no.png", "no picture")).find("no picture"),
            std::string::npos);
  EXPECT_FALSE(numbers("u8", 5, "image:" + ppm)) << "5 elements are no square";
}

TEST_F(Files, MeansAreOfAllPixelsAndRounded) {
  ImageFile image{4, 1, {0, 0, 0, 1, 1, 1, 10, 10, 10, 13, 13, 13}};
  const auto halves = scaled(image, 2, 1);  // its proportions are 2 : 1, so the middle two
  ASSERT_EQ(halves.size(), 2U);
  EXPECT_EQ(halves[0][0], 1);
  EXPECT_EQ(halves[1][0], 10);
  image.height = 2;
  for (int i = 0; i < 12; ++i) image.rgb.push_back(20);
  const auto means = scaled(image, 2, 1);
  EXPECT_EQ(means[0][0], 10) << "(0 + 1 + 20 + 20) / 4 = 10.25";
  EXPECT_EQ(means[1][0], 16) << "(10 + 13 + 20 + 20) / 4 = 15.75";
}

// RFC 4648, section 10.
TEST_F(Files, Base64) {
  const std::pair<const char*, const char*> rows[] = {{"", ""},
                                                      {"f", "Zg=="},
                                                      {"fo", "Zm8="},
                                                      {"foo", "Zm9v"},
                                                      {"foob", "Zm9vYg=="},
                                                      {"fooba", "Zm9vYmE="},
                                                      {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : rows) {
    const auto bytes = std::as_bytes(std::span(plain, std::strlen(plain)));
    EXPECT_EQ(to_base64(bytes), coded);
    const auto back = from_base64(coded);
    ASSERT_TRUE(back);
    EXPECT_TRUE(std::ranges::equal(*back, bytes));
  }
  for (const char* wrong : {"Z", "Zg=", "Z===", "Zm9v!A==", "Zg==Zg=="})
    EXPECT_FALSE(from_base64(wrong)) << wrong;
  EXPECT_EQ(*numbers("u16", 2, "bytes:AQACAA=="), (Numbers{1, 2}));
  EXPECT_NE(complaint("bytes:AQACAA==").find("holds 4 bytes"), std::string::npos);
}

TEST_F(Files, FillsAreWrittenAsTheyAreRead) {
  for (const char* text : {"csv:a,b.csv", "letters:/x/y.txt", "image:p.png", "image:64:p.png",
                           "image-rgb:p:q.png", "image-planes:7:p.png", "bytes:AQID", "none"}) {
    const auto fill = parse_fill(text);
    ASSERT_TRUE(fill) << text << ": " << fill.error().text();
    EXPECT_EQ(fill_text(*fill), text);
  }
  for (const char* text : {"csv:", "letters:", "image:", "image:0:p.png", "image:64:"})
    EXPECT_FALSE(parse_fill(text)) << text;
  const auto argument = parse_argument("p:{f32[4]=csv:a,b.csv,i32=4}");
  ASSERT_TRUE(argument) << argument.error().text();
  EXPECT_EQ(std::get<StructValue>(argument->value).fields.size(), 2U);
}

TEST_F(Files, AreTakenForWhatTheyHold) {
  const auto kind = [&](const std::string& name, const std::string& text) {
    const auto file = run::look_at_file(write(name, text));
    EXPECT_TRUE(file) << name << ": " << file.error().text();
    return file ? file->kind : FileKind::Raw;
  };
  EXPECT_EQ(kind("k.cu", "__global__ void f() {}"), FileKind::Kernel);
  EXPECT_EQ(kind("k.ptx", ".version 8.0"), FileKind::Kernel);
  EXPECT_EQ(kind("s.json", "{\"lanescope_session\": 1}"), FileKind::Session);
  EXPECT_EQ(kind("n.txt", "1 2 3"), FileKind::Numbers);
  EXPECT_EQ(kind("t.txt", "a text, 3 words"), FileKind::Letters);
  EXPECT_EQ(kind("r.bin", std::string(8, '\0')), FileKind::Raw);
  EXPECT_EQ(kind("p.ppm", "P6 1 1 255\nabc"), FileKind::Image);
  for (const char* name : {"x.csv", "empty.txt", "x.pdf"}) {
    const char* text = name[0] == 'e' ? "" : name[2] == 'c' ? "no, numbers" : "%PDF\x01";
    const auto file = run::look_at_file(write(name, text));
    EXPECT_FALSE(file) << name;
    EXPECT_TRUE(file || !file.error().message.empty());
  }
  EXPECT_FALSE(run::look_at_file(::testing::TempDir()));
  EXPECT_FALSE(run::look_at_file("/nowhere/at-all.csv"));
}

Experiment with(std::initializer_list<const char*> specs) {
  Experiment experiment;
  experiment.launches.emplace_back();
  for (const char* spec : specs)
    experiment.launches.front().arguments.emplace_back(*parse_argument(spec));
  return experiment;
}

TEST_F(Files, FitWhatIsFilledAlike) {
  const run::InputFile table{FileKind::Numbers, "t.csv", 4, 0, 0};
  const run::InputFile text{FileKind::Letters, "t.txt", 4, 0, 0};
  const run::InputFile image{FileKind::Image, "p.png", 4, 2, 2};
  const run::InputFile raw{FileKind::Raw, "p.bin", 16, 0, 0};
  const Experiment experiment = with({"out:f32[4]=zero", "in:f32[4]=iota", "w:f32[5]=const:1",
                                      "t:u8[7]=text:ab", "p:u8[4]=picture:2", "n:i32=4"});
  using Names = std::vector<std::string>;
  EXPECT_EQ(*run::fitting_arguments(experiment, table), (Names{"in", "w", "t", "p"}));
  EXPECT_EQ(*run::fitting_arguments(experiment, text), Names{"t"});
  EXPECT_EQ(*run::fitting_arguments(experiment, image), Names{"p"});
  EXPECT_EQ(*run::fitting_arguments(experiment, raw), Names{"in"});
  EXPECT_FALSE(run::fitting_arguments(with({"out:f32[4]=zero", "n:i32=4"}), table));
  EXPECT_EQ(run::fill_from(image, {ElementType::U8, 12, {}, {2, 2, 3}}), "image-rgb:p.png");
  EXPECT_EQ(run::fill_from(image, {ElementType::U8, 12, {}, {3, 2, 2}}), "image-planes:p.png");
  EXPECT_EQ(run::fill_from(image, {ElementType::U8, 4, {}, {2, 2}}), "image:p.png");
}

TEST_F(Files, SetByName) {
  Experiment experiment = with({"p:u8[6]=picture:3", "n:i32=4", "s:{f32=1,f32[2]=iota}"});
  ASSERT_TRUE(set_input(experiment, "p", "image:x.png"));
  ASSERT_TRUE(set_input(experiment, "n", "0x10"));
  ASSERT_TRUE(set_input(experiment, "s.1", "[8]=const:2"));
  std::vector<std::string> texts;
  for (const auto& entry : experiment.launches.front().arguments)
    texts.push_back(argument_text(std::get<Argument>(entry)));
  EXPECT_EQ(texts, (std::vector<std::string>{"p:u8[6]=image:3:x.png", "n:i32=0x10",
                                             "s:{f32=1,f32[8]=const:2}"}));
  for (const auto& [name, text] : {std::pair("n", "x"),
                                   {"n", "5000000000"},
                                   {"p", "nothing:1"},
                                   {"q", "1"},
                                   {"p", "const:999"},
                                   {"p", "[0]=iota"}})
    EXPECT_FALSE(set_input(experiment, name, text)) << name << "=" << text;
}

TEST_F(Files, KernelsAreReadFromTheirText) {
  const auto kernels = kernel_signatures(R"cu(
    // __global__ void commented(int n);
    static const char* text = "__global__ void quoted(int)";
    extern "C" __global__ void __launch_bounds__(256, 2)
    saxpy(float* __restrict__ y, const float *x, unsigned long long n, float a = 2.0f) { y[0] = (a); }
    template <typename T, int N> __global__ void generic(T* data, const unsigned char c[], dim3) {}
    __global__ void nothing(void);
  )cu");
  ASSERT_EQ(kernels.size(), 3U);
  EXPECT_EQ(kernels[0].name, "saxpy");
  EXPECT_FALSE(kernels[0].is_template);
  ASSERT_EQ(kernels[0].parameters.size(), 4U);
  const auto& p = kernels[0].parameters;
  EXPECT_EQ(p[0].name + p[1].name + p[2].name + p[3].name, "yxna");
  EXPECT_TRUE(p[0].is_pointer && !p[0].is_const && p[1].is_pointer && p[1].is_const);
  EXPECT_EQ(p[0].element, ElementType::F32);
  EXPECT_EQ(p[2].element, ElementType::U64);
  EXPECT_FALSE(p[2].is_pointer);
  EXPECT_TRUE(kernels[1].is_template);
  EXPECT_EQ(kernels[1].parameters[1].element, ElementType::U8);
  EXPECT_TRUE(kernels[1].parameters[1].is_pointer);
  EXPECT_EQ(kernels[1].parameters[2].type, "dim3");
  EXPECT_TRUE(kernels[2].parameters.empty());
  EXPECT_TRUE(kernel_signatures("__global__ void broken(int").empty());
}

TEST_F(Files, AKernelBeginsWithArgumentsThatRun) {
  const auto made = experiment_for_file(
      write("k.cu", "__global__ void f(float* out, const int* in, int n, float a) {}"));
  ASSERT_TRUE(made) << made.error().text();
  const LaunchSpec& launch = made->launches.front();
  EXPECT_EQ(launch.kernel, "f");
  EXPECT_EQ(std::uint64_t{launch.grid.x} * launch.block.x, 1024U);
  std::vector<std::string> texts;
  for (const auto& entry : launch.arguments)
    texts.push_back(argument_text(std::get<Argument>(entry)));
  EXPECT_EQ(texts, (std::vector<std::string>{"out:f32[1024]=zero", "in:i32[1024]=iota",
                                             "n:i32=1024", "a:f32=2"}));
  EXPECT_FALSE(experiment_for_file(write("none.cu", "int main() {}")));
  EXPECT_FALSE(experiment_for_file(write("t.cu", "template <int N> __global__ void f() {}")));
  const auto odd =
      experiment_for_file(write("s.cu", "struct P { int a; }; __global__ void f(P p) {}"));
  ASSERT_FALSE(odd);
  EXPECT_NE(odd.error().message.find("`p` of type `P`"), std::string::npos) << odd.error().message;
}

}  // namespace
}  // namespace lanescope::experiment
