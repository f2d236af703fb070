#include "tests/lab/random_kernels/kernel.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/lab/random_kernels/functions.hpp"
#include "tests/lab/random_kernels/uniform_code.hpp"

namespace lanescope::test::random_kernels {
namespace {

// Words that many threads change by atomics: each operation has words of its own, so that the order
// of threads leaves nothing open. Behind them lie words of each thread alone.
constexpr std::uint32_t kAtomicWords = 160;
constexpr std::uint32_t kFloatWords = 128, kPastFloatWords = 152;  // whole floats, from 0 on

// $ is where they lie: in global or shared memory. Addresses that all lanes have alike would let
// ptxas make one request of a warp's.
constexpr std::array kSharedAtomics{
    "atomicAdd(&$[{u32} & 7], {u32});",
    "atomicSub(&$[{u32} & 7], {u32});",
    "atomicAdd(&$[{u32} & 7], 1u);",
    "atomicMin(&$[8 + (({u32} + gid) & 7)], {u32});",
    "atomicMax(&$[16 + (({u32} + gid) & 7)], {u32});",
    "atomicAnd(&$[24 + (({u32} + gid) & 7)], {u32});",
    "atomicOr(&$[32 + (({u32} + gid) & 7)], {u32});",
    "atomicXor(&$[40 + (({u32} + gid) & 7)], {u32});",
    "atomicMin((int*)&$[48 + (({u32} + gid) & 7)], {i32});",
    "atomicMax((int*)&$[56 + (({u32} + gid) & 7)], {i32});",
    "atomicInc(&$[64 + (({u32} + gid) & 7)], 1000u);",
    "atomicDec(&$[72 + (({u32} + gid) & 7)], 77u);",
    "atomicAdd((unsigned long long*)&$[80 + 2 * (({u32} + gid) & 7)], {u64});",
    "atomicMax((unsigned long long*)&$[96 + 2 * (({u32} + gid) & 7)], {u64});",
    "atomicXor((unsigned long long*)&$[112 + 2 * (({u32} + gid) & 7)], {u64});",
    "atomicAdd((float*)&$[128 + (({u32} + gid) & 7)], (float)({u32} & 15));",
    "atomicAdd((double*)&$[136 + 2 * (({u32} + gid) & 7)], (double)({u32} & 15));",
    "{ unsigned* w = &$[152 + (({u32} + gid) & 7)]; unsigned old = atomicOr(w, 0u), was; const "
    "unsigned "
    "more = {u32}; do { was = old; old = atomicCAS(w, was, was + more); } while (old != was); }",
};
// Of the thread's own words @, whose old value it may use.
constexpr std::array kOwnAtomics{
    "u0 += atomicAdd(&$[@], {u32});",
    "u0 = atomicExch(&$[@], {u32});",
    "u0 ^= atomicCAS(&$[@], {u32}, {u32});",
    "u0 ^= atomicCAS(&$[@], $[@], {u32});",
    "i0 = atomicMin((int*)&$[@], {i32});",
    "u0 += atomicMax(&$[@], {u32});",
    "u0 -= atomicInc(&$[@], {u32});",
    "u0 -= atomicDec(&$[@], {u32});",
    "u0 ^= atomicAnd(&$[@], {u32});",
    "f0 = atomicAdd((float*)&$[@], {f32});",
    "atomicAdd((float*)&$[@], {f32});",
    "f0 = atomicExch((float*)&$[@], {f32});",
    "m0 ^= atomicAdd((unsigned long long*)&$[@@], {u64});",
    "m0 = atomicExch((unsigned long long*)&$[@@], {u64});",
    "m0 += atomicCAS((unsigned long long*)&$[@@], {u64}, {u64});",
    "m0 ^= atomicMin((unsigned long long*)&$[@@], {u64});",
    "j0 = atomicMax((long long*)&$[@@], {i64});",
    "atomicOr((unsigned long long*)&$[@@], {u64});",
    "d0 = atomicAdd((double*)&$[@@], canon({f64}));",
    "h0 = atomicAdd((__half2*)&$[@], {h2});",
    "e0 = atomicAdd((__half*)&$[@], {f16});",
    "n0 = atomicAdd((__nv_bfloat16*)&$[@], {bf16});",
    "u0 += atomicCAS((unsigned short*)&$[@], {u16}, {u16});",
};
constexpr std::array kVectorLoads{
    "{ uint4 q = ((const uint4*)in)[{u32} & 63]; u0 += q.x ^ q.y; u0 *= q.z | 1; u0 ^= q.w; }",
    "{ ushort4 q = ((const ushort4*)in)[{u32} & 127]; u0 += q.x * 3u + q.y; u0 ^= q.z - q.w; }",
    "{ uchar4 q = ((const uchar4*)in)[{u32} & 255]; u0 += q.x * 5u + q.y; u0 ^= q.z << q.w % 8; }",
    "{ uint2 q = ((const uint2*)in)[{u32} & 127]; u0 = u0 * q.x + q.y; }",
    "{ ulonglong2 q = ((const ulonglong2*)in)[{u32} & 63]; m0 ^= q.x >> 31; m0 += q.y * 7; }",
    "{ double2 q = ((const double2*)in)[128 + ({u32} & 63)]; d0 = __dadd_rn(q.x, q.y); }",
    "{ float4 q = ((const float4*)in)[64 + ({u32} & 63)]; f0 = fmaxf(q.x, q.y) - fminf(q.z, q.w); "
    "}",
    "{ char2 q = ((const char2*)in)[{u32} & 511]; u0 += q.x * q.y; }"};

struct Loaded {
  Type type;
  const char* text;
};
constexpr Loaded kLoads[]{
    {Type::U32, "in[{u32} & 255]"},
    {Type::U32, "__ldg(&in[{u32} & 255])"},
    {Type::U32, "__ldcg(&in[{u32} & 255])"},
    {Type::I32, "((const int*)in)[{u32} & 255]"},
    {Type::U8, "((const unsigned char*)in)[{u32} & 1023]"},
    {Type::I8, "((const signed char*)in)[{u32} & 1023]"},
    {Type::U16, "((const unsigned short*)in)[{u32} & 511]"},
    {Type::I16, "((const short*)in)[{u32} & 511]"},
    {Type::I64, "((const long long*)in)[{u32} & 127]"},
    {Type::U64, "__ldg((const unsigned long long*)in + ({u32} & 127))"},
    {Type::F32, "((const float*)in)[256 + ({u32} & 255)]"},
    {Type::F64, "((const double*)in)[256 + ({u32} & 127)]"},
    {Type::F16, "((const __half*)in)[1536 + ({u32} & 255)]"},
    {Type::BF16, "((const __nv_bfloat16*)in)[1792 + ({u32} & 255)]"},
    {Type::Half2, "((const __half2*)in)[768 + ({u32} & 127)]"},
    {Type::Bf2, "((const __nv_bfloat162*)in)[896 + ({u32} & 127)]"},
};
// Where a variable of a type begins: & what, from where on, in elements.
constexpr Loaded kFirst[]{
    {Type::Bool, "(in[$ & 255] & 1) != 0"},
    {Type::I8, "((const signed char*)in)[$ & 1023]"},
    {Type::U8, "((const unsigned char*)in)[$ & 1023]"},
    {Type::I16, "((const short*)in)[$ & 511]"},
    {Type::U16, "((const unsigned short*)in)[$ & 511]"},
    {Type::I32, "((const int*)in)[$ & 255]"},
    {Type::U32, "in[$ & 255]"},
    {Type::I64, "((const long long*)in)[$ & 127]"},
    {Type::U64, "((const unsigned long long*)in)[$ & 127]"},
    {Type::F16, "((const __half*)in)[1536 + ($ & 255)]"},
    {Type::BF16, "((const __nv_bfloat16*)in)[1792 + ($ & 255)]"},
    {Type::F32, "((const float*)in)[256 + ($ & 255)]"},
    {Type::F64, "((const double*)in)[256 + ($ & 127)]"},
    {Type::Half2, "((const __half2*)in)[768 + ($ & 127)]"},
    {Type::Bf2, "((const __nv_bfloat162*)in)[896 + ($ & 127)]"},
};
constexpr std::array<const char*, kTypes> kNames{"b", "c", "v", "z", "w", "i", "u", "j",
                                                 "m", "e", "n", "f", "d", "h", "k"};

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {
    kernel_.seed = seed;
    kernel_.name = fmt::format("random_{}", seed);
    kernel_.blocks = 1 + random_.below(3);
    kernel_.threads = 32 * (1 + random_.below(3));
    kernel_.stores_at_end = random_.chance(40);
  }

