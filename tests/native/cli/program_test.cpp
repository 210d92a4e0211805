// The program as people and scripts meet it: exit codes, streams, pipes, files that are none.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "native/cli/options.h"
#include "native/cli/page.h"

namespace cleave::cli {
namespace {

using nlohmann::json;

constexpr std::string_view kSeed = R"(def nvfuser_fusion_id1(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Float)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, True])
    T4 = fd.ops.add(T1, T3)
    fd.add_output(T4)

inputs = [
    torch.randn(2, 32, dtype=torch.float32, device='cuda:0'),
    torch.randn(2, 128, dtype=torch.float32, device='cuda:0'),
]
)";

struct Outcome {
  int exit_code = -1;
  std::string output;
  std::string errors;
};

class Program : public ::testing::Test {
 protected:
  Program() {
    std::string name = ::testing::TempDir() + "cleave_cli_XXXXXX";
    folder_ = mkdtemp(name.data());
    write("seed.py", kSeed);
  }
  ~Program() override { std::system(("rm -rf '" + folder_ + "'").c_str()); }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
  }
  std::string slurp(const std::string& name) const {
    std::ifstream in(folder_ + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Runs `cleave ARGUMENTS` by a shell in a folder of its own, with a cache of its own; `before` are settings of
  /// variables.
  Outcome run(const std::string& arguments, const std::string& before = "LC_ALL=C.UTF-8") const {
    const std::string line = "cd '" + folder_ + "' && XDG_CACHE_HOME='" + folder_ + "/cache' " + before +
                             " '" CLEAVE_BINARY "' " + arguments + " >out 2>err";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp("out"), slurp("err")};
  }

  std::string folder_;
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_F(Program, SegmentShowsBothSegmentsWithTheirMaps) {
  const Outcome outcome = run("segment seed.py");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "3 ops \u2192 2 segments")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "g0  reduction \u00b7 2 primitive ops \u00b7 reads 256 B, writes 8 B"))
      << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "Segment Index \u2502 Original Index \u2502 Description")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "            2 \u2502              3 \u2502 output, read by g1"))
      << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "    T2 = fd.ops.add(T0, T1)\n")) << outcome.output;
}

TEST_F(Program, JsonOfSegmentHasTheMapsAndTheReason) {
  const Outcome outcome = run("segment seed.py --json");
  const json response = json::parse(outcome.output, nullptr, false);
  ASSERT_TRUE(response.is_object()) << outcome.output;
  ASSERT_EQ(response["segments"].size(), 2U);
  json maps = json::array();
  for (const json& segment : response["segments"]) {
    json map = json::object();
    for (const json& entry : segment["index_map"]) map[std::to_string(entry["segment"].get<int>())] = entry["original"];
    maps.push_back(map);
  }
  EXPECT_EQ(maps.dump(), R"([{"0":0,"2":3},{"0":1,"1":3,"2":4}])");
  EXPECT_EQ(response["cuts"][0]["values"].dump(), "[3]");
  EXPECT_FALSE(response["cuts"][0]["reasons"].empty());
}

TEST_F(Program, AllStatesShowsInnerOnesToo) {
  const json all = json::parse(run("segment seed.py --json --all-states").output, nullptr, false);
  ASSERT_TRUE(all.is_object());
  EXPECT_EQ(all["segments"][0]["index_map"].size(), 3U);
}

TEST_F(Program, RunSaysThatTheResultIsTheSame) {
  const Outcome outcome = run("run seed.py");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "the segments give the same result as the whole")) << outcome.output;
  const json response = json::parse(run("run seed.py --json").output, nullptr, false);
  ASSERT_TRUE(response.is_object());
  EXPECT_EQ(response["outputs"][0]["index"], 4);
  EXPECT_EQ(response["outputs"][0]["max_abs_error"], 0);
  EXPECT_EQ(response["segments"][0]["device"], "cpu");
  EXPECT_TRUE(response["segments"][1]["microseconds"].is_number());
}

