// Who is let in, and what stands at which path.
#include "native/serve/site.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "native/serve/page_files.h"

namespace cleave::serve {
namespace {

RequestHead head(std::string method, std::string path, std::vector<std::pair<std::string, std::string>> fields) {
  return {std::move(method), std::move(path), std::move(fields), 0};
}

class ASite : public ::testing::Test {
 protected:
  ASite() {
    std::string name = ::testing::TempDir() + "cleave_site_XXXXXX";
    site_.folder = mkdtemp(name.data());
    site_.gate = {8117, "secret"};
    site_.call = [](std::string_view request) { return "answer to " + std::string(request); };
    site_.about = [] { return std::string("{}"); };
    std::filesystem::create_directory(site_.folder + "/assets");
    write("index.html", "<!doctype html>");
    write("assets/a b.js", "1");
    write("../cleave_outside.txt", "secret");
    std::filesystem::create_symlink("/etc/passwd", site_.folder + "/link.txt");
    std::filesystem::create_directory_symlink("/etc", site_.folder + "/etc");
  }
  ~ASite() override {
    std::filesystem::remove(site_.folder + "/../cleave_outside.txt");
    std::filesystem::remove_all(site_.folder);
  }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(site_.folder + "/" + name, std::ios::binary) << text;
  }
  int refused(const RequestHead& head) const {
    const auto refusal = refuse(site_, head);
    return refusal ? refusal->status : 0;
  }
  int status_of(const std::string& path) const {
    return reply_to(site_, head("GET", path, {{"host", "127.0.0.1:8117"}}), "").status;
  }

  Site site_;
};

TEST_F(ASite, GivesOutItsOwnFilesWithTheirTypes) {
  const Reply index = reply_to(site_, head("GET", "/", {}), "");
  EXPECT_EQ(index.body, "<!doctype html>");
  EXPECT_EQ(index.type, "text/html; charset=utf-8");
  EXPECT_EQ(reply_to(site_, head("GET", "/assets/a%20b.js", {}), "").type, "text/javascript; charset=utf-8");
  EXPECT_EQ(media_type("cleave-1a.wasm"), "application/wasm");
  EXPECT_EQ(media_type("a.unknown"), "application/octet-stream");
}

TEST_F(ASite, NoSpellingOfAPathLeadsOut) {
  for (const char* path : {"/../cleave_outside.txt", "/%2e%2e/cleave_outside.txt", "/assets/../../cleave_outside.txt",
                           "/..%2fcleave_outside.txt", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "//etc/passwd", "/etc/passwd",
                           "/link.txt", "/etc/hostname", "/assets", "/assets/", "/./index.html", "/index.html/",
                           "/index.html%00", "/%", "/%4", "/%zz", "/assets%2f..%2findex.html"}) {
    EXPECT_EQ(status_of(path), 404) << path;
  }
  EXPECT_EQ(status_of("/index.html"), 200);
  // The folder itself may be named in any way.
  for (const std::string& folder : {site_.folder + "/", site_.folder + "/assets/..", site_.folder + "//."}) {
    EXPECT_TRUE(holds_page(folder)) << folder;
  }
  EXPECT_FALSE(holds_page(site_.folder + "/assets"));
  EXPECT_FALSE(holds_page("/nonexistent"));
}

TEST_F(ASite, ThePageIsReadUnderTheMachinesOwnNamesOnly) {
  EXPECT_EQ(refused(head("GET", "/", {{"host", "127.0.0.1:8117"}})), 0);
  EXPECT_EQ(refused(head("HEAD", "/", {{"host", "localhost:8117"}})), 0);
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:80", "evil.example:8117", "127.0.0.1:8117.evil.example",
                           "localhost.evil.example:8117", "127.0.0.1:81170"}) {
    EXPECT_EQ(refused(head("GET", "/", {{"host", host}})), 421) << host;
  }
  EXPECT_EQ(refused(head("POST", "/", {{"host", "127.0.0.1:8117"}})), 405);
  EXPECT_EQ(refused(head("DELETE", "/index.html", {{"host", "127.0.0.1:8117"}})), 405);
}

TEST_F(ASite, OnlyThePageWithTheTokenMayAsk) {
  const std::pair<std::string, std::string> host{"host", "127.0.0.1:8117"};
  const std::pair<std::string, std::string> origin{"origin", "http://127.0.0.1:8117"};
  const std::pair<std::string, std::string> token{"authorization", "Bearer secret"};
  const std::pair<std::string, std::string> json{"content-type", "application/json; charset=utf-8"};
  EXPECT_EQ(refused(head("POST", "/call", {host, origin, token, json})), 0);
  EXPECT_EQ(refused(head("POST", "/about", {host, origin, token})), 0);
  EXPECT_EQ(refused(head("POST", "/call", {host, origin, json})), 401);
  EXPECT_EQ(refused(head("POST", "/about", {host, origin})), 401);
  for (const char* wrong :
       {"", "secret", "Bearer ", "Bearer secre", "Bearer secret ", "Bearer Secret", "bearer secret"}) {
    EXPECT_EQ(refused(head("POST", "/call", {host, origin, {"authorization", wrong}, json})), 401) << wrong;
  }
  for (const char* other : {"", "null", "http://evil.example", "https://127.0.0.1:8117", "http://127.0.0.1:8118",
                            "http://localhost:8117", "http://127.0.0.1:8117.evil.example"}) {
    EXPECT_EQ(refused(head("POST", "/call", {host, {"origin", other}, token, json})), 403) << other;
  }
  EXPECT_EQ(refused(head("POST", "/call", {{"host", "evil.example:8117"}, origin, token, json})), 421);
  EXPECT_EQ(refused(head("GET", "/call", {host, origin, token, json})), 405);
  EXPECT_EQ(refused(head("OPTIONS", "/call", {host, origin})), 401);
  EXPECT_EQ(refused(head("POST", "/call", {host, origin, token, {"content-type", "text/plain"}})), 415);
  site_.gate.token.clear();
  EXPECT_EQ(refused(head("POST", "/call", {host, origin, {"authorization", "Bearer "}, json})), 401);
}

TEST_F(ASite, CallsAreAnswered) {
  EXPECT_EQ(reply_to(site_, head("POST", "/call", {}), "x").body, "answer to x");
  EXPECT_EQ(reply_to(site_, head("POST", "/about", {}), "").body, "{}");
}

TEST(Token, HasChanceEnoughAndNeedsNoEscape) {
  const std::string token = make_token();
  EXPECT_EQ(token.size(), 43U);
  EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
            std::string::npos);
  EXPECT_NE(token, make_token());
}

}  // namespace
}  // namespace cleave::serve
