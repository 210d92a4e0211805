// See http_message.h.
#include "native/serve/http_message.h"

#include <algorithm>
#include <charconv>

namespace cleave::serve {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

/// Characters of a method and of a field's name.
bool is_token(std::string_view text) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kOthers.find(c) != std::string_view::npos;
  });
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// The text up to the next line end, which is taken off `rest`; nothing where none follows.
std::optional<std::string_view> take_line(std::string_view& rest) {
  const size_t end = rest.find(kLineEnd);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end + kLineEnd.size());
  return line;
}

/// `GET /index.html?x HTTP/1.1`.
std::optional<Refusal> read_first_line(std::string_view line, RequestHead& out) {
  const size_t first = line.find(' ');
  const size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return Refusal{400, "the first line is no request"};
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view protocol = line.substr(last + 1);
  if (!is_token(line.substr(0, first))) return Refusal{400, "the method is no word"};
  if (protocol != "HTTP/1.1" && protocol != "HTTP/1.0") return Refusal{505, "only HTTP/1.1 is spoken here"};
  if (target.empty() || target.front() != '/' || has_control(target) || target.find(' ') != std::string_view::npos) {
    return Refusal{400, "the target is no path"};
  }
  out.method = line.substr(0, first);
  out.path = target.substr(0, target.find_first_of("?#"));
  return std::nullopt;
}

std::optional<Refusal> read_field(std::string_view line, RequestHead& out) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return Refusal{400, "a field has no name"};
  std::string name = lower(line.substr(0, colon));
  const std::string_view value = without_blanks(line.substr(colon + 1));
  if (has_control(value)) return Refusal{400, "a field holds control characters"};
  // Two of one name could be read in two ways.
  if (!out.field(name).empty()) return Refusal{400, "a field stands twice"};
  out.fields.emplace_back(std::move(name), value);
  return std::nullopt;
}

std::optional<Refusal> read_body_length(size_t most_body_bytes, RequestHead& out) {
  if (!out.field("transfer-encoding").empty()) return Refusal{501, "a body is sent whole, with its length"};
  const std::string_view text = out.field("content-length");
  if (text.empty()) {
    if (out.method == "POST") return Refusal{411, "a body is sent with its length"};
    return std::nullopt;
  }
  uint64_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error == std::errc::result_out_of_range) return Refusal{413, "the body is too long"};
  if (error != std::errc() || end != text.data() + text.size()) return Refusal{400, "the length is no number"};
  if (length > most_body_bytes) return Refusal{413, "the body is too long"};
  out.body_bytes = static_cast<size_t>(length);
  return std::nullopt;
}

std::string_view status_text(int status) {
  switch (status) {
    case 200: return "OK";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 421: return "Misdirected Request";
    case 431: return "Request Header Fields Too Large";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Bad Request";
  }
}

/// The page runs its own scripts and the WebAssembly module, and talks to nobody but this server.
constexpr std::string_view kFieldsOfEveryReply =
    "Connection: close\r\n"
    "Cache-Control: no-cache\r\n"
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "X-Content-Type-Options: nosniff\r\n";

}  // namespace

std::string_view RequestHead::field(std::string_view name) const {
  for (const auto& [known, value] : fields) {
    if (known == name) return value;
  }
  return {};
}

std::optional<size_t> end_of_head(std::string_view received) {
  const size_t blank = received.find("\r\n\r\n");
  if (blank == std::string_view::npos) return std::nullopt;
  return blank + 4;
}

std::variant<RequestHead, Refusal> read_head(std::string_view head, size_t most_body_bytes) {
  if (head.size() > kMostHeadBytes) return Refusal{431, "the head is too long"};
  RequestHead out;
  const std::optional<std::string_view> first = take_line(head);
  if (!first) return Refusal{400, "the head has no end"};
  if (auto refusal = read_first_line(*first, out)) return *refusal;
  while (true) {
    const std::optional<std::string_view> line = take_line(head);
    if (!line) return Refusal{400, "the head has no end"};
    if (line->empty()) break;
    if (auto refusal = read_field(*line, out)) return *refusal;
  }
  if (auto refusal = read_body_length(most_body_bytes, out)) return *refusal;
  return out;
}

std::string head_of(const Reply& reply) {
  std::string out = "HTTP/1.1 " + std::to_string(reply.status) + ' ';
  out += status_text(reply.status);
  out += "\r\nContent-Type: ";
  out += reply.type;
  out += "\r\nContent-Length: " + std::to_string(reply.body.size()) + "\r\n";
  out += kFieldsOfEveryReply;
  out += kLineEnd;
  return out;
}

}  // namespace cleave::serve