  Kernel make() {
    constants();
    add_sources();
    kernel_.functions.push_back(fixed(fmt::format("__device__ unsigned unused{};", kernel_.seed)));
    declare();
    add_own_stores();
    for (Node& node : make_functions(fmt::format("k{}", kernel_.seed), random_, scope_))
      kernel_.functions.push_back(std::move(node));
    Statements statements(random_, scope_, "x");
    UniformCode code(random_, scope_, statements);
    for (Node& node : code.sections(2, 4 + random_.below(6)))
      kernel_.body.push_back(std::move(node));
    epilogue();
    kernel_.acc_words = kAtomicWords + 3 * kernel_.blocks * kernel_.threads;
    return std::move(kernel_);
  }

 private:
  void constants() {
    std::vector<std::string> values;
    for (int i = 0; i < 16; ++i)
      values.push_back(fmt::format("0x{:x}u", random_.next() >> (random_.chance(50) ? 32U : 60U)));
    kernel_.functions.push_back(fixed(fmt::format("__constant__ unsigned k{}c[16] = {{{}}};",
                                                  kernel_.seed, fmt::join(values, ", "))));
    for (const char* at : {"{#15}", "{u32} & 15", "blockIdx.x"})
      scope_.sources.push_back({Type::U32, fmt::format("k{}c[{}]", kernel_.seed, at)});
  }

