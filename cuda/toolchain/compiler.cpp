#include "cuda/toolchain/compiler.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <deque>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "cuda/toolchain/wire.hpp"
#include "cuda/toolchain/worker_process.hpp"
#include "ports/images/cache.hpp"
#include "ports/toolchain/assembler.hpp"

namespace lanescope::cuda::toolchain {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenLooks{500};
constexpr double kBytesPerGib = 1024.0 * 1024.0 * 1024.0;

// Never more than three quarters of the machine's memory, but enough for NVRTC's own mappings.
std::uint64_t memory_limit(std::uint64_t wanted) {
  const auto pages = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 1L));
  const auto page = static_cast<std::uint64_t>(std::max(sysconf(_SC_PAGESIZE), 1L));
  constexpr std::uint64_t kLeast = std::uint64_t{4} << 30U;
  return std::min(wanted, std::max(kLeast, pages * page / 4 * 3));
}

std::string what_happened(const WorkerProcess::Death& death, const std::string& file,
                          std::uint64_t memory_bytes) {
  if (death.talked_nonsense) {
    return fmt::format("the compiler's process sent damaged data on {}", file);
  }
  if (death.signal == SIGKILL) {
    return fmt::format("the compiler was killed on {}, perhaps for lack of memory", file);
  }
  const bool crashed = death.signal != 0;
  if (death.status == kOutOfMemoryStatus || (crashed && death.peak_bytes > memory_bytes / 2)) {
    return fmt::format("the compiler ran out of its {:.1f} GiB of memory on {}",
                       static_cast<double>(memory_bytes) / kBytesPerGib, file);
  }
  if (death.signal != 0) {
    const char* name = sigdescr_np(death.signal);
    return fmt::format("the compiler crashed on {} (signal {}: {})", file, death.signal,
                       name == nullptr ? "unknown" : name);
  }
  return fmt::format("the compiler's process ended before its time on {} (exit status {})", file,
                     death.status);
}

}  // namespace

class Compiler::Impl {
 public:
  explicit Impl(Options options)
      : options_(std::move(options)),
        toolchain_(find_toolchain(options_.search)),
        cache_(options_.cache_dir.empty() ? ports::images::default_cache_dir() : options_.cache_dir,
               options_.cache_bytes) {
    options_.memory_bytes = memory_limit(options_.memory_bytes);
    for (const std::string& folder : options_.read_only_caches) shipped_.emplace_back(folder);
    if (options_.worker_command.empty()) options_.worker_command = {"/proc/self/exe", "worker"};
  }

  Ticket submit(ports::toolchain::CompileRequest request) {
    const Ticket ticket = next_ticket_++;
    if (request.is_ptx && !request.machine_code) {
      done_.emplace(ticket, unassembled(request));
    } else if (auto found = find_cached(request)) {
      done_.emplace(ticket, *std::move(found));
    } else {
      queue_.push_back({ticket, Job::Kind::Compile, std::move(request)});
    }
    return ticket;
  }

  std::optional<ports::toolchain::CompileResult> poll(Ticket ticket, milliseconds wait) {
    const auto until = Clock::now() + wait;
    for (;;) {
      if (auto found = done_.find(ticket); found != done_.end()) {
        ports::toolchain::CompileResult result = std::move(found->second);
        done_.erase(found);
        return result;
      }
      if (!is_known(ticket))
        return ports::toolchain::CompileResult(bad_input("this compile was cancelled"));
      const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
      pump(std::max(left, milliseconds(0)));
      if (left.count() <= 0 && !done_.contains(ticket)) return std::nullopt;
    }
  }

  void cancel(Ticket ticket) {
    std::erase_if(queue_, [&](const Pending& pending) { return pending.ticket == ticket; });
    done_.erase(ticket);
    if (current_ && current_->ticket == ticket) {
      current_.reset();
      worker_.reset();
    }
  }

  void warm_up() {
    if (worker_ || current_ || toolchain_.nvrtc.path.empty()) return;
    queue_.push_front({0, Job::Kind::LoadOnly, {}});
    pump({});
  }

