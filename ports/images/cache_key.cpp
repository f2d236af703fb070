#include "ports/images/cache_key.hpp"

#include <filesystem>
#include <set>
#include <span>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "ports/images/archive.hpp"
#include "ports/images/files.hpp"
#include "ports/toolchain/source_scan.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::ports::images {
namespace {

namespace fs = std::filesystem;

// Raised when the same request would be compiled differently, or the entry's layout changes.
constexpr std::uint64_t kKeyVersion = 2;
constexpr std::size_t kMaxHeaders = 1000;
constexpr std::uintmax_t kMaxHeaderBytes = 16U << 20U;

// Follows includes depth first and writes each header that it finds, once.
class HeaderWalk {
 public:
  HeaderWalk(const std::vector<std::string>& include_dirs, KeyScope scope, ByteWriter& out)
      : include_dirs_(include_dirs), scope_(scope), out_(out) {}

  // False when an include cannot be followed.
  bool visit(std::string_view text, const fs::path& folder) {
    for (const toolchain::IncludeDirective& include : toolchain::scan_includes(text)) {
      if (include.computed) return false;
      if (!visit_header(include, folder)) return false;
    }
    return true;
  }

 private:
  bool visit_header(const toolchain::IncludeDirective& include, const fs::path& folder) {
    std::vector<fs::path> dirs;
    if (include.quoted) dirs.push_back(folder);
    dirs.insert(dirs.end(), include_dirs_.begin(), include_dirs_.end());
    for (const fs::path& dir : dirs) {
      const fs::path path = (dir / include.name).lexically_normal();
      const auto text = read_file(path, kMaxHeaderBytes);
      if (!text) continue;
      out_.text(include.name);
      if (scope_ == KeyScope::Machine) out_.text(path.string());
      if (!seen_.insert(path.string()).second) return true;
      if (seen_.size() > kMaxHeaders) return false;
      out_.text(*text);
      return visit(*text, path.parent_path());
    }
    return true;
  }

  const std::vector<std::string>& include_dirs_;
  KeyScope scope_;
  ByteWriter& out_;
  std::set<std::string> seen_;
};

// Two passes of a 64-bit hash. The material is compared as well, so a collision costs a compile.
std::string digest_of(const std::string& material) {
  const auto bytes = std::as_bytes(std::span(material));
  const std::uint64_t first = fnv1a64(bytes);
  const std::uint64_t second = fnv1a64(bytes, mix(first));
  return fmt::format("{:016x}{:016x}", mix(first), mix(second));
}

}  // namespace

std::optional<CacheKey> cache_key(const toolchain::CompileRequest& request,
                                  std::string_view compiler_identity, KeyScope scope) {
  ByteWriter out;
  out.number(kKeyVersion);
  out.text(compiler_identity);
  out.text(request.source);
  out.text(request.file_name);
  out.text(request.arch);
  out.texts(request.defines);
  out.texts(request.kernels);
  out.integer(request.is_ptx ? 1 : 0);
  if (!request.machine_code) out.text("PTX alone");
  std::error_code error;
  if (scope == KeyScope::Machine) {
    // Relative names mean something else in another folder.
    out.text(fs::current_path(error).string());
    out.texts(request.include_dirs);
  }
  HeaderWalk walk(request.include_dirs, scope, out);
  if (!request.is_ptx && !walk.visit(request.source, fs::path(request.file_name).parent_path())) {
    return std::nullopt;
  }
  const auto& data = out.data();
  CacheKey key;
  key.material.assign(reinterpret_cast<const char*>(data.data()), data.size());
  key.digest = digest_of(key.material);
  return key;
}

}  // namespace lanescope::ports::images
