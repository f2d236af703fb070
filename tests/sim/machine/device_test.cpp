// A host that allocates, fills, launches, reads and frees as it goes (machine::Device).

#include "sim/machine/device.hpp"

#include <array>

#include "sim/machine/machine.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

// out[i] = in[i] + step, where `step` is a variable of the module.
constexpr const char* kText = R"(.version 9.0
.target sm_90
.address_size 64
.global .align 4 .u32 step = 1;
.visible .entry k(.param .u64 out, .param .u64 in)
{
.reg .b32 %r<4>;
.reg .b64 %rd<6>;
ld.param.u64 %rd1, [out];
ld.param.u64 %rd2, [in];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd3, %r1, 4;
add.s64 %rd4, %rd2, %rd3;
ld.global.u32 %r2, [%rd4];
ld.global.u32 %r3, [step];
add.u32 %r2, %r2, %r3;
add.s64 %rd5, %rd1, %rd3;
st.global.u32 [%rd5], %r2;
ret;
}
)";

engine::Buffer words(std::string name, std::uint64_t count) {
  engine::Buffer buffer;
  buffer.name = std::move(name);
  buffer.bytes = count * 4;
  return buffer;
}

class Host : public ::testing::Test {
 protected:
  void launch(Address out, Address in) {
    engine::Launch launch{program_, {1, 1, 1}, {32, 1, 1}, 0, std::vector<std::byte>(16)};
    std::memcpy(launch.parameters.data(), &out.value, 8);
    std::memcpy(launch.parameters.data() + 8, &in.value, 8);
    const Result<void> done = device_.launch(std::move(launch));
    ASSERT_TRUE(done) << done.error().text();
  }
  void set(Address at, std::uint32_t value) {
    const Result<void> done = device_.write(at, std::as_bytes(std::span(&value, 1)));
    ASSERT_TRUE(done) << done.error().text();
  }
  std::uint32_t get(Address at) {
    std::uint32_t value = 0;
    const Result<void> done = device_.read(at, std::as_writable_bytes(std::span(&value, 1)));
    EXPECT_TRUE(done) << done.error().text();
    return value;
  }
  static Address offset(Address at, std::uint64_t bytes) { return Address{at.value + bytes}; }
  static std::string refusal(const Result<void>& done) {
    return done ? std::string("done") : done.error().message;
  }

  std::shared_ptr<const code::Program> program_ = decode(kText, "k");
  Device device_{{}, {Recording::Counters, {}, true}};
};

TEST_F(Host, LaunchesUntilWhatItReadsIsLargeEnough) {
  const Address a = *device_.allocate(words("a", 32));
  const Address b = *device_.allocate(words("b", 32));
  set(offset(a, 20), 100);
  Address from = a, to = b;
  int launches = 0;
  do {
    launch(to, from);
    EXPECT_EQ(device_.run(), Outcome::Finished);
    std::swap(from, to);
    ++launches;
  } while (get(offset(from, 20)) < 110);
  EXPECT_EQ(launches, 10);
  EXPECT_EQ(get(from), 10U);
}

TEST_F(Host, RunsStepwiseAndOneBehindTheOther) {
  const Address a = *device_.allocate(words("a", 32));
  const Address b = *device_.allocate(words("b", 32));
  EXPECT_EQ(device_.outcome(), Outcome::Finished);
  launch(b, a);
  launch(a, b);
  EXPECT_EQ(device_.run(13), Outcome::Running);
  EXPECT_EQ(get(b), 1U);
  EXPECT_EQ(get(a), 0U);
  EXPECT_EQ(refusal(device_.free(a)), "a launch still runs: nothing can be freed");
  EXPECT_EQ(device_.run(), Outcome::Finished);
  EXPECT_EQ(get(a), 2U);
}

TEST_F(Host, SetsVariablesOfModules) {
  EXPECT_EQ(device_.symbol(program_->module(), "step").error().message,
            "no variable step is loaded");
  ASSERT_TRUE(device_.load(program_->shared_module()));
  const auto step = device_.symbol(program_->module(), "step");
  ASSERT_TRUE(step);
  EXPECT_EQ(step->bytes, 4U);
  EXPECT_EQ(get(step->address), 1U);
  set(step->address, 40);
  const Address a = *device_.allocate(words("a", 32));
  const Address b = *device_.allocate(words("b", 32));
  launch(b, a);
  EXPECT_EQ(device_.run(), Outcome::Finished);
  EXPECT_EQ(get(b), 40U);
  EXPECT_EQ(refusal(device_.free(step->address)),
            "step is a variable of a module: it can't be freed");
}

