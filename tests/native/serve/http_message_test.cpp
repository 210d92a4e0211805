// Heads of requests: what is taken, and what is refused with which status.
#include "native/serve/http_message.h"

#include <gtest/gtest.h>

namespace cleave::serve {
namespace {

constexpr size_t kMost = 1000;

/// 0 where the head is taken.
int status_of(std::string_view head) {
  const auto read = read_head(head, kMost);
  const auto* refusal = std::get_if<Refusal>(&read);
  return refusal == nullptr ? 0 : refusal->status;
}

TEST(Head, GivesMethodPathFieldsAndLength) {
  const auto read = read_head("POST /call?x=1#y HTTP/1.1\r\nHost:  127.0.0.1:8 \r\nContent-Length: 12\r\n\r\n", kMost);
  const auto* head = std::get_if<RequestHead>(&read);
  ASSERT_NE(head, nullptr);
  EXPECT_EQ(head->method, "POST");
  EXPECT_EQ(head->path, "/call");
  EXPECT_EQ(head->field("host"), "127.0.0.1:8");
  EXPECT_EQ(head->field("origin"), "");
  EXPECT_EQ(head->body_bytes, 12U);
}

TEST(Head, EndsAtTheBlankLine) {
  EXPECT_FALSE(end_of_head("GET / HTTP/1.1\r\nHost: x\r\n").has_value());
  EXPECT_EQ(end_of_head("GET / HTTP/1.1\r\n\r\nbody"), 18U);
}

TEST(Head, WhatIsNoPlainRequestIsRefused) {
  struct Row {
    const char* head;
    int status;
  };
  constexpr Row kRows[] = {
      {"GET / HTTP/1.1\r\n\r\n", 0},
      {"\r\n\r\n", 400},
      {"GET /\r\n\r\n", 400},
      {"GET  / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/2\r\n\r\n", 505},
      {"G(T / HTTP/1.1\r\n\r\n", 400},
      {"GET http://evil/ HTTP/1.1\r\n\r\n", 400},
      {"GET /a b HTTP/1.1\r\n\r\n", 400},
      {"GET /\x01 HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n: empty\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n folded\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\n", 400},
      {"POST /call HTTP/1.1\r\n\r\n", 411},
      {"POST /call HTTP/1.1\r\nContent-Length: 1001\r\n\r\n", 413},
      {"POST /call HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413},
      {"POST /call HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400},
      {"POST /call HTTP/1.1\r\nContent-Length: 1x\r\n\r\n", 400},
      {"POST /call HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n", 400},
      {"POST /call HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 501},
  };
  for (const Row& row : kRows) EXPECT_EQ(status_of(row.head), row.status) << row.head;
  EXPECT_EQ(status_of("GET /" + std::string(kMostHeadBytes, 'a') + " HTTP/1.1\r\n\r\n"), 431);
  EXPECT_EQ(status_of(std::string_view("GET /\0 HTTP/1.1\r\n\r\n", 19)), 400);
}

TEST(Reply, KeepsThePageToItself) {
  const std::string head = head_of({.status = 200, .type = "text/css; charset=utf-8", .body = "abc"});
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/css; charset=utf-8\r\nContent-Length: 3\r\n"));
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
  EXPECT_NE(head.find("Content-Security-Policy: default-src 'none';"), std::string::npos);
  EXPECT_NE(head.find("X-Content-Type-Options: nosniff\r\n"), std::string::npos);
  EXPECT_EQ(head.find("Access-Control"), std::string::npos);
}

}  // namespace
}  // namespace cleave::serve