TEST_F(Program, RunOfOneSegmentRunsWhatItNeeds) {
  const json response = json::parse(run("run seed.py --segment 0 --json").output, nullptr, false);
  ASSERT_TRUE(response.is_object());
  ASSERT_EQ(response["outputs"].size(), 1U) << response.dump();
  EXPECT_EQ(response["outputs"][0]["index"], 3);
  EXPECT_EQ(response["outputs"][0]["matches"], true);
  const Outcome missing = run("run seed.py --segment 2");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_TRUE(contains(missing.errors, "E0927")) << missing.errors;
}

TEST_F(Program, ASegmentIsNamedAsItIsShown) {
  EXPECT_EQ(run("segment seed.py --segment g1").output, run("segment seed.py --segment 1").output);
  EXPECT_TRUE(contains(run("segment seed.py --segment g1").output, "# g1  "));
  for (const char* wrong : {"g", "gg1", "g-1", "1g", "G1"}) {
    const Outcome outcome = run(std::string("segment seed.py --segment ") + wrong);
    EXPECT_EQ(outcome.exit_code, 2) << wrong;
    EXPECT_TRUE(contains(outcome.errors, "`1` or `g1`")) << outcome.errors;
  }
}

TEST_F(Program, ASegmentThatIsNotThereShowsNone) {
  for (const char* command : {"segment", "explain", "run", "kernel"}) {
    const Outcome outcome = run(std::string(command) + " seed.py --segment 9");
    EXPECT_EQ(outcome.exit_code, 1) << command;
    EXPECT_TRUE(contains(outcome.errors, "error[E0927]: there is no segment g9; they are g0 to g1")) << outcome.errors;
    EXPECT_FALSE(contains(outcome.output, "Segment")) << outcome.output;
  }
}

TEST_F(Program, ANarrowTerminalIsFilledAndNotMore) {
  const auto widest = [](const std::string& text) {
    size_t out = 0;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin);
      const std::string line = text.substr(begin, end - begin);
      // Definitions are to be copied: they are broken only where someone looks at them. A long name stands alone.
      const bool is_copied = contains(line, "fd.") || contains(line, "def ") || contains(line, "cleave ");
      const size_t word = std::min(line.find_first_not_of(' '), line.size());
      if (!is_copied && line.find(' ', word) != std::string::npos) out = std::max(out, columns(line));
      begin = end + 1;
    }
    return out;
  };
  for (const char* columns : {"40", "57", "79"}) {
    for (const char* command :
         {"run seed.py", "segment seed.py", "explain seed.py", "plan seed.py", "run --help", "help"}) {
      const Outcome outcome = run(command, std::string("LC_ALL=C.UTF-8 COLUMNS=") + columns);
      EXPECT_LE(widest(outcome.output), std::stoul(columns)) << command << '\n' << outcome.output;
      EXPECT_FALSE(outcome.output.empty());
    }
  }
  EXPECT_EQ(run("run seed.py --seed 1", "COLUMNS=20").exit_code, 0) << "less than 40 is 40";
}

TEST_F(Program, WordsThatFewKnowAreExplained) {
  for (const char* word : {"expr_eval", "primitive op", "template", "scheduler", "Allowed", "Relative"}) {
    EXPECT_TRUE(contains(run("help").output, std::string("  ") + word)) << word;
  }
  EXPECT_TRUE(contains(run("run seed.py").output, "Allowed: how much of the value")) << "where it stands";
  EXPECT_FALSE(contains(run("run seed.py").output, "expr_eval:")) << "where it does not";
  write("view.py",
        "def f(fd : FusionDefinition) -> None :\n"
        "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float)\n"
        "    T1 = fd.ops.permute(T0, dims=[1, 0])\n    fd.add_output(T1)\n");
  for (const char* command : {"run", "segment", "explain"}) {
    const Outcome outcome = run(std::string(command) + " view.py");
    EXPECT_EQ(contains(outcome.output, " expr_eval"), contains(outcome.output, "expr_eval: no kernel is made"))
        << outcome.output;
  }
}