  void add_sources() {
    for (const Loaded& load : kLoads) scope_.sources.push_back({load.type, load.text});
    for (const char* load : kVectorLoads)
      if (random_.chance(25)) scope_.effects.emplace_back(load);
    if (random_.chance(50)) add_atomics(kSharedAtomics, "acc");
    if (random_.chance(50)) add_atomics(kSharedAtomics, "sacc");
    if (random_.chance(25)) add_atomics(kOwnAtomics, "acc");
    if (random_.chance(25)) add_atomics(kOwnAtomics, "sacc");
  }

  template <typename Rows>
  void add_atomics(const Rows& rows, const std::string& where) {
    const std::string me = where == "acc" ? "gid" : "threadIdx.x";
    const std::uint32_t threads = kernel_.threads * (where == "acc" ? kernel_.blocks : 1);
    for (const char* row : rows) {
      if (!random_.chance(20)) continue;
      std::string text = replaced(row, "$", where);
      text = replaced(text, "@@", fmt::format("{} + 2 * {}", kAtomicWords + threads, me));
      scope_.effects.push_back(replaced(text, "@", fmt::format("{} + {}", kAtomicWords, me)));
    }
  }

  void declare() {
    add("const unsigned gid = blockIdx.x * blockDim.x + threadIdx.x;");
    add(fmt::format("__shared__ __align__(16) unsigned sacc[{}];", shared_words()));
    add(fmt::format("__shared__ __align__(16) unsigned char shared[{}];", kernel_.threads * 8));
    add(fmt::format(
        "for (unsigned i = threadIdx.x; i < {}; i += blockDim.x) sacc[i] = i >= {} && i < "
        "{} ? 0 : in[i & 255];",
        shared_words(), kFloatWords, kPastFloatWords));
    add("__syncthreads();");
    for (std::size_t at = 0; at < kTypes; ++at) declare_some(static_cast<Type>(at));
    for (const auto& [field, type] : {std::pair{"s0.a", Type::U32},
                                      {"s0.b", Type::F32},
                                      {"s0.c", Type::F64},
                                      {"s0.d", Type::I16}})
      scope_.variables.push_back({field, type, true});
    for (const auto& [name, type] :
         {std::pair{"n", Type::I32}, {"gid", Type::U32}, {"p2", Type::F32}, {"p3", Type::F64}})
      scope_.variables.push_back({name, type, false});
    declare_array("la0", Type::U32);
    if (random_.chance(30)) declare_array("la1", Type::F32);
    if (random_.chance(20)) declare_array("la2", Type::U8);
    if (random_.chance(20)) declare_array("la3", Type::F64);
  }

  void declare_some(Type type) {
    const bool is_common = type == Type::I32 || type == Type::U32 || type == Type::F32;
    const std::uint32_t count = 1 + random_.below(is_common ? 3 : 2);
    const auto first = std::find_if(std::begin(kFirst), std::end(kFirst),
                                    [&](const Loaded& one) { return one.type == type; });
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string name = fmt::format("{}{}", kNames[static_cast<std::size_t>(type)], i);
      const std::string at =
          fmt::format("(gid * {} + {})", 1 + 2 * random_.below(20), random_.below(500));
      add(fmt::format("{} {} = {};", info(type).name, name, replaced(first->text, "$", at)));
      scope_.variables.push_back({name, type, true});
    }
  }

  void declare_array(const std::string& name, Type type) {
    const std::string_view of = info(type).name;
    add(fmt::format("{} {}[8]; for (int i = 0; i < 8; ++i) {}[i] = ({})in[(gid + i * 7) & 255];",
                    of, name, name, of));
    scope_.sources.push_back({type, name + "[{u32} & 7]"});
    scope_.effects.push_back(fmt::format("{}[{{u32}} & 7] = {{{}}};", name, info(type).tag));
  }

  // Stores on the way, to places that nothing else writes to. Volatile, or ptxas leaves some out.
  void add_own_stores() {
    if (kernel_.stores_at_end) return;
    for (const Type type : {Type::U32, Type::F32, Type::U64, Type::U8, Type::I16}) {
      if (!random_.chance(50)) continue;
      scope_.effects.push_back(fmt::format("((volatile {}*)(out + {}))[gid] = {{{}}};",
                                           info(type).name, slots(info(type).bytes),
                                           info(type).tag));
    }
    if (random_.chance(50))
      scope_.effects.push_back(fmt::format(
          "store4(out + {} + gid * 4, {{u32}}, {{u32}}, {{u32}}, {{u32}});", slots(16)));
  }

