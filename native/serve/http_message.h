// The little of HTTP/1.1 that a page on this machine needs: one request a connection, its head read whole, its body by
// its length. What is not plainly one of those is refused with the status that says why; nothing is guessed. Pure:
// knows no socket, no file and no path. Tested by tests/native/serve.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cleave::serve {

struct RequestHead {
  std::string method;
  /// As it was sent, from `/`, without the query.
  std::string path;
  /// Names in lower case, values without the blanks around them; no name stands twice.
  std::vector<std::pair<std::string, std::string>> fields;
  /// Bytes of the body that follows.
  size_t body_bytes = 0;

  /// Empty where the field is missing.
  std::string_view field(std::string_view name) const;
};

/// A status and what the sender is told.
struct Refusal {
  int status = 400;
  std::string why;
};

/// Most bytes of a head.
inline constexpr size_t kMostHeadBytes = 16 * 1024;

/// Place after the blank line that ends a head; nothing while it has not come.
std::optional<size_t> end_of_head(std::string_view received);

/// Reads a head, the blank line included. Bodies longer than `most_body_bytes` are refused.
std::variant<RequestHead, Refusal> read_head(std::string_view head, size_t most_body_bytes);

struct Reply {
  int status = 200;
  std::string_view type = "text/plain; charset=utf-8";
  std::string body;
};

/// The head of a reply, with everything that keeps the page to itself: its policy, no sniffing, no frame, no referrer.
std::string head_of(const Reply& reply);

}  // namespace cleave::serve
