#include "cuda/toolchain/stub_headers.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace lanescope::cuda::toolchain {
namespace {

// The widths of int64_t and the like follow CCCL's <cuda/std/cstdint> under NVRTC, so that both can
// be included.
constexpr const char* kStdint = R"(#pragma once
typedef signed char int8_t;
typedef signed short int16_t;
typedef signed int int32_t;
typedef signed long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef int64_t intptr_t;
typedef uint64_t uintptr_t;
typedef int64_t intmax_t;
typedef uint64_t uintmax_t;
namespace std {
using ::int8_t;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::uint8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::intptr_t;
using ::uintptr_t;
}
#ifndef INT8_MAX
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807LL - 1)
#define INT64_MAX 9223372036854775807LL
#define UINT64_MAX 18446744073709551615ULL
#define SIZE_MAX UINT64_MAX
#endif
)";

constexpr const char* kLimits = R"(#pragma once
#ifndef INT_MAX
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-9223372036854775807L - 1L)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN (-9223372036854775807LL - 1LL)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
#endif
)";

constexpr const char* kFloat = R"(#pragma once
#ifndef FLT_MAX
#define FLT_RADIX 2
#define FLT_MANT_DIG 24
#define FLT_DIG 6
#define FLT_MIN 1.17549435082228750797e-38F
#define FLT_MAX 3.40282346638528859812e+38F
#define FLT_EPSILON 1.19209289550781250000e-7F
#define FLT_MIN_EXP (-125)
#define FLT_MAX_EXP 128
#define DBL_MANT_DIG 53
#define DBL_DIG 15
#define DBL_MIN 2.22507385850720138309e-308
#define DBL_MAX 1.79769313486231570815e+308
#define DBL_EPSILON 2.22044604925031308085e-16
#define DBL_MIN_EXP (-1021)
#define DBL_MAX_EXP 1024
#endif
)";

constexpr const char* kMath = R"(#pragma once
#ifndef INFINITY
#define INFINITY (__int_as_float(0x7f800000))
#endif
#ifndef NAN
#define NAN (__int_as_float(0x7fffffff))
#endif
#ifndef HUGE_VAL
#define HUGE_VAL (__longlong_as_double(0x7ff0000000000000LL))
#define HUGE_VALF INFINITY
#endif
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif
namespace std {
using ::abs; using ::fabs; using ::sqrt; using ::cbrt; using ::hypot; using ::pow;
using ::exp; using ::exp2; using ::expm1; using ::log; using ::log2; using ::log10; using ::log1p;
using ::sin; using ::cos; using ::tan; using ::asin; using ::acos; using ::atan; using ::atan2;
using ::sinh; using ::cosh; using ::tanh; using ::asinh; using ::acosh; using ::atanh;
using ::floor; using ::ceil; using ::round; using ::trunc; using ::rint; using ::nearbyint;
using ::lround; using ::llround; using ::lrint; using ::llrint;
using ::fmod; using ::remainder; using ::fmin; using ::fmax; using ::fdim; using ::fma;
using ::copysign; using ::ldexp; using ::frexp; using ::modf; using ::scalbn; using ::ilogb;
using ::logb; using ::nextafter; using ::erf; using ::erfc; using ::tgamma; using ::lgamma;
using ::isnan; using ::isinf; using ::isfinite; using ::signbit;
using ::sqrtf; using ::fabsf; using ::expf; using ::logf; using ::sinf; using ::cosf;
using ::powf; using ::fminf; using ::fmaxf; using ::floorf; using ::ceilf;
}
)";

constexpr const char* kStddef = R"(#pragma once
#ifndef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
typedef decltype(nullptr) lanescope_nullptr_t;
namespace std {
using ::size_t;
using ::ptrdiff_t;
typedef lanescope_nullptr_t nullptr_t;
}
)";

constexpr const char* kStdlib = R"(#pragma once
#ifndef RAND_MAX
#define RAND_MAX 2147483647
#endif
#ifndef EXIT_SUCCESS
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#endif
)";

