// See gate.h.
#include "native/serve/gate.h"

#include <sys/random.h>

#include <array>
#include <cerrno>

namespace cleave::serve {
namespace {

constexpr std::string_view kScheme = "Bearer ";
constexpr std::array<std::string_view, 2> kOwnNames{"127.0.0.1", "localhost"};

bool is_own_host(const Gate& gate, std::string_view host) {
  for (const std::string_view name : kOwnNames) {
    if (host == std::string(name) + ':' + std::to_string(gate.port)) return true;
    // A browser leaves the port of the scheme out.
    if (gate.port == 80 && host == name) return true;
  }
  return false;
}

/// Takes as long wherever the first difference is.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace

std::string make_token() {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  // Six bits a character.
  std::array<unsigned char, 43> chance{};
  size_t filled = 0;
  while (filled < chance.size()) {
    const ssize_t count = getrandom(chance.data() + filled, chance.size() - filled, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    filled += static_cast<size_t>(count);
  }
  std::string out;
  for (const unsigned char byte : chance) out += kDigits[byte & 63U];
  return out;
}

std::optional<Refusal> refuse_reader(const Gate& gate, const RequestHead& head) {
  if (is_own_host(gate, head.field("host"))) return std::nullopt;
  return Refusal{421, "this server answers to its own address only"};
}

std::optional<Refusal> refuse_caller(const Gate& gate, const RequestHead& head) {
  if (auto refusal = refuse_reader(gate, head)) return refusal;
  const std::string own = "http://" + std::string(head.field("host"));
  if (head.field("origin") != own) return Refusal{403, "only the page of this server may ask"};
  const std::string_view given = head.field("authorization");
  if (!given.starts_with(kScheme) || gate.token.empty() || !same_secret(given.substr(kScheme.size()), gate.token)) {
    return Refusal{401, "the token is missing or wrong: open the address that `cleave serve` printed"};
  }
  return std::nullopt;
}

}  // namespace cleave::serve