TEST_F(Program, ARunShowsTheSplitBeforeAnythingIsComputed) {
  // What cannot be computed stops after the split is shown.
  std::string text(kSeed);
  text.replace(text.find("    T4 ="), 0,
               "    I = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Int)\n"
               "    X = fd.ops.index_select(T0, I, dim=0)\n    fd.add_output(X)\n");
  write("index.py", text.substr(0, text.find("inputs =")) +
                        "inputs = [torch.randn(2, 32), torch.randn(2, 128), torch.tensor([7])]\n");
  const Outcome outcome = run("run index.py");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.errors, "E0904")) << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "Segment \u2502 Kernel")) << outcome.output;
  EXPECT_FALSE(contains(outcome.output, "CPU time")) << outcome.output;
  const std::string fine = run("run seed.py").output;
  EXPECT_LT(fine.find("Index map"), fine.find("CPU time"));
  EXPECT_LT(fine.find("CPU time"), fine.find("Max error"));
}

TEST_F(Program, OneSegmentIsAFileThatCanBeGivenBack) {
  const Outcome alone = run("segment seed.py --segment 1 >g1.py; " CLEAVE_BINARY " check g1.py");
  EXPECT_EQ(alone.exit_code, 0) << alone.output << alone.errors;
  EXPECT_TRUE(contains(run("segment seed.py --segment 1").output, "#   0 -> 1  input"));
}

TEST_F(Program, PrintsBothDialectsFromTheStandardInput) {
  const Outcome legacy = run("print - <seed.py");
  EXPECT_EQ(legacy.exit_code, 0) << legacy.errors;
  EXPECT_EQ(legacy.output, "\n" + std::string(kSeed.substr(0, kSeed.find("inputs"))));
  const Outcome direct = run("print --dialect direct - <seed.py");
  EXPECT_TRUE(contains(direct.output, "tv0 = fd.define_tensor(")) << direct.output;
  EXPECT_TRUE(contains(run("print --level primitive seed.py").output, "fd.ops.sum")) << "primitive level";
}

TEST_F(Program, AMistakeHasACodeAPlaceAndExitCode1) {
  std::string text(kSeed);
  text.replace(text.find("ops.sum"), 7, "ops.sumn");
  write("wrong.py", text);
  for (const char* command : {"segment", "explain", "run", "print"}) {
    const Outcome outcome = run(std::string(command) + " wrong.py");
    EXPECT_EQ(outcome.exit_code, 1) << command;
    EXPECT_TRUE(contains(outcome.errors, "error[E0102]: unknown op `sumn`; did you mean `sum`?")) << outcome.errors;
    EXPECT_TRUE(contains(outcome.errors, "wrong.py:4:")) << outcome.errors;
    EXPECT_TRUE(contains(outcome.errors, "^")) << outcome.errors;
  }
  const Outcome check = run("check seed.py wrong.py");
  EXPECT_EQ(check.exit_code, 1);
  EXPECT_TRUE(contains(check.output, "seed.py: no errors\n")) << check.output;
  EXPECT_TRUE(contains(check.output, "wrong.py: 1 error\n")) << check.output;
  const json list = json::parse(run("check seed.py wrong.py --json").output, nullptr, false);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[1]["diagnostics"][0]["code"], "E0102");
  EXPECT_EQ(list[1]["diagnostics"][0]["line"], 4);
}

TEST_F(Program, FilesThatCannotBeReadAreSaid) {
  EXPECT_TRUE(contains(run("check .").output, "error[E0922]: cannot read `.`: it is a folder"));
  EXPECT_TRUE(contains(run("check nothing.py").output, "no such file or directory"));
  EXPECT_EQ(run("check nothing.py").exit_code, 1);
  const Outcome endless = run("check /dev/zero");
  EXPECT_EQ(endless.exit_code, 1);
  EXPECT_TRUE(contains(endless.output, "error[E0923]: `/dev/zero` has more than the limit of 64 MiB"))
      << endless.output;
  write("empty.py", "");
  EXPECT_EQ(run("check empty.py").exit_code, 1);
  write("binary.py", std::string("\x7f"
                                 "ELF\0\0\xff\xfe(((",
                                 11));
  const Outcome binary = run("run binary.py");
  EXPECT_EQ(binary.exit_code, 1);
  EXPECT_TRUE(contains(binary.errors, "error[")) << binary.errors;
}

