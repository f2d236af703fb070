// Kernels that launch kernels: what nvcc -rdc=true makes of <<<…>>> in a kernel, and what the host
// of the machine is given to launch.

#include <cstring>

#include "sim/machine/device.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

constexpr const char* kHead = R"(.version 9.0
.target sm_90
.address_size 64
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 a, .param .align 4 .b8 b[12], .param .align 4 .b8 c[12], .param .b32 d);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 a, .param .b64 b);
.extern .func (.param .b32 r) __cudaCDP2GetLastError();
.visible .entry child(.param .u64 out, .param .u32 more)
{
.reg .b32 %r<4>;
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [out];
ld.param.u32 %r1, [more];
ld.global.u32 %r2, [%rd1];
mad.lo.u32 %r2, %r2, 10, %r1;
st.global.u32 [%rd1], %r2;
ret;
}
)";

// launch(threads, value, stream): child<<<1, threads, 0, stream>>>(out, value)
std::string launch(int threads, int value, int stream) {
  const auto text = [](int number) { return std::to_string(number); };
  return R"({
.param .b64 p0; st.param.b64 [p0], %rd2;
.param .align 4 .b8 p1[12]; st.param.b32 [p1], 1; st.param.b32 [p1+4], 1; st.param.b32 [p1+8], 1;
.param .align 4 .b8 p2[12]; st.param.b32 [p2], )" +
         text(threads) + R"(; st.param.b32 [p2+4], 1; st.param.b32 [p2+8], 1;
.param .b32 p3; st.param.b32 [p3], 0;
.param .b64 r0;
call (r0), __cudaCDP2GetParameterBufferV2, (p0, p1, p2, p3);
ld.param.b64 %rd3, [r0];
}
setp.eq.u64 %p1, %rd3, 0;
@%p1 bra L)" +
         text(value) + R"(;
st.u64 [%rd3], %rd1;
mov.u32 %r1, )" +
         text(value) +
         R"(;
st.u32 [%rd3+8], %r1;
{
.param .b64 q0; st.param.b64 [q0], %rd3;
.param .b64 q1; st.param.b64 [q1], )" +
         text(stream) + R"(;
.param .b32 s0;
call (s0), __cudaCDP2LaunchDeviceV2, (q0, q1);
ld.param.b32 %r2, [s0];
}
L)" + text(value) +
         ":\n";
}

std::string parent(const std::string& body) {
  return std::string(kHead) + R"(.visible .entry k(.param .u64 out)
{
.reg .pred %p<4>;
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
ld.param.u64 %rd1, [out];
mov.u64 %rd2, child;
)" + body +
         "ret;\n}\n";
}

class Children : public testing::Test {
 protected:
  void SetUp() override {
    engine::Buffer buffer;
    buffer.name = "out";
    buffer.bytes = 16;
    out_ = *device_.allocate(buffer);
  }
  void run(engine::Launch launch) {
    const Result<void> done = device_.launch(std::move(launch));
    ASSERT_TRUE(done) << done.error().text();
    ASSERT_EQ(device_.run(), Outcome::Finished) << device_.unsupported();
  }
  std::vector<engine::Launch> launched_by(const std::string& text) {
    engine::Launch launch{decode(text, "k"), {1}, {1}, 0, std::vector<std::byte>(8)};
    std::memcpy(launch.parameters.data(), &out_.value, 8);
    run(std::move(launch));
    return device_.take_children();
  }
  std::uint32_t word(std::uint64_t at) {
    std::uint32_t value = 0;
    const Result<void> done =
        device_.read(Address{out_.value + at}, std::as_writable_bytes(std::span(&value, 1)));
    EXPECT_TRUE(done) << done.error().text();
    return value;
  }

  Device device_{{}, {Recording::Counters, {}, true}};
  Address out_;
};

// The arguments are those that the buffer held, and the tail comes last.
TEST_F(Children, AreForTheHostToLaunchInTheirOrder) {
  std::vector<engine::Launch> children =
      launched_by(parent(launch(1, 3, 3) + launch(1, 1, 0) + launch(1, 2, 4)));
  ASSERT_EQ(children.size(), 3U);
  for (engine::Launch& child : children) {
    EXPECT_EQ(child.program->kernel(), "child");
    run(std::move(child));
  }
  EXPECT_EQ(word(0), 123U);
  EXPECT_TRUE(device_.take_children().empty());
  EXPECT_TRUE(device_.hazards().empty());
}

TEST_F(Children, AShapeThatCannotBeIsAnErrorThatStaysUntilItIsAskedFor) {
  const std::string ask = R"({
.param .b32 e0; call (e0), __cudaCDP2GetLastError, (); ld.param.b32 %r3, [e0]; }
)";
  const auto children =
      launched_by(parent(launch(2048, 1, 0) + ask + "st.global.u32 [%rd1], %r3;\n" + ask +
                         "st.global.u32 [%rd1+4], %r3;\n"));
  EXPECT_TRUE(children.empty());
  EXPECT_EQ(word(0), 9U);  // cudaErrorInvalidConfiguration
  EXPECT_EQ(word(4), 0U);
}

TEST_F(Children, ArePartOfNoPlan) {
  Bench bench(parent(launch(1, 1, 0)));
  bench.zeros("out", 1).shape({1}, {1});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Unsupported);
  EXPECT_NE(execution.unsupported().find("lanescope program"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::machine::test
