// `cleave serve` as it is started: what it prints, whom it answers, and what it says where it cannot start.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/native/serve/client.h"

namespace cleave::cli {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class Serve : public ::testing::Test {
 protected:
  Serve() {
    std::string name = ::testing::TempDir() + "cleave_serve_XXXXXX";
    folder_ = mkdtemp(name.data());
    fs::create_directories(folder_ + "/page");
    std::ofstream(folder_ + "/page/index.html") << "the page";
  }
  ~Serve() override {
    stop();
    fs::remove_all(folder_);
  }

  /// Starts the program, and takes what it prints apart: `http://127.0.0.1:PORT/#token=TOKEN`.
  void start(const std::string& program, const std::vector<std::string>& arguments) {
    std::array<int, 2> output{};
    ASSERT_EQ(pipe(output.data()), 0);
    process_ = fork();
    if (process_ == 0) {
      dup2(output[1], STDOUT_FILENO);
      std::vector<char*> words{const_cast<char*>(program.c_str())};
      for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
      words.push_back(nullptr);
      execv(program.c_str(), words.data());
      _exit(127);
    }
    close(output[1]);
    std::array<char, 200> line{};
    FILE* reader = fdopen(output[0], "r");
    ASSERT_NE(fgets(line.data(), line.size(), reader), nullptr);
    fclose(reader);
    std::array<char, 100> token{};
    ASSERT_EQ(sscanf(line.data(), "http://127.0.0.1:%d/#token=%99s", &port_, token.data()), 2) << line.data();
    token_ = token.data();
  }
  int stop() {
    if (process_ <= 0) return -1;
    int status = 0;
    kill(process_, SIGINT);
    waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// The body of the answer.
  std::string post(const std::string& path, const std::string& body) const {
    const serve::Client client(port_);
    const std::string address = "127.0.0.1:" + std::to_string(port_);
    client.send("POST " + path + " HTTP/1.1\r\nHost: " + address + "\r\nOrigin: http://" + address +
                "\r\nContent-Type: application/json\r\nAuthorization: Bearer " + token_ +
                "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    const std::string reply = client.receive();
    const size_t blank = reply.find("\r\n\r\n");
    return blank == std::string::npos ? reply : reply.substr(blank + 4);
  }
  /// Exit code and error stream of a start that fails.
  std::pair<int, std::string> fails(const std::string& arguments) const {
    const std::string errors = folder_ + "/errors";
    const int status =
        std::system(("'" CLEAVE_BINARY "' serve " + arguments + " >/dev/null 2>'" + errors + "'").c_str());
    std::ifstream in(errors);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, {std::istreambuf_iterator<char>(in), {}}};
  }

  std::string folder_;
  std::string token_;
  int port_ = 0;
  pid_t process_ = 0;
};

TEST_F(Serve, AnswersAsTheCommandLineDoes) {
  start(CLEAVE_BINARY, {"serve", "--port", "0", "--page", folder_ + "/page"});
  std::ifstream file(CLEAVE_SOURCE_DIR "/docs/examples/first.py");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const json run = json::parse(post("/call", json{{"command", "run"}, {"text", text}}.dump()), nullptr, false);
  ASSERT_TRUE(run.is_object());
  EXPECT_EQ(run["run"]["matches"], true);
  EXPECT_EQ(run["segments"].size(), 2U);
  EXPECT_TRUE(run["segments"][0]["microseconds"].is_number());
  const json wrong = json::parse(post("/call", "\xff{"), nullptr, false);
  EXPECT_EQ(wrong["diagnostics"][0]["code"], "E0920");
  const json about = json::parse(post("/about", ""), nullptr, false);
  EXPECT_EQ(about["device"], "cpu");
  EXPECT_TRUE(about["gpu"].is_string() || about["why_no_gpu"].is_string()) << about;
  token_ += 'x';
  EXPECT_EQ(post("/call", "{}"), "the token is missing or wrong: open the address that `cleave serve` printed\n");
  EXPECT_EQ(stop(), 0);
}

TEST_F(Serve, AnInstalledProgramFindsItsPage) {
  fs::create_directories(folder_ + "/bin");
  fs::create_directories(folder_ + "/share/cleave");
  fs::rename(folder_ + "/page", folder_ + "/share/cleave/web");
  fs::copy_file(CLEAVE_BINARY, folder_ + "/bin/cleave");
  start(folder_ + "/bin/cleave", {"serve", "--port", "0"});
  const serve::Client client(port_);
  client.send("GET / HTTP/1.1\r\nHost: localhost:" + std::to_string(port_) + "\r\n\r\n");
  EXPECT_TRUE(client.receive().ends_with("the page"));
}

TEST_F(Serve, SaysWhyItCannotStart) {
  const auto nothing = fails("--page /nonexistent");
  EXPECT_EQ(nothing.first, 1);
  EXPECT_EQ(nothing.second, "cleave: there is no page in `/nonexistent`\n");
  start(CLEAVE_BINARY, {"serve", "--port", "0", "--page", folder_ + "/page"});
  const auto taken = fails("--page '" + folder_ + "/page' --port " + std::to_string(port_));
  EXPECT_EQ(taken.first, 1);
  EXPECT_EQ(taken.second, "cleave: cannot listen on port " + std::to_string(port_) + ": Address already in use\n");
  EXPECT_EQ(fails("--port 70000").first, 2);
  EXPECT_EQ(fails("--port x").first, 2);
  EXPECT_EQ(fails("fusion.py").first, 2);
}

}  // namespace
}  // namespace cleave::cli