TEST_F(Program, ALinkStandsWhereAFileStands) {
  // {"text":"fd","name":"n","options":{"rules":"extended","gpu":"a100"},"tab":"why"}, as a browser packs it.
  const std::string link =
      "http://127.0.0.1:8117/"
      "#ARXKOw6AIBBAwbu8mkLbvQ2G9ZMoEFkihnB349TTMW2GsAYc0V-KEHGkbEeKBenc9dSCoM00Bv3jliuCn6eJ4TC_IDz7y_gA";
  const Outcome damaged = run("check 'https://cleave.example/#AQ'");
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_TRUE(contains(damaged.output, "error[E0929]: cannot read the link: it was cut short")) << damaged.output;
  const Outcome empty = run("segment --rules nvfuser '" + link + "'");
  EXPECT_EQ(empty.exit_code, 1);
  EXPECT_TRUE(contains(empty.errors, "cleave: the link brings `--gpu a100`\n")) << empty.errors;
  EXPECT_TRUE(contains(empty.errors, "cleave: the command line replaces the link's `--rules`\n")) << empty.errors;
  EXPECT_TRUE(contains(empty.errors, "error[E0101]: the text holds no fusion definition\n  --> n:1:1")) << empty.errors;
}

TEST_F(Program, HtmlFillsTheTemplateOfThePage) {
  EXPECT_TRUE(contains(run("html seed.py --page .").errors, "there is no template of the report yet: `./dev web"));
  write("report.html", "<script>__CLEAVE_REPORT__</script>");
  const Outcome outcome = run("html seed.py --page . --cut T2 -o out.html");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  const std::string report = slurp("out.html");
  ASSERT_TRUE(report.starts_with("<script>{") && report.ends_with("}</script>")) << report;
  const json data = json::parse(report.substr(8, report.size() - 17), nullptr, false);
  ASSERT_TRUE(data.is_object());
  EXPECT_EQ(data["name"], "seed.py");
  EXPECT_EQ(data["text"], kSeed);
  EXPECT_EQ(data["options"]["cut"].dump(), R"(["T2"])");
  EXPECT_FALSE(data["response"].contains("drawing"));
  EXPECT_EQ(data["kernels"].size(), data["response"]["segments"].size());
  EXPECT_TRUE(contains(data["svg"].get<std::string>(), "<svg"));
  EXPECT_EQ(run("html seed.py --page .").output, run("html seed.py --page .").output);
  EXPECT_EQ(run("html nothing.py --page .").exit_code, 1);
  EXPECT_EQ(run("html seed.py --page . -o /dev/null/y.html").exit_code, 1);
  EXPECT_EQ(run("html seed.py --json").exit_code, 2);
}

TEST_F(Program, UsageMistakesAreExitCode2) {
  EXPECT_EQ(run("").exit_code, 2);
  EXPECT_EQ(run("segment").exit_code, 2);
  const Outcome outcome = run("segment seed.py --ruels nvfuser");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.errors,
            "cleave: there is no option `--ruels`; did you mean `--rules`?\nTry `cleave segment --help`.\n");
  EXPECT_EQ(outcome.output, "");
}