TEST_F(Host, SharesPagesWithoutACopy) {
  const Address a = *device_.allocate(words("a", 32));
  const Address b = *device_.allocate(words("b", 32));
  const auto in = device_.share(a), out = device_.share(b);
  ASSERT_TRUE(in && out);
  ASSERT_EQ(in->size(), 128U);
  (*in)[4] = std::byte{7};
  launch(b, a);
  EXPECT_EQ(device_.run(), Outcome::Finished);
  EXPECT_EQ((*out)[4], std::byte{8});
  (*in)[4] = std::byte{20};
  launch(b, a);
  EXPECT_EQ(device_.run(), Outcome::Finished);
  EXPECT_EQ((*out)[4], std::byte{21});
}

TEST_F(Host, UsesAfterFreeAreFaultsThatSaySo) {
  const Address a = *device_.allocate(words("a", 32));
  const Address b = *device_.allocate(words("b", 32));
  launch(b, a);
  EXPECT_EQ(device_.run(), Outcome::Finished);
  ASSERT_TRUE(device_.free(a));
  EXPECT_EQ(refusal(device_.free(a)), "a has been freed already");
  launch(b, a);
  EXPECT_EQ(device_.run(), Outcome::Fault);
  ASSERT_EQ(device_.hazards().size(), 1U);
  const events::Hazard& hazard = device_.hazards().front();
  EXPECT_EQ(hazard.kind, events::HazardKind::OutOfBounds);
  EXPECT_EQ(hazard.launch, 1U);
  EXPECT_NE(hazard.message.find("a[0], which has been freed"), std::string::npos) << hazard.message;
  engine::Launch next{program_, {1, 1, 1}, {32, 1, 1}, 0, std::vector<std::byte>(16)};
  EXPECT_EQ(refusal(device_.launch(next)),
            "an earlier launch has ended badly: nothing more can run");
}

TEST_F(Host, SaysWhatIsWrongWithAnAddress) {
  const Address a = *device_.allocate(words("a", 32));
  EXPECT_TRUE(device_.free(Address{}));
  EXPECT_EQ(refusal(device_.free(offset(a, 8))),
            "0x700000000008 lies inside of a, which begins at 0x700000000000: free that");
  EXPECT_EQ(refusal(device_.free(Address{0x1234})), "nothing is allocated at 0x1234");
  std::array<std::byte, 8> eight{};
  EXPECT_EQ(refusal(device_.write(offset(a, 124), eight)),
            "the host writes 8 bytes: a[32]+3, 3 bytes past the end of a (32 elements)");
  EXPECT_NE(refusal(device_.read(Address{0x1234}, eight)).find("where nothing is allocated"),
            std::string::npos);
  EXPECT_NE(refusal(device_.read(Address{16}, eight)).find("null pointer"), std::string::npos);
  EXPECT_EQ(refusal(device_.read(Address{code::kSharedWindow}, eight)),
            "the host reads 8 bytes: address 0x7e0000000000, which only threads reach");
}

TEST(Device, MemoryEndsAndComesBack) {
  engine::MachineOptions options;
  options.max_memory = 1 << 20U;
  Device device(options);
  std::vector<Address> held;
  for (int i = 0; i < 4; ++i) held.push_back(*device.allocate(words("part", 1 << 16U)));
  const auto more = device.allocate(words("more", 1));
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().message,
            "out of memory: 4 bytes for more beside the 1048576 in use are more than 1048576");
  // Addresses run out long before: they are used again, and hold zeros again.
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t mark = 1;
    ASSERT_TRUE(device.write(held[0], std::as_bytes(std::span(&mark, 1))));
    ASSERT_TRUE(device.free(held[0]));
    const auto again = device.allocate(words("part", 1 << 16U));
    ASSERT_TRUE(again) << i << ": " << again.error().message;
    held[0] = *again;
    std::uint32_t value = 1;
    ASSERT_TRUE(device.read(held[0], std::as_writable_bytes(std::span(&value, 1))));
    EXPECT_EQ(value, 0U);
  }
}

TEST(Device, APlansBuffersLieWhereThePlanSays) {
  engine::Plan plan;
  Device device({});
  for (std::uint64_t bytes : {1, 512, 513, 4096, 100000}) {
    engine::Buffer buffer;
    buffer.name = "b" + std::to_string(bytes);
    buffer.bytes = bytes;
    plan.buffers.push_back(buffer);
    EXPECT_EQ(*device.allocate(buffer), plan.address_of(plan.buffers.size() - 1));
  }
}

}  // namespace
}  // namespace lanescope::machine::test