  [[nodiscard]] const Toolchain& toolchain() const { return toolchain_; }

 private:
  struct Pending {
    Ticket ticket = 0;  // 0: nobody waits for it
    Job::Kind kind = Job::Kind::Compile;
    ports::toolchain::CompileRequest request;
  };

  [[nodiscard]] bool is_known(Ticket ticket) const {
    return (current_ && current_->ticket == ticket) ||
           std::any_of(queue_.begin(), queue_.end(),
                       [&](const Pending& pending) { return pending.ticket == ticket; });
  }

  // All tools that may take part, since which of them will is known only afterwards.
  [[nodiscard]] std::string identity() const {
    return fmt::format("nvrtc {} nvcc {} ptxas {} nvjitlink {} cudadevrt {}",
                       toolchain_.nvrtc.identity, toolchain_.nvcc.identity,
                       toolchain_.ptxas.identity, toolchain_.nvjitlink.identity,
                       toolchain_.cudadevrt.identity);
  }

  [[nodiscard]] std::optional<ports::toolchain::CompileResult> find_cached(
      const ports::toolchain::CompileRequest& request) const {
    for (const ports::images::ShippedCache& shipped : shipped_) {
      if (auto found = shipped.find(request, toolchain_.nvrtc.identity)) return *std::move(found);
    }
    if (!options_.use_cache) return std::nullopt;
    // Who is content with PTX gets the machine code too where it has been made.
    ports::toolchain::CompileRequest whole = request;
    whole.machine_code = true;
    auto found = find_on_disk(whole);
    if (!found && !request.machine_code) found = find_on_disk(request);
    return found ? std::optional<ports::toolchain::CompileResult>(*std::move(found)) : std::nullopt;
  }

  [[nodiscard]] std::optional<ports::toolchain::Compiled> find_on_disk(
      const ports::toolchain::CompileRequest& request) const {
    const auto key =
        ports::images::cache_key(request, identity(), ports::images::KeyScope::Machine);
    auto found = key ? cache_.find(*key) : std::nullopt;
    if (found) found->is_assembled = request.machine_code;
    return found;
  }

  [[nodiscard]] Job job_for(const Pending& pending) const {
    Job job;
    job.kind = pending.kind;
    job.request = pending.request;
    job.nvrtc = toolchain_.nvrtc.path;
    job.nvjitlink = toolchain_.nvjitlink.path;
    job.ptxas = toolchain_.ptxas.path;
    const bool host_compiler = toolchain_.host_compiler.found();
    job.nvcc = host_compiler ? toolchain_.nvcc.path : std::string();
    const ports::toolchain::Tool& absent =
        toolchain_.nvcc.found() ? toolchain_.host_compiler : toolchain_.nvcc;
    job.nvcc_remedy = fmt::format("{}; {}", absent.problem, absent.remedy);
    job.nvrtc_remedy = fmt::format("{}; {}", toolchain_.nvrtc.problem, toolchain_.nvrtc.remedy);
    job.cudadevrt = toolchain_.cudadevrt.path;
    job.cudadevrt_remedy =
        fmt::format("{}; {}", toolchain_.cudadevrt.problem, toolchain_.cudadevrt.remedy);
    job.cuda_include_dirs = toolchain_.include_dirs;
    std::error_code ignored;
    job.working_dir = std::filesystem::current_path(ignored).string();
    job.scratch_dir = worker_->scratch_dir();
    job.memory_bytes = options_.memory_bytes;
    return job;
  }

