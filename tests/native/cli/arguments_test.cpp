// From arguments to settings, and the tables behind it.
#include <gtest/gtest.h>

#include "native/cli/options.h"

namespace cleave::cli {
namespace {

std::variant<Settings, UsageError> read(std::vector<std::string> arguments) { return read_arguments(arguments); }

std::string complaint(std::vector<std::string> arguments) {
  const auto out = read_arguments(arguments);
  const auto* error = std::get_if<UsageError>(&out);
  return error == nullptr ? "none" : error->message;
}

TEST(Arguments, FillTheRequest) {
  const auto out = read({"run", "--gpu=a100", "--cut", "T3", "--cut", "#5", "--rules", "extended", "--memory", "1.5GiB",
                         "--shrink", "--seed", "9", "-v", "--input", "T0=2x3", "file.py"});
  const auto* settings = std::get_if<Settings>(&out);
  ASSERT_NE(settings, nullptr);
  EXPECT_EQ(settings->request.command, Command::kRun);
  EXPECT_EQ(settings->request.gpu, "a100");
  EXPECT_EQ(settings->request.cut, (std::vector<std::string>{"T3", "#5"}));
  EXPECT_EQ(settings->request.rules, RuleSet::kExtended);
  EXPECT_EQ(settings->request.memory, int64_t{3} << 29);
  EXPECT_TRUE(settings->request.shrink);
  EXPECT_EQ(settings->request.seed, 9);
  EXPECT_TRUE(settings->verbose);
  EXPECT_EQ(settings->files, std::vector<std::string>{"file.py"});
}

TEST(Arguments, ADashIsAFileAndTwoDashesEndTheOptions) {
  const auto out = read({"check", "-", "--", "--strange-name.py"});
  const auto* settings = std::get_if<Settings>(&out);
  ASSERT_NE(settings, nullptr);
  EXPECT_EQ(settings->files, (std::vector<std::string>{"-", "--strange-name.py"}));
}

TEST(Arguments, EveryMistakeIsSaidWithASuggestion) {
  EXPECT_EQ(complaint({}), "a command is missing");
  EXPECT_EQ(complaint({"sgment", "x"}), "there is no command `sgment`; did you mean `segment`?");
  EXPECT_EQ(complaint({"fusion.py"}), "there is no command `fusion.py`; did you mean `cleave run fusion.py`?");
  EXPECT_EQ(complaint({"run", "x", "--memroy", "1"}), "there is no option `--memroy`; did you mean `--memory`?");
  EXPECT_EQ(complaint({"run", "x", "-q"}), "there is no option `-q`");
  EXPECT_EQ(complaint({"run", "x", "--seed"}), "`--seed` needs a value: `--seed N`");
  EXPECT_EQ(complaint({"run", "x", "--shrink=yes"}), "`--shrink` takes no value, but got `yes`");
  EXPECT_EQ(complaint({"run", "x", "--seed", "-1"}),
            "`--seed` cannot be `-1`: it must be a whole number from 0 to 9223372036854775807");
  EXPECT_EQ(complaint({"run", "x", "--memory", "4 apples"}),
            "`--memory` cannot be `4 apples`: it must be a number of bytes such as `4GiB` or `500MB`, less than 8 EiB");
  EXPECT_EQ(complaint({"run", "x", "--gpu", "h20"}),
            "`--gpu` cannot be `h20`: it is one of `h200`, `h100`, `a100`, `b200`, `rtx4090`, `rtx5090`, `none`; did "
            "you mean "
            "`h200`?");
  EXPECT_EQ(complaint({"print", "x", "--cut", "T1"}), "`print` has no option `--cut`");
  EXPECT_EQ(complaint({"run"}), "`run` needs a file; `-` is the standard input");
  EXPECT_EQ(complaint({"run", "a", "b"}), "`run` takes one file, but got 2: `a`, `b`");
  EXPECT_EQ(complaint({"check", "a", "b"}), "none");
}

TEST(Options, HaveADocAndAreUsedOnce) {
  for (const OptionInfo& option : all_options()) {
    EXPECT_FALSE(option.doc.empty()) << option.name;
    EXPECT_NE(option.apply, nullptr) << option.name;
    EXPECT_NE(option.commands, 0U) << option.name;
    for (const OptionInfo& other : all_options()) {
      EXPECT_TRUE(&other == &option || other.name != option.name) << option.name;
    }
  }
}

TEST(Bytes, AreNumbersWithUnitsOfPowersOf1024) {
  EXPECT_EQ(read_bytes("0"), 0);
  EXPECT_EQ(read_bytes("512"), 512);
  EXPECT_EQ(read_bytes("512B"), 512);
  EXPECT_EQ(read_bytes("2K"), 2048);
  EXPECT_EQ(read_bytes("1.5 MiB"), 1572864);
  EXPECT_EQ(read_bytes("4GiB"), int64_t{4} << 30);
  EXPECT_EQ(read_bytes("500MB"), 500'000'000);
  EXPECT_EQ(read_bytes("16KB"), 16'000);
  EXPECT_EQ(read_bytes("16kB"), 16'000);
  EXPECT_EQ(read_bytes("1.5GB"), 1'500'000'000);
  EXPECT_EQ(read_bytes("7TiB"), int64_t{7} << 40);
  for (const char* wrong : {"", "GiB", "x", "-1", "1e30", "nan", "inf", "4 GiBs", "9000000000GiB"})
    EXPECT_FALSE(read_bytes(wrong).has_value()) << wrong;
}

}  // namespace
}  // namespace cleave::cli
