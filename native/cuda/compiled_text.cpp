// See compiled_text.h. Numbers are written as this machine stores them: the disk cache is the machine's own. Tested by
// tests/native/cuda.
#include "native/cuda/compiled_text.h"

#include <array>
#include <cstring>

namespace cleave::cuda {
namespace {

void append(std::string& out, int64_t number) {
  std::array<char, sizeof number> bytes{};
  std::memcpy(bytes.data(), &number, sizeof number);
  out.append(bytes.data(), bytes.size());
}

void append(std::string& out, std::string_view text) {
  append(out, static_cast<int64_t>(text.size()));
  out += text;
}

/// Takes what append() has written off the front of bytes that nobody vouches for.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  int64_t number() {
    int64_t out = 0;
    if (rest_.size() < sizeof out) return fail();
    std::memcpy(&out, rest_.data(), sizeof out);
    rest_.remove_prefix(sizeof out);
    return out;
  }
  std::string text() {
    const int64_t size = number();
    if (size < 0 || static_cast<uint64_t>(size) > rest_.size()) {
      fail();
      return {};
    }
    std::string out(rest_.substr(0, static_cast<size_t>(size)));
    rest_.remove_prefix(out.size());
    return out;
  }
  bool is_good() const { return is_good_; }
  bool is_at_end() const { return rest_.empty(); }

 private:
  int64_t fail() {
    is_good_ = false;
    rest_ = {};
    return 0;
  }

  std::string_view rest_;
  bool is_good_ = true;
};

/// The numbers of a kernel, for reading and for writing.
template <class Resources, class Use>
void for_each_number(Resources& kernel, Use use) {
  use(kernel.registers);
  use(kernel.spill_store_bytes);
  use(kernel.spill_load_bytes);
  use(kernel.stack_bytes);
  use(kernel.shared_bytes);
}

}  // namespace

std::string to_bytes(const CompiledText& compiled) {
  std::string out;
  append(out, compiled.cubin);
  append(out, static_cast<int64_t>(compiled.kernels.size()));
  for (const KernelResources& kernel : compiled.kernels) {
    append(out, kernel.entry);
    for_each_number(kernel, [&](int64_t number) { append(out, number); });
  }
  return out;
}

std::optional<CompiledText> from_bytes(std::string_view bytes) {
  Reader reader(bytes);
  CompiledText out;
  out.cubin = reader.text();
  const int64_t count = reader.number();
  for (int64_t i = 0; i < count && reader.is_good(); ++i) {
    KernelResources& kernel = out.kernels.emplace_back();
    kernel.entry = reader.text();
    for_each_number(kernel, [&](int64_t& number) { number = reader.number(); });
  }
  if (!reader.is_good() || !reader.is_at_end() || out.cubin.empty()) return std::nullopt;
  return out;
}

}  // namespace cleave::cuda