  void epilogue() {
    add("__syncthreads();");
    add("__syncwarp();");
    for (const Variable& variable : scope_.variables) {
      if (!variable.writable) continue;
      const TypeInfo& about = info(variable.type);
      const bool plain = is_integer(variable.type) || variable.type == Type::Bool;
      constexpr std::array kUnsigned{
          "", "unsigned char", "unsigned short", "", "unsigned", "", "", "", "unsigned long long"};
      kernel_.body.push_back(statement(fmt::format(
          "(({}*)(out + {}))[gid] = {};",
          plain ? about.name : std::string_view(kUnsigned[about.bytes]), slots(about.bytes),
          plain ? variable.name : "bits_of(" + variable.name + ")")));
    }
    kernel_.body.push_back(
        statement(fmt::format("for (int i = 0; i < 8; ++i) (out + {})[i * {} + gid] = la0[i];",
                              slots(32), kernel_.blocks * kernel_.threads)));
    kernel_.body.push_back(
        fixed(fmt::format("for (unsigned i = threadIdx.x; i < {0}; i += blockDim.x) out[{1} + "
                          "blockIdx.x * {0} + i] = sacc[i];",
                          shared_words(), kernel_.out_words)));
    kernel_.out_words += shared_words() * kernel_.blocks;
  }

  // Room for so many bytes a thread; the first word of it.
  std::uint32_t slots(std::uint32_t bytes) {
    const std::uint32_t words = kernel_.blocks * kernel_.threads * bytes / 4;
    return std::exchange(kernel_.out_words, kernel_.out_words + words);
  }
  [[nodiscard]] std::uint32_t shared_words() const { return kAtomicWords + 3 * kernel_.threads; }
  void add(std::string text) { kernel_.body.push_back(fixed(std::move(text))); }

  Random random_;
  Kernel kernel_;
  Scope scope_;
};

std::uint32_t float_bits(Random& random) {
  switch (random.below(4)) {
    case 0:
      return static_cast<std::uint32_t>(random.next());
    case 1:
      return std::bit_cast<std::uint32_t>(static_cast<float>(random.below(200)) - 100.0F);
    case 2: {
      constexpr std::array<std::uint32_t, 8> kSpecial{
          0, 0x80000000, 0x7f800000, 0xff800000, 0x7fffffff, 0x00000001, 0x80400000, 0x7f7fffff};
      return random.pick(kSpecial);
    }
    default:
      return 0x3d000000U + (static_cast<std::uint32_t>(random.next()) & 0x87ffffffU);
  }
}

std::uint64_t double_bits(Random& random) {
  switch (random.below(4)) {
    case 0:
      return random.next();
    case 1:
      return std::bit_cast<std::uint64_t>(static_cast<double>(random.below(200)) - 100.0);
    case 2: {
      constexpr std::array<std::uint64_t, 8> kSpecial{
          0, 1ULL << 63U,      0x7ff0ULL << 48U,     0xfff0ULL << 48U, 0x7ff8ULL << 48U,
          1, 0x800fULL << 48U, 0x7fefffffffffffffULL};
      return random.pick(kSpecial);
    }
    default:
      return (0x3f80ULL << 48U) + (random.next() & 0x80ffffffffffffffULL);
  }
}

}  // namespace

std::string Kernel::text() const {
  return text_of(functions) +
         fmt::format(
             "extern \"C\" __global__ void {}(const unsigned* in, unsigned* out, unsigned* acc, "
             "int n, float p2, double p3, Pair s0) {{\n",
             name) +
         text_of(body, 1) + "}\n";
}

Kernel make_kernel(std::uint64_t seed) { return Maker(seed).make(); }

std::vector<std::uint32_t> make_input(std::uint64_t seed) {
  Random random(~seed);
  std::vector<std::uint32_t> words(kInputWords);
  for (std::uint32_t i = 0; i < 256; ++i) {
    const auto word = static_cast<std::uint32_t>(random.next());
    words[i] = random.chance(50) ? word : word >> random.below(32);
  }
  for (std::uint32_t i = 256; i < 512; ++i) words[i] = float_bits(random);
  for (std::uint32_t i = 512; i < 768; i += 2) {
    const std::uint64_t bits = double_bits(random);
    words[i] = static_cast<std::uint32_t>(bits);
    words[i + 1] = static_cast<std::uint32_t>(bits >> 32U);
  }
  for (std::uint32_t i = 768; i < kInputWords; ++i) {
    const std::uint32_t one = random.chance(50) ? 0x3fff3fffU : 0xffffffffU;
    words[i] = static_cast<std::uint32_t>(random.next()) & one;
  }
  return words;
}

}  // namespace lanescope::test::random_kernels
