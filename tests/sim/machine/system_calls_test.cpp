#include "sim/machine/system_calls.hpp"

#include <gtest/gtest.h>

#include "sim/machine/print_format.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

TEST(Printf, FormatsLikeC) {
  Bench bench(read_text("calls.ptx"), "prints");
  bench.argument(0).shape({1}, {32});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  char want[256];
  std::string expected;
  for (int i = 0; i < 2; ++i) {
    std::snprintf(want, sizeof want, "%d|%5u|%-4d|%x|%c|%s|%lld|%.2f|%e|%%|%08.3f|%hhd\n", i - 1,
                  42U, 7, 255U, 'q', "text", -5000000000LL, 2.5, 1234.5, 3.14159, -56);
    expected += want;
  }
  EXPECT_EQ(execution.printed().text, expected);
  const auto& parts = execution.printed().parts;
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].lane, 0);
  EXPECT_EQ(parts[1].lane, 1);
  EXPECT_EQ(parts[0].end, expected.find('\n') + 1);
  EXPECT_EQ(parts[1].end, expected.size());
  EXPECT_EQ(parts[0].machine_step, parts[1].machine_step) << "one call of a warp";
}

// Each block prints some 130 bytes.
TEST(Printf, SaysWhatIsLeftOut) {
  Bench bench(read_text("calls.ptx"), "prints");
  bench.argument(0).shape({10000}, {32});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const std::string& printed = execution.printed().text;
  EXPECT_LE(printed.size(), kMaxPrinted);
  EXPECT_GT(printed.size(), kMaxPrinted - 1000);
  const std::string end = "\n(what follows is left out: more than 1 MiB was printed)\n";
  EXPECT_EQ(printed.find(end), printed.size() - end.size());
}

TEST(Printf, UnknownConversionsStayAndMissingTextIsEmpty) {
  PrintArguments arguments;
  arguments.next = [](int) { return std::optional<std::uint64_t>(); };
  arguments.text = [](std::uint64_t) { return std::string(); };
  EXPECT_EQ(format_print("a%yb%", arguments), "a%yb%");
  EXPECT_EQ(format_print("[%s]", arguments), "[]");
  EXPECT_EQ(format_print("100%%", arguments), "100%");
}

TEST(Assert, EndsTheLaunchWithItsText) {
  Bench bench(read_text("calls.ptx"), "asserts");
  bench.argument(30).shape({1}, {32});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Fault);
  ASSERT_EQ(execution.hazards().size(), 1U);
  EXPECT_EQ(execution.hazards()[0].kind, events::HazardKind::Trap);
  EXPECT_EQ(execution.hazards()[0].threads.size(), 2U);
  EXPECT_NE(
      execution.printed().text.find("thread: [30,0,0] Assertion `int(threadIdx.x) < n` failed."),
      std::string::npos)
      << execution.printed().text;
  EXPECT_NE(execution.printed().text.find("block: [0,0,0], thread: [31,0,0]"), std::string::npos);
}

TEST(Heap, NewAndDelete) {
  Bench bench(read_text("calls.ptx"), "heap");
  bench.zeros("out", 128).shape({1}, {128});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 128; ++i) {
    std::uint32_t sum = 0;
    for (std::uint32_t k = 0; k <= i % 4; ++k) sum += i + k;
    EXPECT_EQ(out[i], sum) << i;
  }
}

constexpr const char* kDeclarations = R"(.extern .func (.param .b64 r) malloc(.param .b64 n);
.extern .func free(.param .b64 p);
)";

TEST(Heap, IsLimitedAndOverrunsAreSeen) {
  Bench full(kernel_text(R"(
    .param .b64 n; .param .b64 r;
    st.param.b64 [n], 9000000; call (r), malloc, (n); ld.param.b64 %rd2, [r]; st.global.u64 [%rd1], %rd2; ret;)",
                         kDeclarations));
  full.buffer("out", {1, 1}).shape({1}, {1});
  Execution none_left(full.make(), {});
  ASSERT_EQ(none_left.run(), Outcome::Finished);
  EXPECT_EQ(words_of(none_left)[0], 0U);

  Bench over(kernel_text(R"(
    .param .b64 n; .param .b64 r;
    st.param.b64 [n], 40; call (r), malloc, (n); ld.param.b64 %rd2, [r]; st.u32 [%rd2+40], %r1; ret;)",
                         kDeclarations));
  over.zeros("out", 2).shape({1}, {1});
  Execution overrun(over.make(), {});
  EXPECT_EQ(overrun.run(), Outcome::Fault);
  EXPECT_NE(overrun.hazards()[0].message.find("past the end of malloc_0"), std::string::npos)
      << overrun.hazards()[0].message;
}

TEST(Heap, FreeingTwiceIsAnError) {
  Bench bench(kernel_text(R"(
    .param .b64 n; .param .b64 r; .param .b64 p;
    st.param.b64 [n], 40; call (r), malloc, (n); ld.param.b64 %rd2, [r]; st.param.b64 [p], %rd2;
    call free, (p); call free, (p); ret;)",
                          kDeclarations));
  bench.zeros("out", 2).shape({1}, {1});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Fault);
  EXPECT_EQ(execution.hazards()[0].kind, events::HazardKind::Trap);
}

// Also where the instruction has used the address while it was good.
TEST(Heap, UseAfterFreeIsSeen) {
  Bench bench(kernel_text(R"(
    .param .b64 n; .param .b64 r; .param .b64 p;
    st.param.b64 [n], 40; call (r), malloc, (n); ld.param.b64 %rd2, [r]; st.param.b64 [p], %rd2;
    mov.u32 %r1, 0;
AGAIN:
    st.u32 [%rd2+4], %r1; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 2; @%p1 bra AGAIN;
    call free, (p); bra AGAIN;)",
                          kDeclarations));
  bench.zeros("out", 2).shape({1}, {1});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Fault);
  EXPECT_EQ(execution.hazards()[0].kind, events::HazardKind::OutOfBounds);
  EXPECT_NE(execution.hazards()[0].message.find("free has taken back"), std::string::npos)
      << execution.hazards()[0].message;
}

TEST(Clock, AdvancesWithTheMachine) {
  Bench bench(kernel_text(R"(
    mov.u64 %rd2, %clock64;
WAIT:
    mov.u64 %rd3, %clock64; sub.u64 %rd4, %rd3, %rd2; setp.lt.u64 %p1, %rd4, 1000; @%p1 bra WAIT;
    nanosleep.u32 100;
    mov.u32 %r1, %clock; st.global.u32 [%rd1], %r1; ret;)"));
  bench.zeros("out", 1).shape({1}, {32});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_GE(words_of(execution)[0], 1000U);
}

}  // namespace
}  // namespace lanescope::machine::test
