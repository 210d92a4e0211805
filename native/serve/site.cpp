// See site.h.
#include "native/serve/site.h"

#include "native/serve/page_files.h"

namespace cleave::serve {
namespace {

constexpr std::string_view kJson = "application/json";

bool is_reading(const RequestHead& head) { return head.method == "GET" || head.method == "HEAD"; }
bool is_question(const RequestHead& head) { return head.path == "/call" || head.path == "/about"; }

/// The type without its parameters.
std::string_view body_type(const RequestHead& head) {
  const std::string_view type = head.field("content-type");
  return type.substr(0, type.find_first_of("; "));
}

}  // namespace

std::optional<Refusal> refuse(const Site& site, const RequestHead& head) {
  if (!is_question(head)) {
    if (auto refusal = refuse_reader(site.gate, head)) return refusal;
    if (!is_reading(head)) return Refusal{405, "the page is only read"};
    if (head.body_bytes > 0) return Refusal{400, "no body is read here"};
    return std::nullopt;
  }
  if (auto refusal = refuse_caller(site.gate, head)) return refusal;
  if (head.method != "POST") return Refusal{405, "a question is a POST"};
  if (head.path == "/call" && body_type(head) != kJson) return Refusal{415, "a request is application/json"};
  return std::nullopt;
}

Reply reply_to(const Site& site, const RequestHead& head, std::string_view body) {
  if (head.path == "/call") return {200, kJson, site.call(body)};
  if (head.path == "/about") return {200, kJson, site.about()};
  return page_file(site.folder, head.path).value_or(reply_of({404, "there is no such file"}));
}

Reply reply_of(const Refusal& refusal) { return {.status = refusal.status, .body = refusal.why + "\n"}; }

}  // namespace cleave::serve
