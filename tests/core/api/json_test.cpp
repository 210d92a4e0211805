// Requests and responses as JSON: what is written is read back, what cannot be read is said.
#include "core/api/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cleave {
namespace {

using nlohmann::json;

TEST(Json, ARequestIsReadBackAsItWasWritten) {
  Request request;
  request.command = Command::kRun;
  request.text = "T0 = \"quoted\"\\\n\ttab";
  request.file_name = "a/b.py";
  request.definition = "1";
  request.inputs = "inputs2";
  request.input = {"T0=2x3", "S1=0.5"};
  request.dialect = Dialect::kDirect;
  request.level = PrintLevel::kPrimitive;
  request.rules = RuleSet::kExtended;
  request.gpu = "none";
  request.cut = {"T3"};
  request.keep = {"#4"};
  request.all_states = true;
  request.memory = int64_t{1} << 40;
  request.shrink = true;
  request.seed = 7;
  request.segment = 0;
  const std::string text = to_json(request);
  const ReadRequest read = read_request(text);
  EXPECT_TRUE(read.problems.empty());
  EXPECT_EQ(to_json(read.request), text);
}

TEST(Json, AbsentFieldsKeepTheirDefaults) {
  const ReadRequest read = read_request("{}");
  EXPECT_TRUE(read.problems.empty());
  EXPECT_EQ(to_json(read.request), to_json(Request{}));
}

TEST(Json, SaysWhatIsWrongWithEveryField) {
  const ReadRequest read = read_request(
      R"({"command": "sagment", "text": 3, "memroy": 1, "seed": 1.5, "cut": "T3", "memory": "x", "shrink": 0})");
  ASSERT_EQ(read.problems.size(), 7U);
  EXPECT_EQ(read.problems[0],
            "`command` must be one of `check`, `print`, `segment`, `explain`, `kernel`, `plan`, `run`, `view`, `draw`");
  EXPECT_EQ(read.problems[1], "`text` must be a text");
  EXPECT_EQ(read.problems[2], "`cut` must be a list of texts");
  EXPECT_EQ(read.problems[3], "`memory` must be an integer or null");
  EXPECT_EQ(read.problems[4], "`shrink` must be true or false");
  EXPECT_EQ(read.problems[5], "`seed` must be an integer");
  EXPECT_EQ(read.problems[6], "there is no field `memroy`; did you mean `memory`?");
}

TEST(Json, PositionsAreReadBackAsTheyWereGiven) {
  const ReadRequest read = read_request(R"({"previous": [{"key": "in:T0", "x": 3, "y": -4}]})");
  ASSERT_TRUE(read.problems.empty());
  ASSERT_EQ(read.request.previous.size(), 1U);
  EXPECT_EQ(read.request.previous[0].key, "in:T0");
  EXPECT_EQ(read.request.previous[0].y, -4);
  for (const char* wrong : {R"([{"key": "a", "x": 1}])", R"([{"key": "a", "x": 1, "y": 2, "z": 3}])", R"(["a"])",
                            R"([{"key": "a", "x": 1.5, "y": 2}])"}) {
    const ReadRequest bad = read_request(std::string("{\"previous\": ") + wrong + "}");
    EXPECT_EQ(bad.problems, std::vector<std::string>{"`previous` must be a list as a response gives it"}) << wrong;
  }
}

TEST(Json, WhatIsNoObjectIsNoRequest) {
  EXPECT_EQ(read_request("").problems, std::vector<std::string>{"the request is not JSON"});
  EXPECT_EQ(read_request("{\"text\": ").problems, std::vector<std::string>{"the request is not JSON"});
  EXPECT_EQ(read_request("[1]").problems, std::vector<std::string>{"the request is not a JSON object"});
}

TEST(Json, DeepNestingIsReadWithoutOverflow) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_EQ(read_request(deep).problems, std::vector<std::string>{"the request is not a JSON object"});
}

TEST(Json, StrayBytesBecomeReplacementCharacters) {
  Request request;
  request.text = std::string("a\xff\xc3(\xe2\x82\xac\x01\xed\xa0\x80", 11);
  const json parsed = json::parse(to_json(request), nullptr, false);
  ASSERT_TRUE(parsed.is_object());
  EXPECT_EQ(parsed["text"], "a\uFFFD\uFFFD(\u20ac\u0001\uFFFD\uFFFD\uFFFD");
}

TEST(Json, ResponsesOmitWhatWasNotReachedAndKeepNulls) {
  Response response;
  response.version = "1.2.3";
  EXPECT_EQ(
      to_json(response),
      R"({"version":"1.2.3","command":"check","file_name":"","ok":false,"diagnostics":[],"diagnostics_dropped":0})");
  response.segments.emplace().emplace_back().index_map.push_back({2, {}, IndexRole::kOut, "T5.var_mean.1"});
  const json segment = json::parse(to_json(response))["segments"][0];
  EXPECT_EQ(segment["index_map"][0].dump(), R"({"label":"T5.var_mean.1","original":null,"role":"out","segment":2})");
  EXPECT_FALSE(segment.contains("microseconds"));
}

TEST(Json, NumbersThatAreNoneAreNull) {
  Response response;
  ReasonNumberView number{"ratio", 1.0 / 0.0, ""};
  response.cuts.emplace().emplace_back().reasons.push_back(
      {{"reduction"}, {}, "R.X", "m", {number, {"n", 0.1, "rows"}}});
  const json numbers = json::parse(to_json(response))["cuts"][0]["reasons"][0]["numbers"];
  EXPECT_TRUE(numbers[0]["value"].is_null());
  EXPECT_EQ(numbers[1]["value"], 0.1);
}

}  // namespace
}  // namespace cleave