constexpr const char* kAlgorithm = R"(#pragma once
namespace std {
template <typename T>
__host__ __device__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <typename T>
__host__ __device__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <typename T>
__host__ __device__ constexpr const T& clamp(const T& v, const T& low, const T& high) {
  return v < low ? low : high < v ? high : v;
}
template <typename T>
__host__ __device__ constexpr void swap(T& a, T& b) {
  T held = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(held);
}
}
)";

constexpr const char* kPrelude = R"(#pragma once
#include <stdint.h>
#include <stddef.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
// glibc's <sys/types.h> has these, and samples use them without a header.
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
)";

constexpr const char* kNothing = "#pragma once\n";

constexpr std::array<StubHeader, 20> kWritten{{{kPreludeName, kPrelude},
                                               {"stdint.h", kStdint},
                                               {"cstdint", kStdint},
                                               {"inttypes.h", kStdint},
                                               {"cinttypes", kStdint},
                                               {"limits.h", kLimits},
                                               {"climits", kLimits},
                                               {"float.h", kFloat},
                                               {"cfloat", kFloat},
                                               {"math.h", kMath},
                                               {"cmath", kMath},
                                               {"stddef.h", kStddef},
                                               {"cstddef", kStddef},
                                               {"stdlib.h", kStdlib},
                                               {"cstdlib", kStdlib},
                                               {"stdbool.h", kNothing},
                                               {"memory.h", kNothing},
                                               {"algorithm", kAlgorithm},
                                               {"utility", "#pragma once\n#include <algorithm>\n"},
                                               {"initializer_list", kNothing}}};

// What device code uses of these NVRTC has built in.
constexpr std::array<const char*, 8> kBuiltIn{"stdio.h",  "cstdio",  "assert.h", "cassert",
                                              "string.h", "cstring", "time.h",   "ctime"};

// Those that CCCL has for device code, under other names.
constexpr std::array<StubHeader, 9> kForwarded{{
#define LANESCOPE_FORWARDED(name) \
  {name,                          \
   "#pragma once\n#include <cuda/std/" name ">\nnamespace std { using namespace cuda::std; }\n"}
    LANESCOPE_FORWARDED("array"),
    LANESCOPE_FORWARDED("bit"),
    LANESCOPE_FORWARDED("complex"),
    LANESCOPE_FORWARDED("functional"),
    LANESCOPE_FORWARDED("limits"),
    LANESCOPE_FORWARDED("numeric"),
    LANESCOPE_FORWARDED("optional"),
    LANESCOPE_FORWARDED("tuple"),
    LANESCOPE_FORWARDED("type_traits"),
#undef LANESCOPE_FORWARDED
}};

constexpr std::array kHostOnly{
    "bitset",     "cctype",        "cerrno",   "chrono",  "deque",         "exception", "fstream",
    "iomanip",    "ios",           "iostream", "istream", "iterator",      "list",      "locale",
    "map",        "memory",        "mutex",    "new",     "ostream",       "random",    "set",
    "sstream",    "stdexcept",     "string",   "thread",  "unordered_map", "vector",    "queue",
    "sys/time.h", "unordered_set", "unistd.h"};

constexpr auto all_stubs() {
  std::array<StubHeader, kWritten.size() + kForwarded.size() + kBuiltIn.size() + kHostOnly.size()>
      all{};
  auto* out = std::copy(kWritten.begin(), kWritten.end(), all.begin());
  out = std::copy(kForwarded.begin(), kForwarded.end(), out);
  for (const char* name : kBuiltIn) *out++ = {name, kNothing};
  for (const char* name : kHostOnly) *out++ = {name, kNothing};
  return all;
}

constexpr auto kStubs = all_stubs();

}  // namespace

std::span<const StubHeader> stub_headers() { return kStubs; }

bool is_host_header(std::string_view name) {
  return std::find(kHostOnly.begin(), kHostOnly.end(), name) != kHostOnly.end();
}

}  // namespace lanescope::cuda::toolchain
