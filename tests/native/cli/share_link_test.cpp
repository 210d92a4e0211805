// Links of the page in place of a file: what they bring, what the command line keeps, and what no link gets past.
#include "native/cli/share_link.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "native/cli/options.h"

namespace cleave::cli {
namespace {

using nlohmann::json;

/// As the page packs a state.
std::string packed(const std::string& plain, char form = 1) {
  z_stream stream{};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, plain.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return form + out;
}

std::string base64url(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6) out += kDigits[bits >> (count - 6) & 63U];
  }
  if (count > 0) out += kDigits[bits << (6 - count) & 63U];
  return out;
}

std::string link_of(const json& state) { return "https://cleave.example/page/#" + base64url(packed(state.dump())); }

template <class T>
std::string problem(const std::variant<T, std::string>& read) {
  const auto* text = std::get_if<std::string>(&read);
  return text == nullptr ? "none" : *text;
}

Settings settings_of(std::vector<std::string> arguments) {
  const auto read = read_arguments(arguments);
  return std::get<Settings>(read);
}

TEST(Link, IsWhatBeginsLikeAnAddress) {
  EXPECT_TRUE(is_link("https://x/#a"));
  EXPECT_TRUE(is_link("http://127.0.0.1:8117/#a"));
  EXPECT_FALSE(is_link("https.py"));
  EXPECT_FALSE(is_link("-"));
}

TEST(Link, BringsTextNameAndOptions) {
  const auto read = read_link(link_of({{"text", "some → text"},
                                       {"name", "a\nb"},
                                       {"options", {{"gpu", "a100"}, {"cut", {"T3", "#5"}}, {"later", 1}}},
                                       {"tab", "why"}}));
  const auto* state = std::get_if<SharedState>(&read);
  ASSERT_NE(state, nullptr) << problem(read);
  EXPECT_EQ(state->text, "some → text");
  EXPECT_EQ(state->name, "a b");
  using Options = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(state->options, (Options{{"gpu", "a100"}, {"cut", "T3"}, {"cut", "#5"}}));
  const auto bare = read_link(link_of({{"text", ""}}));
  ASSERT_TRUE(std::holds_alternative<SharedState>(bare));
  EXPECT_EQ(std::get<SharedState>(bare).name, "shared");
}

TEST(Link, ReadsWhatThePageWrote) {
  // By CompressionStream of a browser, from {"text":"fd","name":"n","options":{"rules":"extended"},"tab":"why"}.
  const auto read = read_link(
      "http://127.0.0.1:8117/#AQXB0QmAMAxAwV3edybINpVEFDQVG7FSurt3g_SeKKshRDkdJRDqlXuNhg7u5_CG4j09zI0pZFlQ3u1j_g");
  const auto* state = std::get_if<SharedState>(&read);
  ASSERT_NE(state, nullptr) << problem(read);
  EXPECT_EQ(state->text, "fd");
  EXPECT_EQ(state->options.size(), 1U);
}

