// See server.h.
#include "native/serve/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "native/serve/connection.h"

namespace cleave::serve {
namespace {

constexpr int kWaiting = 64;
/// Connections that are answered at once; more wait.
constexpr size_t kMostConnections = 32;

sockaddr_in loopback(int port) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = htons(static_cast<uint16_t>(port));
  out.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return out;
}

/// Signals come through a descriptor, so that waiting for them and for connections is one wait.
class Signals {
 public:
  Signals() {
    sigemptyset(&taken_);
    for (const int number : {SIGINT, SIGTERM, SIGCHLD}) sigaddset(&taken_, number);
    sigprocmask(SIG_BLOCK, &taken_, &before_);
    file_ = signalfd(-1, &taken_, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~Signals() {
    close(file_);
    give_back();
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  int file() const { return file_; }
  void give_back() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  /// Takes what has come; true where one of them asks to stop.
  bool take() const {
    bool stops = false;
    signalfd_siginfo info{};
    while (read(file_, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
      if (info.ssi_signo != SIGCHLD) stops = true;
    }
    return stops;
  }

 private:
  sigset_t taken_{};
  sigset_t before_{};
  int file_ = -1;
};

/// The processes that answer.
class Answerers {
 public:
  explicit Answerers(const Signals& signals) : signals_(signals) {}
  ~Answerers() {
    for (const pid_t process : running_) kill(process, SIGKILL);
    for (const pid_t process : running_) waitpid(process, nullptr, 0);
  }
  Answerers(const Answerers&) = delete;
  Answerers& operator=(const Answerers&) = delete;

  bool may_have_more() const { return running_.size() < kMostConnections; }

  void start(const Listener& listener, const Site& site) {
    const Socket connection(accept4(listener.socket.number(), nullptr, nullptr, SOCK_CLOEXEC));
    if (connection.number() < 0) return;
    const pid_t server = getpid();
    const pid_t process = fork();
    if (process > 0) running_.push_back(process);
    if (process != 0) return;
    // The new process ends with the server, however that ends.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server) _exit(0);
    signals_.give_back();
    close(listener.socket.number());
    answer_connection(connection.number(), site);
    shutdown(connection.number(), SHUT_RDWR);
    _exit(0);
  }

  void forget_ended() {
    std::erase_if(running_, [](pid_t process) { return waitpid(process, nullptr, WNOHANG) != 0; });
  }

 private:
  const Signals& signals_;
  std::vector<pid_t> running_;
};

}  // namespace

Socket::~Socket() {
  if (number_ >= 0) close(number_);
}

std::variant<Listener, std::string> listen_here(int port) {
  Listener out{Socket(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)), port};
  const int number = out.socket.number();
  if (number < 0) return std::string(std::strerror(errno));
  const int yes = 1;
  setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address = loopback(port);
  socklen_t size = sizeof address;
  auto* general = reinterpret_cast<sockaddr*>(&address);
  if (bind(number, general, size) != 0 || listen(number, kWaiting) != 0) return std::string(std::strerror(errno));
  if (getsockname(number, general, &size) != 0) return std::string(std::strerror(errno));
  out.port = ntohs(address.sin_port);
  return out;
}

void serve(const Listener& listener, const Site& site) {
  const Signals signals;
  Answerers answerers(signals);
  while (true) {
    // Where all are busy, only their end is waited for.
    const short wanted = answerers.may_have_more() ? POLLIN : 0;
    std::array<pollfd, 2> files{pollfd{signals.file(), POLLIN, 0}, pollfd{listener.socket.number(), wanted, 0}};
    if (poll(files.data(), files.size(), -1) < 0 && errno != EINTR) return;
    if (signals.take()) return;
    answerers.forget_ended();
    if ((files[1].revents & POLLIN) != 0) answerers.start(listener, site);
  }
}

}  // namespace cleave::serve
