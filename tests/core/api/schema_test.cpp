// The schema is JSON, names every field, and refers only to what it defines.
#include "core/api/schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/api/json.h"
#include "core/api/limits.h"
#include "core/api/reference_pages.h"
#include "core/api/typescript.h"
#include "core/base/text.h"
#include "core/ops/op_info.h"
#include "core/parse/parse.h"
#include "core/segment/reason_codes.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

using nlohmann::json;

TEST(Schema, EveryReferenceIsDefined) {
  const std::string text = api_schema();
  const json schema = json::parse(text, nullptr, false);
  ASSERT_TRUE(schema.is_object());
  const std::string mark = "\"#/$defs/";
  size_t count = 0;
  for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const size_t begin = at + mark.size();
    const std::string name = text.substr(begin, text.find('"', begin) - begin);
    EXPECT_TRUE(schema["$defs"].contains(name)) << name;
    ++count;
  }
  EXPECT_GT(count, 10U);
}

TEST(Schema, HasEveryFieldOfARequestWithItsChoices) {
  const json request = json::parse(api_schema())["$defs"]["Request"]["properties"];
  const json written = json::parse(to_json(Request{}));
  for (const auto& field : written.items()) EXPECT_TRUE(request.contains(field.key())) << field.key();
  EXPECT_EQ(request["rules"]["enum"], (json{"nvfuser", "extended"}));
  EXPECT_EQ(request["cut"]["items"]["type"], "string");
  EXPECT_EQ(request["memory"]["type"], "integer");
}

TEST(Schema, WhatMayBeAbsentIsNotRequired) {
  const json response = json::parse(api_schema())["$defs"]["Response"];
  const std::vector<std::string> required = response["required"];
  EXPECT_EQ(required,
            (std::vector<std::string>{"version", "command", "file_name", "ok", "diagnostics", "diagnostics_dropped"}));
  const json original = json::parse(api_schema())["$defs"]["IndexMapEntry"]["properties"]["original"];
  EXPECT_EQ(original["anyOf"][1]["type"], "null");
}

TEST(TypeScript, SaysWhatMayBeAbsentAndWhatMayBeNull) {
  const std::string types = typescript_types();
  const auto has = [&](std::string_view line) { return types.find(line) != std::string::npos; };
  EXPECT_TRUE(has("export interface Request {"));
  EXPECT_TRUE(has("  command?: Command;")) << "fields of a request have defaults";
  EXPECT_TRUE(has("  version: string;"));
  EXPECT_TRUE(has("  segments?: SegmentView[];"));
  EXPECT_TRUE(has("  original: number | null;"));
  EXPECT_TRUE(has("  values: (number | null)[];"));
  EXPECT_TRUE(has("  points: number[][];"));
  EXPECT_TRUE(has("  | 'explain'"));
}

TEST(TypeScript, HasATypeForEveryStructOfTheSchema) {
  const std::string types = typescript_types();
  const json schema = json::parse(api_schema());
  for (const auto& def : schema["$defs"].items()) {
    const bool is_door = def.key() == "Request" || def.key() == "Response";
    EXPECT_NE(types.find("export interface " + def.key() + (is_door ? " {" : "View {")), std::string::npos)
        << def.key();
  }
}

TEST(ReferencePages, NameTheLimitsOfWhatIsRead) {
  const std::string page = diagnostics_page();
  const ParseLimits limits;
  for (const std::string& most : {bytes_text(static_cast<double>(limits.text_bytes)), std::string("200,000"),
                                  std::to_string(limits.rank), std::to_string(limits.nesting)}) {
    EXPECT_NE(page.find("| " + most + " |"), std::string::npos) << most;
  }
  for (const LimitRow& row : all_limits()) {
    EXPECT_NE(page.find("### " + std::string(row.code)), std::string::npos) << row.what;
  }
}

TEST(ReferencePages, HoldEveryRowOfTheirTables) {
  const std::string diagnostics = diagnostics_page();
  for (const DiagnosticCodeInfo& row : kDiagnosticCodes) {
    EXPECT_NE(diagnostics.find(std::string("### ") + std::string(row.code)), std::string::npos) << row.code;
  }
  const std::string ops = ops_page();
  for (const OpInfo& row : all_ops()) {
    EXPECT_NE(ops.find("| `" + std::string(row.name) + "` |"), std::string::npos) << row.name;
  }
  const std::string reasons = reasons_page();
  for (const ReasonCodeInfo& row : all_reasons()) {
    EXPECT_NE(reasons.find("`" + std::string(row.code) + "`"), std::string::npos) << row.code;
  }
}

}  // namespace
}  // namespace cleave
