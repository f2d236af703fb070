#include "ports/toolchain/kernel_names.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <memory>

#include <cxxabi.h>
#include <fmt/format.h>

#include "ports/toolchain/ptx_text.hpp"

namespace lanescope::ports::toolchain {
namespace {

std::string demangle(std::string_view mangled) {
  std::string name(mangled);
  if (!mangled.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

// Where the bracket that closes at `close` opens; npos when it does not.
std::size_t matching_open(std::string_view text, std::size_t close, char open_char,
                          char close_char) {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (text[i] == close_char) ++depth;
    if (text[i] == open_char && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::string_view without_parameters(std::string_view display) {
  if (!display.ends_with(')')) return display;
  const std::size_t open = matching_open(display, display.size() - 1, '(', ')');
  return open == std::string_view::npos || open == 0 ? display : display.substr(0, open);
}

std::string_view without_template_arguments(std::string_view name) {
  if (!name.ends_with('>')) return name;
  const std::size_t open = matching_open(name, name.size() - 1, '<', '>');
  return open == std::string_view::npos || open == 0 ? name : name.substr(0, open);
}

// nvcc puts `static` kernels into a namespace of its own making.
void drop_internal_namespace(std::string& name) {
  static constexpr std::string_view kInternal = "_INTERNAL_";
  const std::size_t at = name.find(kInternal);
  const std::size_t end = name.find("::", std::min(at, name.size()));
  if (end != std::string::npos) name.erase(at, end + 2 - at);
}

// Spaces and the suffixes of integer literals do not tell names apart: "f< 4u >" is "f<4>".
std::string normalised(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool after_digit = i > 0 && std::isdigit(static_cast<unsigned char>(name[i - 1])) != 0;
    const bool suffix = (c == 'u' || c == 'U' || c == 'l' || c == 'L') && !text.empty() &&
                        (after_digit || name[i - 1] == 'u' || name[i - 1] == 'l') &&
                        name.find_first_of(",>", i) == name.find_first_not_of("uUlL ", i);
    if (c == ' ' || c == '&' || suffix) continue;
    text += c;
  }
  return text;
}

std::string_view last_component(std::string_view name) {
  const std::size_t at = name.rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}

}  // namespace

KernelImage name_kernel(std::string_view mangled) {
  KernelImage kernel;
  kernel.mangled = std::string(mangled);
  kernel.display_name = demangle(mangled);
  if (kernel.display_name.starts_with("void ")) kernel.display_name.erase(0, 5);
  drop_internal_namespace(kernel.display_name);
  kernel.plain_name =
      std::string(without_template_arguments(without_parameters(kernel.display_name)));
  return kernel;
}

std::vector<KernelImage> name_kernels(std::string_view ptx) {
  std::vector<KernelImage> kernels;
  for (const std::string& entry : ptx_entries(ptx)) kernels.push_back(name_kernel(entry));
  return kernels;
}

bool is_name_expression(std::string_view name) {
  return name.find_first_of("<&( ") != std::string_view::npos;
}

std::string list_kernels(const std::vector<KernelImage>& kernels) {
  std::string list;
  for (const KernelImage& kernel : kernels) {
    if (!list.empty()) list += ", ";
    list += kernel.display_name;
  }
  return list.empty() ? "none" : list;
}

Result<std::size_t> match_kernel(const std::vector<KernelImage>& kernels, std::string_view name) {
  const std::string wanted = normalised(name);
  using Match = std::function<bool(const KernelImage&)>;
  // From the most exact way to mean a kernel to the loosest: the first that fits one decides.
  const std::vector<Match> ways{
      [&](const KernelImage& k) { return k.mangled == name; },
      [&](const KernelImage& k) { return normalised(k.display_name) == wanted; },
      [&](const KernelImage& k) {
        return normalised(without_parameters(k.display_name)) == wanted;
      },
      [&](const KernelImage& k) { return k.plain_name == name; },
      [&](const KernelImage& k) { return last_component(k.plain_name) == name; },
  };
  for (const Match& way : ways) {
    std::vector<KernelImage> found;
    std::size_t index = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (!way(kernels[i])) continue;
      found.push_back(kernels[i]);
      index = i;
    }
    if (found.size() == 1) return index;
    if (found.size() > 1) {
      return bad_input(
          fmt::format("\"{}\" may mean several kernels: {}", name, list_kernels(found)));
    }
  }
  return bad_input(fmt::format("no kernel is named \"{}\"; kernels in the file: {}", name,
                               list_kernels(kernels)));
}

Result<const KernelImage*> find_kernel(const Compiled& compiled, const std::string& name) {
  const auto lowered = compiled.lowered_names.find(name);
  const std::string& wanted = lowered == compiled.lowered_names.end() ? name : lowered->second;
  const Result<std::size_t> index = match_kernel(compiled.kernels, wanted);
  if (!index) return index.error();
  return &compiled.kernels[*index];
}

}  // namespace lanescope::ports::toolchain