  // Advances the worker by at most `wait`.
  void pump(milliseconds wait) {
    if (!current_ && !queue_.empty()) start_next();
    if (!current_) return;
    const auto left = std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now());
    WorkerProcess::Event event = worker_->wait(std::clamp(left, milliseconds(0), wait));
    if (event.message) {
      receive(*event.message);
    } else if (event.death) {
      worker_.reset();
      finish(bad_input(what_happened(*event.death, file_name(), options_.memory_bytes)));
    } else if (Clock::now() >= deadline_) {
      stop(static_cast<double>(options_.time_limit.count()) / 1000.0, "");
    } else if (has_used_its_processor_time()) {
      stop(static_cast<double>(options_.cpu_limit.count()), " of processor time");
    }
  }

  void stop(double seconds, const char* kind) {
    worker_.reset();
    finish(bad_input(fmt::format("the compiler did not finish {} within {:g} s{} and was stopped",
                                 file_name(), seconds, kind)));
  }

  // Asked every frame, so it looks now and then only.
  bool has_used_its_processor_time() {
    if (Clock::now() < next_look_) return false;
    next_look_ = Clock::now() + kBetweenLooks;
    return worker_->processor_time() - time_before_ > options_.cpu_limit;
  }

  void start_next() {
    current_ = std::move(queue_.front());
    queue_.pop_front();
    deadline_ = Clock::now() + options_.time_limit;
    // One that has died while it had nothing to do is replaced.
    if (worker_ && worker_->wait({}).death) worker_.reset();
    if (!worker_) {
      auto started = WorkerProcess::start(options_.worker_command, "the compiler's process");
      if (!started) {
        finish(started.error());
        return;
      }
      worker_ = std::move(started).value();
    }
    time_before_ = worker_->processor_time();
    next_look_ = Clock::now() + kBetweenLooks;
    ports::images::ByteWriter out;
    write(out, job_for(*current_));
    worker_->send(frame(out.data()));
  }

  void receive(const std::vector<std::byte>& message) {
    ports::images::ByteReader in(message);
    ports::toolchain::CompileResult result = read_result(in);
    if (!in.at_end()) {
      worker_.reset();
      WorkerProcess::Death death;
      death.talked_nonsense = true;
      finish(bad_input(what_happened(death, file_name(), options_.memory_bytes)));
      return;
    }
    if (result) result.value().is_assembled = current_->request.machine_code;
    if (result && options_.use_cache && current_->kind == Job::Kind::Compile) {
      const auto key =
          ports::images::cache_key(current_->request, identity(), ports::images::KeyScope::Machine);
      if (key) cache_.store(*key, result.value());
    }
    finish(std::move(result));
  }

  void finish(ports::toolchain::CompileResult result) {
    if (current_->ticket != 0) done_.emplace(current_->ticket, std::move(result));
    current_.reset();
  }

  [[nodiscard]] const std::string& file_name() const { return current_->request.file_name; }

  Options options_;
  Toolchain toolchain_;
  ports::images::DiskCache cache_;
  std::vector<ports::images::ShippedCache> shipped_;
  Ticket next_ticket_ = 1;
  std::deque<Pending> queue_;
  std::map<Ticket, ports::toolchain::CompileResult> done_;
  std::optional<Pending> current_;
  Clock::time_point deadline_, next_look_;
  milliseconds time_before_{};  // processor time of the worker when it began
  std::optional<WorkerProcess> worker_;
};

Compiler::Compiler() : Compiler(Options{}) {}
Compiler::Compiler(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Compiler::~Compiler() = default;
Compiler::Compiler(Compiler&&) noexcept = default;
Compiler& Compiler::operator=(Compiler&&) noexcept = default;

ports::toolchain::Compiler::Ticket Compiler::submit(ports::toolchain::CompileRequest request) {
  return impl_->submit(std::move(request));
}

std::optional<ports::toolchain::CompileResult> Compiler::poll(Ticket ticket, milliseconds wait) {
  return impl_->poll(ticket, wait);
}

void Compiler::cancel(Ticket ticket) { impl_->cancel(ticket); }

void Compiler::warm_up() { impl_->warm_up(); }

const Toolchain& Compiler::toolchain() const { return impl_->toolchain(); }

Result<void> Compiler::write_shipped_cache(const ports::toolchain::CompileRequest& request,
                                           const std::string& folder) {
  const ports::toolchain::CompileResult result = compile(request);
  if (!result) return result.error();
  return ports::images::ShippedCache::store(folder, request, result.value(),
                                            toolchain().nvrtc.identity);
}

}  // namespace lanescope::cuda::toolchain
