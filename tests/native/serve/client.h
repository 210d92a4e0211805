// A sender for the tests of the server: one connection, text out and text in.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <string>
#include <string_view>

#include "native/serve/server.h"

namespace cleave::serve {

/// Sends and receives over one connection.
class Client {
 public:
  explicit Client(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_open_ = connect(socket_.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }

  bool is_open() const { return is_open_; }
  bool send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::send(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      text.remove_prefix(static_cast<size_t>(count));
    }
    return true;
  }
  /// All that comes until the other side closes.
  std::string receive() const {
    std::string out;
    char piece[4096];
    for (ssize_t count = 0; (count = recv(socket_.number(), piece, sizeof piece, 0)) > 0;) {
      out.append(piece, static_cast<size_t>(count));
    }
    return out;
  }

 private:
  Socket socket_;
  bool is_open_ = false;
};

}  // namespace cleave::serve
