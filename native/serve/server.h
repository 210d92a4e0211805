// The server: listens on this machine's loopback address only and gives every connection a process of its own, which
// reads one request, answers it and ends. So a request that is given up, runs out of memory or meets a fault of ours
// takes nothing else with it: the process ends as soon as its reader has gone. Tested by tests/native/serve.
#pragma once

#include <string>
#include <variant>

#include "native/serve/site.h"

namespace cleave::serve {

/// A socket that is closed with its owner.
class Socket {
 public:
  explicit Socket(int number) : number_(number) {}
  ~Socket();
  Socket(Socket&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Socket& operator=(Socket&&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

struct Listener {
  Socket socket;
  int port = 0;
};

/// Listens on 127.0.0.1; port 0 is any that is free. In words why it cannot.
std::variant<Listener, std::string> listen_here(int port);

/// Answers until SIGINT or SIGTERM comes.
void serve(const Listener& listener, const Site& site);

}  // namespace cleave::serve
