// The server over real connections: a process that serves, and senders that behave and that do not.
#include "native/serve/server.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "tests/native/serve/client.h"

namespace cleave::serve {
namespace {

class AServer : public ::testing::Test {
 protected:
  AServer() {
    std::string name = ::testing::TempDir() + "cleave_server_XXXXXX";
    folder_ = mkdtemp(name.data());
    std::ofstream(folder_ + "/index.html") << "the page";
    start();
  }
  ~AServer() override {
    stop(SIGTERM);
    std::filesystem::remove_all(folder_);
  }

  void start() {
    auto opened = listen_here(0);
    auto* listener = std::get_if<Listener>(&opened);
    ASSERT_NE(listener, nullptr);
    port_ = listener->port;
    server_ = fork();
    if (server_ != 0) return;
    const Site site{folder_,
                    {port_, "secret"},
                    [this](std::string_view request) { return answer(request); },
                    [] { return std::string("{}"); }};
    serve(*listener, site);
    _exit(0);
  }
  std::string answer(std::string_view request) const {
    if (request == "crash") abort();
    if (request == "sleep") {
      std::ofstream(folder_ + "/sleeping") << getpid();
      std::this_thread::sleep_for(std::chrono::seconds(60));
    }
    return std::string(request.substr(0, 20)) + " of " + std::to_string(request.size());
  }
  /// The exit status of the server.
  int stop(int signal) {
    if (server_ <= 0) return -1;
    int status = 0;
    kill(server_, signal);
    waitpid(server_, &status, 0);
    server_ = 0;
    return status;
  }
  std::string ask(const std::string& text) const {
    const Client client(port_);
    EXPECT_TRUE(client.is_open());
    client.send(text);
    return client.receive();
  }
  std::string head(const std::string& first_line, size_t length, std::string_view token = "secret") const {
    const std::string address = "127.0.0.1:" + std::to_string(port_);
    return first_line + " HTTP/1.1\r\nHost: " + address + "\r\nOrigin: http://" + address +
           "\r\nContent-Type: application/json\r\nAuthorization: Bearer " + std::string(token) +
           "\r\nContent-Length: " + std::to_string(length) + "\r\n\r\n";
  }
  std::string call(const std::string& body) const { return ask(head("POST /call", body.size()) + body); }

  std::string folder_;
  int port_ = 0;
  pid_t server_ = 0;
};

bool has_status(const std::string& reply, int status) {
  return reply.starts_with("HTTP/1.1 " + std::to_string(status) + ' ');
}

TEST_F(AServer, GivesThePageAndAnswersIt) {
  const std::string page = ask("GET / HTTP/1.1\r\nHost: localhost:" + std::to_string(port_) + "\r\n\r\n");
  EXPECT_TRUE(has_status(page, 200) && page.ends_with("\r\n\r\nthe page")) << page;
  const std::string only_head = ask("HEAD / HTTP/1.1\r\nHost: localhost:" + std::to_string(port_) + "\r\n\r\n");
  EXPECT_TRUE(has_status(only_head, 200) && only_head.ends_with("\r\n\r\n")) << only_head;
  EXPECT_TRUE(call("hello").ends_with("\r\n\r\nhello of 5"));
  const std::string large(size_t{8} << 20, 'x');
  EXPECT_TRUE(call(large).ends_with(" of 8388608"));
}

TEST_F(AServer, ARefusalIsReadEvenWhileTheBodyIsOnItsWay) {
  EXPECT_TRUE(has_status(ask(head("POST /call", size_t{100} << 20)), 413));
  EXPECT_TRUE(has_status(ask(head("POST /call", 500'000, "wrong") + std::string(500'000, 'x')), 401));
  EXPECT_TRUE(has_status(ask(std::string(100'000, 'A')), 431));
  EXPECT_TRUE(has_status(ask(std::string("\x16\x03\x01\0\r\n\r\n", 8)), 400));
  EXPECT_TRUE(has_status(ask(head("POST /call", 1) + "xGET / HTTP/1.1\r\n\r\n"), 400));
}

TEST_F(AServer, AFaultEndsOneRequestOnly) {
  EXPECT_EQ(call("crash"), "");
  EXPECT_TRUE(call("hello").ends_with("hello of 5"));
}

TEST_F(AServer, AReaderThatGoesAwayEndsTheWork) {
  pid_t worker = 0;
  {
    const Client client(port_);
    client.send(head("POST /call", 5) + "sleep");
    while (worker == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      std::ifstream(folder_ + "/sleeping") >> worker;
    }
  }
  // The server takes the ended process away; until then it still has a number.
  while (kill(worker, 0) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  SUCCEED();
}

TEST_F(AServer, ManyIdleConnectionsKeepNobodyOutForLong) {
  std::vector<Client> idle;
  for (int i = 0; i < 20; ++i) idle.emplace_back(port_);
  EXPECT_TRUE(call("hello").ends_with("hello of 5"));
}

TEST_F(AServer, StopsWhenItIsToldTo) {
  // Once it answers, it listens to signals too.
  EXPECT_NE(call("hello"), "");
  const int status = stop(SIGINT);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_FALSE(Client(port_).is_open());
}

TEST(Listen, APortThatIsTakenIsSaid) {
  const auto first = listen_here(0);
  ASSERT_TRUE(std::holds_alternative<Listener>(first));
  const auto second = listen_here(std::get<Listener>(first).port);
  ASSERT_TRUE(std::holds_alternative<std::string>(second));
  EXPECT_EQ(std::get<std::string>(second), "Address already in use");
}

}  // namespace
}  // namespace cleave::serve