TEST_F(Program, WhatCannotBeReadIsUsageAndWhatDoesNotFitTheFileIsWrongInput) {
  struct Row {
    const char* arguments;
    int exit_code;
  };
  constexpr Row kRows[] = {
      {"--gpu x", 2},          {"--gpu ''", 2},          {"--rules x", 2},
      {"--device x", 2},       {"--dialect x", 2},       {"--color x", 2},
      {"--memory abc", 2},     {"--memory ''", 2},       {"--memory -1", 2},
      {"--memory 1e30", 2},    {"--seed x", 2},          {"--seed -1", 2},
      {"--seed 1.5", 2},       {"--segment x", 2},       {"--segment -1", 2},
      {"--segment 99", 1},     {"--input ''", 2},        {"--input T0", 2},
      {"--input =4", 2},       {"--input T0=", 2},       {"--input T0=4x", 2},
      {"--input T0=axb", 2},   {"--input T0=4:Flot", 2}, {"--input T0=4:", 2},
      {"--input T0=4@", 2},    {"--input T0=4@1@1", 2},  {"--input T0=4:Float:Half", 2},
      {"--input T0=4x4@1", 2}, {"--input T9=4", 1},      {"--input T0=4x4:Half", 1},
      {"--input T0=4", 1},     {"--input T0=-4x4", 1},   {"--definition ''", 2},
      {"--definition 99", 1},  {"--definition none", 1}, {"--inputs ''", 2},
      {"--inputs none", 1},    {"--cut ''", 2},          {"--cut T99", 1},
      {"--keep ''", 2},        {"--keep T99", 1},        {"--shrink=yes", 2},
      {"--json=yes", 2},       {"--verbose=yes", 2},     {"--all-states=yes", 2},
      {"--help=yes", 2},       {"--version=yes", 2},
  };
  for (const Row& row : kRows) {
    const std::string options(row.arguments);
    const std::string command = options.starts_with("--dialect") ? "segment" : "run";
    const Outcome outcome = run(command + " seed.py " + options);
    EXPECT_EQ(outcome.exit_code, row.exit_code) << options << "\n" << outcome.errors;
    EXPECT_FALSE(outcome.errors.empty()) << options;
    if (row.exit_code == 2) {
      EXPECT_EQ(outcome.output, "") << options;
    }
  }
  EXPECT_EQ(run("print seed.py --level x").exit_code, 2);
  EXPECT_EQ(run("run seed.py --input T0=").errors,
            "cleave: `--input` cannot be `T0=`: sizes or a number follow the `=` (`T0=:Float` has no sizes)\n"
            "Try `cleave run --help`.\n");
}

TEST_F(Program, EveryOptionThatTakesAValueRefusesAnEmptyOne) {
  for (const OptionInfo& option : all_options()) {
    if (!option.takes_value()) continue;
    for (const CommandInfo& command : all_commands()) {
      if (!option.belongs_to(command.verb)) continue;
      const std::string line = std::string(command.name) + " seed.py --" + std::string(option.name) + "=";
      EXPECT_EQ(run(line).exit_code, 2) << line;
      break;
    }
  }
}

TEST_F(Program, NoControlCharacterOfTheUserReachesTheTerminal) {
  const auto clean = [](const std::string& text) {
    return text.find('\033') == std::string::npos && text.find("\xE2\x80\xAE") == std::string::npos;
  };
  std::string text(kSeed);
  text.replace(text.find("ops.sum"), 7, "ops.\033[31msum \xE2\x80\xAE");
  write("evil\033[31m.py", text);
  for (const char* command : {"segment", "explain", "kernel", "plan", "run", "print", "check"}) {
    const Outcome outcome = run(std::string(command) + " evil*.py");
    EXPECT_TRUE(clean(outcome.output)) << outcome.output;
    EXPECT_TRUE(clean(outcome.errors)) << outcome.errors;
    EXPECT_TRUE(contains(outcome.output + outcome.errors, "evil\\x1b[31m.py"));
    EXPECT_TRUE(clean(run(std::string(command) + " --json evil*.py").output)) << command;
  }
  const Outcome usage = run("run \"--$(printf '\\033[31m')\" seed.py");
  EXPECT_EQ(usage.exit_code, 2);
  EXPECT_TRUE(clean(usage.errors)) << usage.errors;
}

TEST_F(Program, KernelSaysWhatTheCompilerSaysOrWhyThereIsNone) {
  const Outcome outcome = run("kernel seed.py");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  const bool is_compiled = contains(outcome.output, "registers a thread, no spills");
  EXPECT_NE(is_compiled, contains(outcome.output, "not compiled: ")) << outcome.output;
  EXPECT_FALSE(contains(run("kernel seed.py --source").output, "not compiled")) << "text only";
}

TEST_F(Program, ADeviceThatIsNotThereIsExitCode3) {
  // Where there is a GPU, the driver hides it.
  const Outcome outcome = run("run seed.py --device cuda", "CUDA_VISIBLE_DEVICES=-1");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.errors, "error[E0921]: the device `cuda` cannot be used")) << outcome.errors;
}