TEST(Link, WhatIsDamagedOrHostileIsSaid) {
  const std::string whole = link_of({{"text", std::string(1000, 'x') + "abc"}});
  EXPECT_EQ(problem(read_link("https://cleave.example/")),
            "nothing stands behind a `#`; a link that holds a definition does");
  EXPECT_EQ(problem(read_link("https://cleave.example/#")),
            "nothing stands behind a `#`; a link that holds a definition does");
  for (const std::string& fragment : {std::string("a b"), std::string("AAAAA"), std::string("token=abc"),
                                      std::string("%41"), std::string("AAA\0", 4)}) {
    EXPECT_EQ(problem(read_link("https://x/#" + fragment)),
              "it holds characters that no link of the page has, or lost its end");
  }
  EXPECT_EQ(problem(read_link("https://x/#" + std::string(4'000'001, 'A'))), "it is longer than 4000000 characters");
  // Cut anywhere, it is never taken for whole.
  for (size_t size = whole.find('#') + 2; size < whole.size(); ++size) {
    EXPECT_TRUE(std::holds_alternative<std::string>(read_link(whole.substr(0, size)))) << size;
  }
  const std::string damaged = "it was cut short or changed on the way";
  EXPECT_EQ(problem(read_state(packed("{\"text\":\"\"}") + "more")), damaged);
  EXPECT_EQ(problem(read_state(std::string("\x01\xff\xff\xff", 4))), damaged);
  EXPECT_EQ(problem(read_state(packed("{\"text\":"))), damaged);
  EXPECT_EQ(problem(read_state(packed("{\"text\":\"\xff\"}"))), damaged);
  EXPECT_EQ(problem(read_state(packed(std::string(2'000'000, '[')))), damaged);
  EXPECT_EQ(problem(read_state(packed("{}", 2))), "it is of form 2, and this version reads form 1");
  EXPECT_EQ(problem(read_state(packed("[1]"))), "it holds no definition");
  EXPECT_EQ(problem(read_state(packed("{\"text\":1}"))), "it holds no definition");
  // A few kilobytes that would become 64 MB.
  EXPECT_EQ(problem(read_state(packed(std::string(size_t{64} << 20, ' ')))),
            "its text is longer than 16000000 characters");
}

TEST(Link, OptionsOfAnotherTypeAreSaid) {
  EXPECT_EQ(problem(read_link(link_of({{"text", ""}, {"options", 1}}))), "its options are no list of names and values");
  EXPECT_EQ(problem(read_link(link_of({{"text", ""}, {"options", {{"gpu", 1}}}}))), "its option `gpu` is no text");
  EXPECT_EQ(problem(read_link(link_of({{"text", ""}, {"options", {{"cut", "T1"}}}}))), "its option `cut` is no list");
  EXPECT_EQ(problem(read_link(link_of({{"text", ""}, {"options", {{"cut", {1}}}}}))),
            "its option `cut` holds what is no text");
}

TEST(LinkedSettings, TheCommandLineGoesFirst) {
  const SharedState state{"text", "name", {{"rules", "extended"}, {"gpu", "a100"}, {"cut", "T1"}, {"cut", "T2"}}};
  const auto all = with_state(settings_of({"segment", "x"}), state);
  ASSERT_TRUE(std::holds_alternative<LinkedSettings>(all));
  const auto& taken = std::get<LinkedSettings>(all);
  EXPECT_EQ(taken.settings.request.gpu, "a100");
  EXPECT_EQ(taken.settings.request.cut, (std::vector<std::string>{"T1", "T2"}));
  EXPECT_EQ(taken.settings.request.file_name, "name");
  EXPECT_EQ(taken.taken, "--rules extended --gpu a100 --cut T1 --cut T2");
  EXPECT_EQ(taken.replaced, "");

  const auto some = with_state(settings_of({"segment", "x", "--cut", "T9", "--gpu", "h100"}), state);
  const auto& mixed = std::get<LinkedSettings>(some);
  EXPECT_EQ(mixed.settings.request.cut, std::vector<std::string>{"T9"});
  EXPECT_EQ(mixed.settings.request.gpu, "h100");
  EXPECT_EQ(mixed.taken, "--rules extended");
  EXPECT_EQ(mixed.replaced, "--gpu --cut");

  const auto check = with_state(settings_of({"check", "x"}), state);
  EXPECT_EQ(std::get<LinkedSettings>(check).taken, "");
}

TEST(LinkedSettings, ValuesAreCheckedAsThoseOfTheCommandLine) {
  EXPECT_EQ(problem(with_state(settings_of({"run", "x"}), {"", "", {{"gpu", "toaster"}}})),
            "its option `gpu` cannot be `toaster`");
  EXPECT_EQ(problem(with_state(settings_of({"run", "x"}), {"", "", {{"cut", ""}}})),
            "its option `cut` cannot be ``: it must be a name");
}

}  // namespace
}  // namespace cleave::cli
