#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/machine/execution.hpp"
#include "tests/sim/machine/support.hpp"

// Reads of memory that nobody has written: each rule with a kernel that breaks it and a twin that
// does not.
namespace lanescope::machine::test {
namespace {

using events::Hazard;
using events::HazardKind;

// %r1: thread; %r4: its word of the shared array s; %rd3: its word of the buffer out; %rd5: its
// bytes a of local memory (64). The array s has 64 words, of which nobody has written any.
constexpr const char* kBegin = R"(
.shared .align 16 .b8 s[256];
.local .align 16 .b8 a[64];
mov.u32 %r1, %tid.x;
shl.b32 %r2, %r1, 2;
mov.u32 %r3, s;
add.u32 %r4, %r3, %r2;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
mov.u64 %rd5, a;
)";

constexpr const char* kBefore = R"(
.extern .func (.param .b64 func_retval0) malloc(.param .b64 malloc_param_0);
.extern .func (.param .b32 func_retval0) vprintf(.param .b64 vprintf_param_0, .param .b64 vprintf_param_1);
.global .align 1 .b8 $str[4] = {37, 100, 10, 0};
.global .align 4 .u32 counter;
.func (.param .b32 twice_out) twice(.param .b32 twice_in) {
.reg .b32 %r<4>;
ld.param.u32 %r1, [twice_in];
add.u32 %r2, %r1, %r1;
st.param.b32 [twice_out], %r2;
ret;
}
.func (.param .b32 same_out) same(.param .b32 same_in) {
.reg .b32 %r<4>;
ld.param.u32 %r1, [same_in];
st.param.b32 [same_out], %r1;
ret;
}
)";

// A body after kBegin, "ret" is added.
std::shared_ptr<const engine::Plan> plan_of(const std::string& body,
                                            engine::Policy policy = engine::Policy::Its) {
  Bench bench(kernel_text(kBegin + body + "\nret;", kBefore));
  bench.zeros("out", 256).shape({1}, {32});
  bench.options().policy = policy;
  return bench.make();
}

// Races of the same kernels are another test's.
std::vector<Hazard> reads_of(const Execution& execution) {
  std::vector<Hazard> reads = execution.hazards();
  std::erase_if(reads, [](const Hazard& h) { return h.kind != HazardKind::UninitializedRead; });
  return reads;
}

struct Watched {
  std::shared_ptr<const engine::Plan> plan;
  Execution execution;
  explicit Watched(const std::string& body, engine::Policy policy = engine::Policy::Its)
      : plan(plan_of(body, policy)), execution(plan, {Recording::Counters, {}, true}) {
    EXPECT_EQ(execution.run(), Outcome::Finished) << execution.unsupported();
  }
  [[nodiscard]] std::vector<Hazard> hazards() const { return reads_of(execution); }
  [[nodiscard]] std::string text(Pc pc) const { return plan->launches[0].program->text_at(pc); }
};

struct Case {
  const char* name;
  const char* faulty;
  const char* clean;
  const char* use;      // how the instruction begins that is blamed
  const char* load;     // and the one that read
  const char* address;  // of the first thread that is told
};

class Uninitialized : public testing::TestWithParam<Case> {};

TEST_P(Uninitialized, TellsTheFault) {
  for (const engine::Policy policy :
       {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc}) {
    const Watched run(GetParam().faulty, policy);
    ASSERT_EQ(run.hazards().size(), 1U);
    const Hazard hazard = run.hazards()[0];
    EXPECT_EQ(hazard.kind, HazardKind::UninitializedRead);
    EXPECT_EQ(hazard.severity, events::Severity::Error);
    EXPECT_TRUE(run.text(hazard.pc).starts_with(GetParam().use)) << run.text(hazard.pc);
    EXPECT_TRUE(run.text(hazard.other_pc).starts_with(GetParam().load))
        << run.text(hazard.other_pc);
    EXPECT_EQ(hazard.address, GetParam().address);
    EXPECT_FALSE(hazard.threads.empty());
    EXPECT_NE(hazard.message.find(hazard.address), std::string::npos);
  }
}