TEST_F(Program, NamesOfOptionsThatAreNotInTheTextAreSaid) {
  EXPECT_TRUE(contains(run("segment seed.py --cut T9").errors, "error[E0401]"));
  EXPECT_TRUE(contains(run("segment seed.py --definition 1").errors, "error[E0925]: there is no definition `1`"));
  EXPECT_TRUE(contains(run("segment seed.py --inputs input").errors, "error[E0926]: there is no input list `input`"));
  EXPECT_TRUE(contains(run("segment seed.py --inputs input").errors, "did you mean `inputs`?"));
  const Outcome cut = run("segment seed.py --cut T2");
  EXPECT_EQ(cut.exit_code, 0) << cut.errors;
  EXPECT_TRUE(contains(cut.output, "T2")) << cut.output;
}

TEST_F(Program, ARunThatDoesNotFitIsRefusedOrShrunk) {
  const Outcome refused = run("run seed.py --input T0=4096x8192 --input T1=4096x8192 --memory 1MiB");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(contains(refused.errors, "error[E0901]: the run needs about ")) << refused.errors;
  EXPECT_TRUE(contains(refused.errors, "--shrink")) << refused.errors;
  const Outcome shrunk = run("run seed.py --input T0=4096x8192 --input T1=4096x8192 --memory 1MiB --shrink");
  EXPECT_EQ(shrunk.exit_code, 0) << shrunk.errors;
  EXPECT_TRUE(contains(shrunk.output, "extents were scaled down to fit into 1 MiB")) << shrunk.output;
  EXPECT_TRUE(contains(shrunk.output, "the same result")) << shrunk.output;
  const Outcome hopeless = run("run seed.py --memory 64 --shrink");
  EXPECT_EQ(hopeless.exit_code, 1);
  EXPECT_TRUE(contains(hopeless.errors, "error[E0928]")) << hopeless.errors;
}

TEST_F(Program, ColorsAreOnlyWhereTheyAreWanted) {
  EXPECT_FALSE(contains(run("segment seed.py").output, "\033"));
  EXPECT_TRUE(contains(run("segment seed.py --color always").output, "\033"));
  EXPECT_FALSE(contains(run("segment seed.py --color always", "NO_COLOR=1").output, "\033"));
  EXPECT_FALSE(contains(run("segment seed.py --color never").output, "\033"));
  EXPECT_FALSE(contains(run("segment seed.py", "LC_ALL=C").output, "\u2502")) << "lines are drawn only in UTF-8";
}

TEST_F(Program, LimitsOfNumbersAreNamed) {
  EXPECT_TRUE(contains(run("run seed.py --seed 18446744073709551615").errors, "from 0 to 9223372036854775807"));
  EXPECT_TRUE(contains(run("run seed.py --memory 9000000000GiB").errors, "less than 8 EiB"));
}

TEST_F(Program, SizesMayBeginWithZero) {
  const Outcome outcome = run("check seed.py --input T0=0x32 --input T1=0x32");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors << outcome.output;
  const Outcome three = run("check seed.py --input T0=0x2x32");
  EXPECT_TRUE(contains(three.output, "E0301")) << three.output;
}

TEST_F(Program, TheSameTextGivesTheSameBytes) {
  for (const char* command : {"segment", "explain", "kernel", "plan", "print", "check"}) {
    const std::string line = std::string(command) + " seed.py --json";
    EXPECT_EQ(run(line).output, run(line).output);
  }
}

TEST_F(Program, EveryCommandHasHelpWithExamples) {
  EXPECT_TRUE(contains(run("--help").output, "Commands"));
  EXPECT_TRUE(contains(run("help").output, "Commands"));
  EXPECT_TRUE(contains(run("--version").output, "cleave "));
  for (const CommandInfo& command : all_commands()) {
    const Outcome outcome = run(std::string(command.name) + " --help");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(contains(outcome.output, "Examples")) << command.name;
    EXPECT_TRUE(contains(outcome.output, command.examples.front().line)) << command.name;
    EXPECT_EQ(outcome.output, run("help " + std::string(command.name)).output);
  }
}

