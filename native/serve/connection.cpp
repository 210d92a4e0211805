// See connection.h.
#include "native/serve/connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

namespace cleave::serve {
namespace {

using Time = std::chrono::steady_clock;
constexpr std::chrono::seconds kHeadTime{10};
constexpr std::chrono::seconds kBodyTime{60};
constexpr size_t kPiece = 64 * 1024;
/// What a sender that was refused may still have on its way; read so that it sees the refusal, not a broken connection.
constexpr size_t kMostIgnored = size_t{1} << 20;

/// Waits until something can be read; false when the time is over.
bool wait_for_input(int socket, Time::time_point deadline) {
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Time::now()).count();
    if (left <= 0) return false;
    pollfd what{socket, POLLIN, 0};
    const int count = poll(&what, 1, static_cast<int>(left));
    if (count > 0) return true;
    if (count < 0 && errno != EINTR) return false;
  }
}

enum class Arrival { kMore, kEnd, kLate };

/// Adds what has come to `received`.
Arrival receive(int socket, Time::time_point deadline, std::string& received) {
  if (!wait_for_input(socket, deadline)) return Arrival::kLate;
  std::array<char, kPiece> piece{};
  const ssize_t count = recv(socket, piece.data(), piece.size(), 0);
  if (count < 0 && errno == EINTR) return Arrival::kMore;
  if (count <= 0) return Arrival::kEnd;
  received.append(piece.data(), static_cast<size_t>(count));
  return Arrival::kMore;
}

void send_all(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    text.remove_prefix(static_cast<size_t>(count));
  }
}

void send_reply(int socket, const Reply& reply, bool with_body) {
  send_all(socket, head_of(reply));
  if (with_body) send_all(socket, reply.body);
}

/// Sends, and reads on for a moment what is ignored.
void send_refusal(int socket, const Refusal& refusal) {
  send_reply(socket, reply_of(refusal), true);
  shutdown(socket, SHUT_WR);
  std::string ignored;
  const Time::time_point deadline = Time::now() + std::chrono::seconds(1);
  for (size_t total = 0; total < kMostIgnored; total += ignored.size()) {
    ignored.clear();
    if (receive(socket, deadline, ignored) != Arrival::kMore) return;
  }
}

/// Ends the process when the reader goes away.
void watch_reader(int socket) {
  std::thread([socket] {
    while (true) {
      pollfd what{socket, POLLRDHUP, 0};
      if (poll(&what, 1, -1) > 0) _exit(0);
    }
  }).detach();
}

/// Bytes up to the end of the head; nothing where the sender went away or was refused.
std::optional<size_t> receive_head(int socket, std::string& received) {
  const Time::time_point deadline = Time::now() + kHeadTime;
  while (true) {
    if (const auto end = end_of_head(received)) return end;
    if (received.size() > kMostHeadBytes) {
      send_refusal(socket, {431, "the head is too long"});
      return std::nullopt;
    }
    const Arrival arrival = receive(socket, deadline, received);
    if (arrival == Arrival::kLate) send_refusal(socket, {408, "the request did not come in time"});
    if (arrival != Arrival::kMore) return std::nullopt;
  }
}

}  // namespace

void answer_connection(int socket, const Site& site) {
  std::string received;
  const std::optional<size_t> body_begin = receive_head(socket, received);
  if (!body_begin) return;
  const auto read = read_head(std::string_view(received).substr(0, *body_begin), kMostBodyBytes);
  if (const auto* refusal = std::get_if<Refusal>(&read)) return send_refusal(socket, *refusal);
  const RequestHead& head = std::get<RequestHead>(read);
  if (const auto refusal = refuse(site, head)) return send_refusal(socket, *refusal);
  received.erase(0, *body_begin);
  const Time::time_point deadline = Time::now() + kBodyTime;
  while (received.size() < head.body_bytes) {
    const Arrival arrival = receive(socket, deadline, received);
    if (arrival == Arrival::kLate) send_refusal(socket, {408, "the request did not come in time"});
    if (arrival != Arrival::kMore) return;
  }
  if (received.size() > head.body_bytes) return send_refusal(socket, {400, "one request a connection"});
  watch_reader(socket);
  send_reply(socket, reply_to(site, head, received), head.method != "HEAD");
}

}  // namespace cleave::serve