TEST_P(Uninitialized, IsSilentOnTheTwin) {
  for (const engine::Policy policy :
       {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc}) {
    const Watched run(GetParam().clean, policy);
    EXPECT_TRUE(run.hazards().empty()) << run.hazards()[0].message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rules, Uninitialized,
    testing::Values(
        Case{"stored_alone", "ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd3], %r5;",
             "st.shared.u32 [%r4], %r1; ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd3], %r5;",
             "st.global", "ld.shared", "s[0]"},
        Case{"never_used", "ld.shared.u32 %r5, [%r4+4]; st.global.u32 [%rd3], %r5;",
             "ld.shared.u32 %r5, [%r4+4]; st.global.u32 [%rd3], %r1;", "st.global", "ld.shared",
             "s[1]"},
        Case{"computed_with",
             "ld.shared.u32 %r5, [%r4]; add.u32 %r6, %r5, 1; mov.u32 %r7, %r6;\n"
             "st.global.u32 [%rd3], %r7;",
             "mov.u32 %r5, 7; st.shared.u32 [%r4], %r5; ld.shared.u32 %r5, [%r4];\n"
             "add.u32 %r6, %r5, 1; st.global.u32 [%rd3], %r6;",
             "add.u32", "ld.shared", "s[0]"},
        Case{"float_sum",
             "ld.shared.f32 %f1, [%r4]; mov.f32 %f3, 0f3f800000; add.f32 %f2, %f1, %f3;\n"
             "st.global.f32 [%rd3], %f2;",
             "mov.f32 %f3, 0f3f800000; st.shared.f32 [%r4], %f3; ld.shared.f32 %f1, [%r4];\n"
             "add.f32 %f2, %f1, %f3; st.global.f32 [%rd3], %f2;",
             "add.f32", "ld.shared", "s[0]"},
        Case{"sum_that_nobody_takes",
             "ld.shared.u32 %r5, [%r4]; mul.lo.u32 %r6, %r5, 3; setp.lt.u32 %p1, %r1, 16;\n"
             "selp.b32 %r7, %r6, %r1, %p1; st.global.u32 [%rd3], %r7;",
             "setp.lt.u32 %p1, %r1, 16; @%p1 st.shared.u32 [%r4], %r1; bar.sync 0;\n"
             "ld.shared.u32 %r5, [%r4]; mul.lo.u32 %r6, %r5, 3;\n"
             "selp.b32 %r7, %r6, %r1, %p1; st.global.u32 [%rd3], %r7;",
             "mul.lo", "ld.shared", "s[0]"},
        Case{"address",
             "ld.shared.u32 %r5, [%r4]; cvt.u64.u32 %rd6, %r5; ld.shared.u32 %r6, [%rd6];\n",
             "mov.u32 %r5, 8; st.shared.u32 [%r4], %r5; ld.shared.u32 %r5, [%r4];\n"
             "cvt.u64.u32 %rd6, %r5; ld.shared.u32 %r6, [%rd6];",
             "ld.shared", "ld.shared", "s[0]"},
        Case{"branch",
             "ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0; @%p1 bra L;\n"
             "st.global.u32 [%rd3], %r1; L:",
             "st.shared.u32 [%r4], %r1; ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0;\n"
             "@%p1 bra L; st.global.u32 [%rd3], %r1; L:",
             "setp", "ld.shared", "s[0]"},
        Case{"guard",
             "ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0; @%p1 st.global.u32 [%rd3], %r1;",
             "ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0; setp.eq.u32 %p2, %r1, 77;\n"
             "and.pred %p3, %p1, %p2; @%p3 st.global.u32 [%rd3], %r1;",
             "setp", "ld.shared", "s[0]"},
        Case{"selected_by",
             "ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0; selp.b32 %r6, 1, 2, %p1;\n"
             "st.global.u32 [%rd3], %r6;",
             "ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0; selp.b32 %r6, 1, 2, %p1;\n"
             "st.global.u32 [%rd3], %r1;",
             "setp", "ld.shared", "s[0]"},
        Case{"one_thread_missing",
             "setp.ne.u32 %p1, %r1, 5; @%p1 st.shared.u32 [%r4], %r1; bar.sync 0;\n"
             "ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd3], %r5;",
             "st.shared.u32 [%r4], %r1; bar.sync 0;\n"
             "ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd3], %r5;",
             "st.global", "ld.shared", "s[5]"},
        Case{"tail_read_by_all",
             "setp.lt.u32 %p1, %r1, 20; @%p1 st.shared.u32 [%r4], %r1; bar.sync 0;\n"
             "ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd3], %r5;",
             "setp.lt.u32 %p1, %r1, 20; @%p1 st.shared.u32 [%r4], %r1; bar.sync 0;\n"
             "mov.u32 %r5, 0; @!%p1 bra L; ld.shared.u32 %r5, [%r4]; L:\n"
             "st.global.u32 [%rd3], %r5;",
             "st.global", "ld.shared", "s[20]"},
        Case{"high_half",
             "st.shared.u16 [%r4], 7; ld.shared.u32 %r5, [%r4]; shr.u32 %r6, %r5, 16;\n"
             "add.u32 %r7, %r6, 1; st.global.u32 [%rd3], %r7;",
             "st.shared.u16 [%r4], 7; ld.shared.u32 %r5, [%r4]; and.b32 %r6, %r5, 65535;\n"
             "add.u32 %r7, %r6, 1; st.global.u32 [%rd3], %r7;",
             "add.u32", "ld.shared", "s[0]+2"},
        Case{"byte_of_prmt",
             "st.shared.u8 [%r4+1], 7; ld.shared.u32 %r5, [%r4]; prmt.b32 %r6, %r5, 0, 0x4440;\n"
             "add.u32 %r7, %r6, 1; st.global.u32 [%rd3], %r7;",
             "st.shared.u8 [%r4+1], 7; ld.shared.u32 %r5, [%r4]; prmt.b32 %r6, %r5, 0, 0x4441;\n"
             "add.u32 %r7, %r6, 1; st.global.u32 [%rd3], %r7;",
             "add.u32", "ld.shared", "s[0]"},
        Case{"field_of_bfe",
             "st.shared.u8 [%r4], 7; ld.shared.u32 %r5, [%r4]; bfe.u32 %r6, %r5, 4, 8;\n"
             "cvt.rn.f32.u32 %f1, %r6; st.global.f32 [%rd3], %f1;",
             "st.shared.u8 [%r4], 7; ld.shared.u32 %r5, [%r4]; bfe.u32 %r6, %r5, 0, 8;\n"
             "cvt.rn.f32.u32 %f1, %r6; st.global.f32 [%rd3], %f1;",
             "cvt.rn", "ld.shared", "s[0]+1"},
        Case{"inserted_by_bfi",
             "ld.shared.u8 %r5, [%r4]; bfi.b32 %r6, %r5, %r1, 8, 8; add.u32 %r7, %r6, 1;\n"
             "st.global.u32 [%rd3], %r7;",
             "st.shared.u8 [%r4], 3; ld.shared.u8 %r5, [%r4]; bfi.b32 %r6, %r5, %r1, 8, 8;\n"
             "add.u32 %r7, %r6, 1; st.global.u32 [%rd3], %r7;",
             "add.u32", "ld.shared", "s[0]"},
        Case{"sign_extended",
             "ld.shared.s8 %r5, [%r4]; shr.s32 %r6, %r5, 8; st.global.u32 [%rd3], %r6;",
             "st.shared.u8 [%r4], 200; ld.shared.s8 %r5, [%r4]; shr.s32 %r6, %r5, 8;\n"
             "st.global.u32 [%rd3], %r6;",
             "st.global", "ld.shared", "s[0]"},
        Case{"unpacked_word",
             "st.local.u32 [%rd5], %r1; ld.local.u64 %rd6, [%rd5]; mov.b64 {%r5, %r6}, %rd6;\n"
             "add.u32 %r7, %r6, 1; st.global.u32 [%rd3], %r7;",
             "st.local.u32 [%rd5], %r1; ld.local.u64 %rd6, [%rd5]; mov.b64 {%r5, %r6}, %rd6;\n"
             "add.u32 %r7, %r5, 1; st.global.u32 [%rd3], %r7;",
             "add.u32", "ld.local", "byte 4 of its local memory"},
        Case{"vector_of_nothing",
             "ld.local.v4.u32 {%r5,%r6,%r7,%r8}, [%rd5]; shl.b32 %r9, %r1, 4;\n"
             "cvt.u64.u32 %rd6, %r9; add.s64 %rd7, %rd1, %rd6;\n"
             "setp.lt.u32 %p1, %r1, 8; @%p1 st.global.v4.u32 [%rd7], {%r5,%r6,%r7,%r8};",
             "st.local.u32 [%rd5+8], 1; ld.local.v4.u32 {%r5,%r6,%r7,%r8}, [%rd5];\n"
             "shl.b32 %r9, %r1, 4; cvt.u64.u32 %rd6, %r9; add.s64 %rd7, %rd1, %rd6;\n"
             "setp.lt.u32 %p1, %r1, 8; @%p1 st.global.v4.u32 [%rd7], {%r5,%r6,%r7,%r8};",
             "@%p1 st.global", "ld.local", "byte 0 of its local memory"},
        Case{"padding_copied_then_used",
             "st.local.u32 [%rd5], %r1; ld.local.v2.u32 {%r5,%r6}, [%rd5];\n"
             "st.local.v2.u32 [%rd5+16], {%r5,%r6}; ld.local.u32 %r7, [%rd5+20];\n"
             "add.u32 %r8, %r7, 1; st.global.u32 [%rd3], %r8;",
             "st.local.u32 [%rd5], %r1; ld.local.v2.u32 {%r5,%r6}, [%rd5];\n"
             "st.local.v2.u32 [%rd5+16], {%r5,%r6}; ld.local.u32 %r7, [%rd5+16];\n"
             "add.u32 %r8, %r7, 1; st.global.u32 [%rd3], %r8;",
             "add.u32", "ld.local", "byte 20 of its local memory"},
        Case{"bytes_behind_a_member",
             "st.shared.u32 [%r4], 1; ld.shared.u8 %h1, [%r4+128];\n"
             "mul.wide.u32 %rd6, %r1, 16; add.s64 %rd7, %rd1, %rd6;\n"
             "setp.lt.u32 %p1, %r1, 8; @!%p1 bra L; st.global.u8 [%rd7+4], %h1; L:",
             "st.shared.u32 [%r4], 1; ld.shared.u8 %h1, [%r4+128]; ld.shared.u32 %r6, [%r4];\n"
             "mul.wide.u32 %rd6, %r1, 16; add.s64 %rd7, %rd1, %rd6;\n"
             "setp.lt.u32 %p1, %r1, 8; @!%p1 bra L; st.global.u32 [%rd7], %r6;\n"
             "st.global.u8 [%rd7+4], %h1; L:",
             "st.global.u8", "ld.shared.u8", "s[128]"},
        Case{"carried_to_shared",
             "and.b32 %r20, %r1, 15; shl.b32 %r20, %r20, 4; add.u32 %r20, %r3, %r20;\n"
             "st.shared.u64 [%r20], 5; ld.shared.v2.u64 {%rd6,%rd7}, [%r20];\n"
             "add.u64 %rd8, %rd7, 1; cvt.u32.u64 %r9, %rd8; st.global.u32 [%rd3], %r9;",
             "and.b32 %r20, %r1, 15; shl.b32 %r20, %r20, 4; add.u32 %r20, %r3, %r20;\n"
             "st.shared.u64 [%r20], 5; ld.shared.v2.u64 {%rd6,%rd7}, [%r20];\n"
             "add.u64 %rd8, %rd6, 1; cvt.u32.u64 %r9, %rd8; st.global.u32 [%rd3], %r9;",
             "add.u64", "ld.shared", "s[1]"},
        Case{"atomic_on_nothing", "atom.shared.add.u32 %r5, [%r4], 1;",
             "st.shared.u32 [%r4], 0; atom.shared.add.u32 %r5, [%r4], 1;", "atom", "atom", "s[0]"},
        Case{"atomic_operand",
             "st.shared.u32 [%r4], 0; ld.shared.u32 %r5, [%r4+128]; red.shared.add.u32 [%r4], %r5;",
             "st.shared.u32 [%r4], 0; st.shared.u32 [%r4+128], 1; ld.shared.u32 %r5, [%r4+128];\n"
             "red.shared.add.u32 [%r4], %r5;",
             "red", "ld.shared", "s[32]"},
        Case{"exchanged_away", "atom.shared.exch.b32 %r5, [%r4], 1; st.global.u32 [%rd3], %r5;",
             "atom.shared.exch.b32 %r5, [%r4], 1; ld.shared.u32 %r6, [%r4];\n"
             "st.global.u32 [%rd3], %r6;",
             "atom", "atom", "s[0]"},
        Case{"shuffled",
             "setp.ne.u32 %p1, %r1, 31; @%p1 st.shared.u32 [%r4], %r1; ld.shared.u32 %r5, [%r4];\n"
             "shfl.sync.idx.b32 %r6, %r5, 31, 31, -1; add.u32 %r7, %r6, 1;\n"
             "st.global.u32 [%rd3], %r7;",
             "setp.ne.u32 %p1, %r1, 31; @%p1 st.shared.u32 [%r4], %r1; ld.shared.u32 %r5, [%r4];\n"
             "shfl.sync.idx.b32 %r6, %r5, 30, 31, -1; add.u32 %r7, %r6, 1;\n"
             "st.global.u32 [%rd3], %r7;",
             "add.u32", "ld.shared", "s[31]"},
        Case{"voted",
             "ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0;\n"
             "vote.sync.ballot.b32 %r6, %p1, -1;",
             "st.shared.u32 [%r4], 1; ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0;\n"
             "vote.sync.ballot.b32 %r6, %p1, -1;",
             "setp", "ld.shared", "s[0]"},
        Case{"barrier_predicate",
             "ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0;\n"
             "bar.red.popc.u32 %r6, 0, %p1;",
             "st.shared.u32 [%r4], 1; ld.shared.u32 %r5, [%r4]; setp.eq.u32 %p1, %r5, 0;\n"
             "bar.red.popc.u32 %r6, 0, %p1; st.global.u32 [%rd3], %r6;",
             "setp", "ld.shared", "s[0]"},
        Case{"async_copy_of_part",
             "cp.async.ca.shared.global [%r4], [%rd3], 4; cp.async.wait_all; bar.sync 0;\n"
             "ld.shared.u32 %r5, [%r4+128]; st.global.u32 [%rd3], %r5;",
             "cp.async.ca.shared.global [%r4+128], [%rd3], 4, 2; cp.async.wait_all; bar.sync 0;\n"
             "ld.shared.u32 %r5, [%r4+128]; st.global.u32 [%rd3], %r5;",
             "st.global", "ld.shared", "s[32]"},
        Case{"generic_address",
             "cvt.u64.u32 %rd6, %r4; cvta.shared.u64 %rd7, %rd6; ld.u32 %r5, [%rd7];\n"
             "st.u32 [%rd3], %r5;",
             "cvt.u64.u32 %rd6, %r4; cvta.shared.u64 %rd7, %rd6; st.u32 [%rd7], %r1;\n"
             "ld.u32 %r5, [%rd7]; st.u32 [%rd3], %r5;",
             "st.u32", "ld.u32", "s[0]"},
        Case{"local_array",
             "mul.wide.u32 %rd6, %r1, 4; and.b64 %rd6, %rd6, 60; add.s64 %rd7, %rd5, %rd6;\n"
             "st.local.u32 [%rd5], 1; ld.local.u32 %r5, [%rd7]; add.u32 %r6, %r5, 1;\n"
             "st.global.u32 [%rd3], %r6;",
             "mul.wide.u32 %rd6, %r1, 4; and.b64 %rd6, %rd6, 60; add.s64 %rd7, %rd5, %rd6;\n"
             "st.local.u32 [%rd7], 1; ld.local.u32 %r5, [%rd7]; add.u32 %r6, %r5, 1;\n"
             "st.global.u32 [%rd3], %r6;",
             "add.u32", "ld.local", "byte 4 of its local memory"},
        Case{"passed_to_a_function",
             "ld.local.v2.u32 {%r5,%r6}, [%rd5]; { .param .b32 p0; .param .b32 r0;\n"
             "st.local.u32 [%rd5], %r1; ld.local.u64 %rd6, [%rd5]; shr.u64 %rd7, %rd6, 16;\n"
             "cvt.u32.u64 %r7, %rd7; st.param.b32 [p0], %r7;\n"
             "call (r0), twice, (p0); ld.param.b32 %r8, [r0]; }\n"
             "st.global.u32 [%rd3], %r8;",
             "{ .param .b32 p0; .param .b32 r0; st.local.u32 [%rd5], %r1;\n"
             "ld.local.u64 %rd6, [%rd5]; shr.u64 %rd7, %rd6, 16;\n"
             "cvt.u32.u64 %r7, %rd7; st.param.b32 [p0], %r7;\n"
             "call (r0), same, (p0); ld.param.b32 %r8, [r0]; }\n"
             "and.b32 %r9, %r8, 65535; st.global.u32 [%rd3], %r9;",
             "add.u32", "ld.param", "byte 86 of its local memory"},
        Case{"malloc",
             "{ .param .b64 p0; .param .b64 r0; st.param.b64 [p0], 64;\n"
             "call (r0), malloc, (p0); ld.param.b64 %rd6, [r0]; }\n"
             "st.u32 [%rd6+4], %r1; ld.u32 %r5, [%rd6+8]; st.global.u32 [%rd3], %r5;",
             "{ .param .b64 p0; .param .b64 r0; st.param.b64 [p0], 64;\n"
             "call (r0), malloc, (p0); ld.param.b64 %rd6, [r0]; }\n"
             "st.u32 [%rd6+8], %r1; ld.u32 %r5, [%rd6+8]; st.global.u32 [%rd3], %r5;",
             "st.global", "ld.u32", "malloc_0[8]"},
        Case{"printed",
             "{ .param .b64 p0; .param .b64 p1; .param .b32 r0; setp.eq.u32 %p1, %r1, 3;\n"
             "@!%p1 bra L; mov.u64 %rd6, $str; cvta.global.u64 %rd6, %rd6;\n"
             "cvta.local.u64 %rd7, %rd5;\n"
             "st.param.b64 [p0], %rd6; st.param.b64 [p1], %rd7; call (r0), vprintf, (p0, p1); L: }",
             "{ .param .b64 p0; .param .b64 p1; .param .b32 r0; setp.eq.u32 %p1, %r1, 3;\n"
             "@!%p1 bra L; mov.u64 %rd6, $str; cvta.global.u64 %rd6, %rd6;\n"
             "cvta.local.u64 %rd7, %rd5; st.local.u32 [%rd5], 4;\n"
             "st.param.b64 [p0], %rd6; st.param.b64 [p1], %rd7; call (r0), vprintf, (p0, p1); L: }",
             "call", "call", "byte 0 of its local memory"},
        Case{"device_variable_is_zero",
             "ld.global.u32 %r5, [counter]; ld.shared.u32 %r6, [%r4]; add.u32 %r7, %r5, %r6;\n"
             "st.global.u32 [%rd3], %r7;",
             "ld.global.u32 %r5, [counter]; add.u32 %r7, %r5, 1; st.global.u32 [%rd3], %r7;",
             "add.u32", "ld.shared", "s[0]"},
        Case{"low_bits_of_a_sum",
             "st.shared.u8 [%r4], 7; ld.shared.u32 %r5, [%r4]; add.u32 %r6, %r5, 1;\n"
             "st.global.u16 [%rd3], %r6;",
             "st.shared.u8 [%r4], 7; ld.shared.u32 %r5, [%r4]; add.u32 %r6, %r5, 1;\n"
             "st.global.u8 [%rd3], %r6;",
             "add.u32", "ld.shared", "s[0]+1"},
        Case{"loop_sum",
             "st.shared.u32 [%r4], 1; mov.u32 %r5, 0; mov.u32 %r6, 0; bar.sync 0;\n"
             "L: shl.b32 %r7, %r6, 2; add.u32 %r7, %r3, %r7; ld.shared.u32 %r8, [%r7];\n"
             "add.u32 %r5, %r5, %r8; add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 33; @%p1 bra L;\n"
             "st.global.u32 [%rd3], %r5;",
             "st.shared.u32 [%r4], 1; mov.u32 %r5, 0; mov.u32 %r6, 0; bar.sync 0;\n"
             "L: shl.b32 %r7, %r6, 2; add.u32 %r7, %r3, %r7; ld.shared.u32 %r8, [%r7];\n"
             "add.u32 %r5, %r5, %r8; add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 32; @%p1 bra L;\n"
             "st.global.u32 [%rd3], %r5;",
             "add.u32", "ld.shared", "s[32]"}),
    [](const auto& test) { return test.param.name; });

TEST(UninitializedReport, NamesTheThreadsAndBothPlaces) {
  const Watched run(
      "setp.lt.u32 %p1, %r1, 30; @%p1 st.shared.u32 [%r4], %r1; bar.sync 0;\n"
      "ld.shared.u32 %r5, [%r4]; add.u32 %r6, %r5, 1; st.global.u32 [%rd3], %r6;");
  ASSERT_EQ(run.hazards().size(), 1U);
  const Hazard hazard = run.hazards()[0];
  EXPECT_EQ(hazard.space, "shared");
  ASSERT_EQ(hazard.threads.size(), 2U);
  EXPECT_EQ(hazard.threads[0].x, 30U);
  EXPECT_EQ(hazard.threads[1].x, 31U);
  EXPECT_EQ(hazard.message,
            "thread (30,0,0) of block (0,0,0) (and 1 more thread of its warp) computes with s[30], "
            "which nobody has written; write it, or set it to zero, before a __syncthreads() that "
            "comes first");
}

// The step of the computation, not that of the store by which it was found.
TEST(UninitializedReport, TellsTheMomentOfTheComputation) {
  const std::string body =
      "ld.shared.u32 %r5, [%r4]; add.u32 %r6, %r5, 1; mov.u32 %r7, %r6;\n"
      "st.global.u32 [%rd3], %r7;";
  const Watched run(body);
  ASSERT_EQ(run.hazards().size(), 1U);
  Execution again(run.plan, {Recording::None});
  again.run_to(run.hazards()[0].machine_step);
  EXPECT_EQ(again.warp(BlockIndex{0}, WarpIndex{0})->groups[0].pc, run.hazards()[0].pc);
}

TEST(UninitializedReport, CountsOnePlaceOnce) {
  const Watched run(
      "mov.u32 %r6, 0; L: ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd3], %r5;\n"
      "add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 10; @%p1 bra L;");
  ASSERT_EQ(run.hazards().size(), 1U);
  EXPECT_EQ(run.hazards()[0].count, 10U);
}

// What has been told counts as defined: the copies of one value are one mistake.
TEST(UninitializedReport, OneValueIsToldOnce) {
  const Watched run(
      "ld.shared.u32 %r5, [%r4]; add.u32 %r6, %r5, 1; mul.lo.u32 %r7, %r5, 3;\n"
      "st.global.u32 [%rd3], %r6; st.global.u32 [%rd3+128], %r7; st.global.u32 [%rd3+256], %r5;");
  ASSERT_EQ(run.hazards().size(), 1U);
  EXPECT_EQ(run.hazards()[0].count, 1U);
}

TEST(UninitializedReport, SharedMemoryIsUndefinedAgainInTheNextBlock) {
  Bench bench(kernel_text(
      std::string(kBegin) +
          "mov.u32 %r10, %ctaid.x; setp.eq.u32 %p1, %r10, 0; @%p1 st.shared.u32 [%r4], %r1;\n"
          "ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd3], %r5; ret;",
      kBefore));
  bench.zeros("out", 256).shape({3}, {32});
  Execution execution(bench.make(), {Recording::None, {}, true});
  execution.run();
  ASSERT_EQ(reads_of(execution).size(), 1U);
  EXPECT_EQ(reads_of(execution)[0].block.x, 1U);
  EXPECT_EQ(reads_of(execution)[0].count, 2U);
}

// A buffer as cudaMalloc leaves it; what the first launch wrote is defined in the second.
TEST(UninitializedReport, BuffersThatNobodyHasFilled) {
  Bench bench(kernel_text(
      "mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
      "ld.global.u32 %r2, [%rd3+4]; setp.lt.u32 %p1, %r1, 31; @%p1 st.global.u32 [%rd3], %r1;\n"
      "add.u32 %r3, %r2, 1; st.global.u32 [%rd3+512], %r3; ret;"));
  bench.zeros("in", 256).shape({1}, {32});
  bench.plan().buffers[0].undefined = true;
  Execution execution(bench.make(), {Recording::None, {}, true});
  execution.run();
  ASSERT_EQ(reads_of(execution).size(), 1U);
  EXPECT_EQ(reads_of(execution)[0].address, "in[1]");
  EXPECT_EQ(reads_of(execution)[0].space, "global");
  Execution twice(bench.make(2), {Recording::None, {}, true});
  twice.run();
  ASSERT_EQ(reads_of(twice).size(), 2U);
  EXPECT_EQ(reads_of(twice)[1].address, "in[31]");
}

TEST(UninitializedReport, NothingIsLookedForUnlessAsked) {
  Execution execution(plan_of("ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd3], %r5;"), {});
  execution.run();
  EXPECT_TRUE(execution.hazards().empty());
}

// Looking changes nothing that a run computes, and a snapshot of a run with it replays without.
TEST(UninitializedReport, ReplayDoesNotLookAgain) {
  const auto plan = plan_of(
      "mov.u32 %r6, 0; L: ld.shared.u32 %r5, [%r4]; add.u32 %r7, %r5, %r6;\n"
      "st.global.u32 [%rd3], %r7; add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 10; @%p1 bra L;");
  Execution looking(plan, {Recording::None, {}, true});
  looking.run(40);
  const auto snapshot = looking.snapshot();
  looking.run();
  Execution replay(plan, {Recording::None});
  replay.restore(*snapshot);
  replay.run();
  EXPECT_EQ(reads_of(replay).size(), snapshot == nullptr ? 0U : 1U);
  EXPECT_LT(reads_of(replay)[0].count, reads_of(looking)[0].count);
  EXPECT_EQ(words_of(replay).all(), words_of(looking).all());
}

}  // namespace
}  // namespace lanescope::machine::test