TEST_F(Program, AReaderThatGoesAwayIsNoMistake) {
  const std::string line =
      "cd '" + folder_ + "' && { '" CLEAVE_BINARY "' segment seed.py; echo $? >code; } | true; cat code >out";
  EXPECT_EQ(std::system(line.c_str()), 0);
  EXPECT_EQ(slurp("out"), "0\n");
}

TEST_F(Program, AFullDiskIsSaid) {
  const std::string line = "cd '" + folder_ + "' && '" CLEAVE_BINARY "' segment seed.py >/dev/full 2>err";
  const int status = std::system(line.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_TRUE(contains(slurp("err"), "cannot write the output: no space left on device")) << slurp("err");
}

TEST_F(Program, OneSchedulerIsAskedAlone) {
  const Outcome refused = run("explain seed.py --scheduler reduction");
  EXPECT_EQ(refused.exit_code, 0);
  EXPECT_NE(refused.output.find("reduction refuses the whole definition:"), std::string::npos) << refused.output;
  EXPECT_NE(refused.output.find("R.AXIS_UNCOVERED"), std::string::npos) << refused.output;
  const json offer = json::parse(run("explain seed.py --scheduler reduction --json").output)["offer"];
  EXPECT_EQ(offer["accepted"], false);
  EXPECT_GT(offer["refusals"].size(), 1U);
  const Outcome unknown = run("explain seed.py --scheduler reductoin");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.errors.find("did you mean `reduction`?"), std::string::npos) << unknown.errors;
}

TEST_F(Program, KernelShowsEachWithItsLaunchReasonsAndText) {
  const Outcome outcome = run("kernel seed.py");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "for NVIDIA H200 (sm_90)")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "g0  reduction \u00b7 row_across \u00b7 reduction_T2_g0\n")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "launch      1 block of ")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "memory      reads 256 B, writes 8 B\n")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "why         The fastest axis is reduced")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "// T2 = fd.ops.add(T0, T1)\n")) << outcome.output;
  const json response = json::parse(run("kernel seed.py --json --segment 1 --gpu a100").output, nullptr, false);
  ASSERT_EQ(response["kernels"].size(), 1U);
  EXPECT_EQ(response["device"]["architecture"], "sm_80");
  EXPECT_TRUE(contains(response["kernels"][0]["source"], "__global__"));
}

TEST_F(Program, SourceIsNothingButText) {
  const Outcome one = run("kernel seed.py --segment 0 --source");
  const json response = json::parse(run("kernel seed.py --json").output, nullptr, false);
  EXPECT_EQ(one.output, response["kernels"][0]["source"].get<std::string>());
  const std::string both = run("kernel seed.py --source").output;
  EXPECT_EQ(both.find("namespace g0 {\n"), 0U) << "helper functions that both need do not meet";
  EXPECT_TRUE(contains(both, "}\n\nnamespace g1 {\n")) << both;
  EXPECT_FALSE(contains(both, "multiprocessors of NVIDIA H200: the others have nothing to do.")) << "no sentences";
  EXPECT_EQ(run("plan seed.py --source").exit_code, 2);
}

TEST_F(Program, PlanShowsStepsAndBuffers) {
  const Outcome outcome = run("plan seed.py");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_TRUE(contains(outcome.output, "b1, b2 \u2192 b3; frees")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "gives back b3\n")) << outcome.output;
  const json plan = json::parse(run("plan seed.py --json").output, nullptr, false)["plan"];
  EXPECT_EQ(plan["steps"][0]["kernel"], plan["kernels"][0]["entry"]);
  EXPECT_EQ(run("plan seed.py --gpu none").exit_code, 1);
  EXPECT_EQ(run("plan seed.py --segment 1").exit_code, 2) << "a plan is always whole";
}

TEST_F(Program, TheOrderOfJoiningIsAnOption) {
  EXPECT_EQ(run("segment seed.py --order nvfuser").exit_code, 0);
  EXPECT_EQ(run("run seed.py --order nvfuser").exit_code, 0);
  EXPECT_EQ(run("segment seed.py --order theirs").exit_code, 2);
}

}  // namespace
}  // namespace cleave::cli
