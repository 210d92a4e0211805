// See stage_text.h.
#include "tests/golden/stage_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/api/call.h"

namespace cleave {
namespace {

using nlohmann::ordered_json;

ordered_json request_for(std::string_view stage) {
  if (stage == "print") return {{"command", "print"}};
  if (stage == "direct") return {{"command", "print"}, {"dialect", "direct"}};
  if (stage == "primitive") return {{"command", "print"}, {"level", "primitive"}};
  if (stage == "extended") return {{"command", "segment"}, {"rules", "extended"}};
  if (stage == "json") return {{"command", "segment"}};
  return {{"command", std::string(stage)}};
}

/// A JSON string as its text, anything else as JSON.
std::string plain(const ordered_json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

std::string name_or_dash(const ordered_json& value) { return value.is_null() ? std::string("-") : plain(value); }

std::string diagnostics_text(const ordered_json& response) {
  std::string text;
  for (const ordered_json& diagnostic : response["diagnostics"]) {
    text += plain(diagnostic["rendered"]);
    if (!text.empty() && text.back() != '\n') text += '\n';
  }
  return text.empty() ? "no diagnostics\n" : text;
}

/// What was taken of the text and what was ignored.
std::string taken_text(const ordered_json& response) {
  return response.contains("source") ? plain(response["source"]["summary"]) + "\n" : std::string();
}

std::string index_map_text(const ordered_json& index_map) {
  std::string text;
  for (const ordered_json& row : index_map) {
    text += "  " + plain(row["segment"]) + " -> " + (row["original"].is_null() ? "-" : plain(row["original"])) + "  " +
            plain(row["role"]) + "  " + plain(row["label"]) + "\n";
  }
  return text;
}

std::string segments_text(const ordered_json& response) {
  std::string text;
  for (const ordered_json& segment : response["segments"]) {
    text += "g" + plain(segment["id"]) + " " + name_or_dash(segment["scheduler"]) + " (" + plain(segment["template"]) +
            "), reads " + plain(segment["bytes_read"]) + " B, writes " + plain(segment["bytes_written"]) + " B\n";
    text += plain(segment["definition"]);
    if (text.back() != '\n') text += '\n';
    text += "index map\n" + index_map_text(segment["index_map"]) + "\n";
  }
  return text;
}

std::string cuts_text(const ordered_json& response) {
  std::string text;
  for (const ordered_json& cut : response["cuts"]) {
    text += "cut g" + plain(cut["from"]) + " -> g" + plain(cut["to"]) + ": " + plain(cut["value_bytes"]) +
            " B, traffic " + plain(cut["traffic_bytes"]) + " B\n";
    for (const ordered_json& value : cut["crossings"]) {
      text += "  crosses " + plain(value["label"]) + " " + value["shape"].dump() + " " + plain(value["dtype"]) + "\n";
    }
    for (const ordered_json& reason : cut["reasons"]) {
      const ordered_json& refuser = reason["scheduler"].is_null() ? reason["template"] : reason["scheduler"];
      text += "  " + name_or_dash(refuser) + ": " + plain(reason["code"]) + ": " + plain(reason["message"]) + "\n";
      for (const ordered_json& number : reason["numbers"]) {
        text += "    " + plain(number["name"]) + " = " + number["value"].dump() + " " + plain(number["unit"]) + "\n";
      }
    }
    const std::string none = cut["cure_searched"] == true ? "none known" : "not looked for";
    text += "  cure: " + (cut["cure"].is_null() ? none : plain(cut["cure"]["text"])) + "\n";
  }
  return text.empty() ? "no cuts\n" : text;
}

/// The kernel without the helper functions before it, which are the same in many.
std::string kernel_body(const std::string& source, size_t& lines_before) {
  const size_t begin = source.rfind('\n', source.find("extern \"C\"")) + 1;
  lines_before =
      static_cast<size_t>(std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  return source.substr(begin);
}

std::string launch_text(const ordered_json& shown) {
  if (shown["grid"].empty()) return "nothing is launched";
  return "grid " + shown["grid"].dump() + " block " + shown["block"].dump() + " cluster " + shown["cluster"].dump() +
         ", shared " + plain(shown["shared_bytes"]) + " B";
}

/// Lines of ranges count from the kernel's own first line.
std::string kernels_text(const ordered_json& kernels) {
  std::string text;
  for (const ordered_json& kernel : kernels) {
    text += "g" + plain(kernel["segment"]) + " " + plain(kernel["template"]) + " " + name_or_dash(kernel["variant"]) +
            " " + name_or_dash(kernel["entry"]) + "\n  " + launch_text(kernel) + "\n";
    for (const ordered_json& reason : kernel["reasons"]) text += "  why: " + plain(reason) + "\n";
    for (const ordered_json& argument : kernel["arguments"]) {
      text += "  " + plain(argument["role"]) + " " + plain(argument["type"]) + " " + name_or_dash(argument["segment"]) +
              " -> " + name_or_dash(argument["original"]) + " " + plain(argument["label"]) + ", " +
              plain(argument["bytes"]) + " B\n";
    }
    if (kernel["source"].is_null()) continue;
    size_t lines_before = 0;
    const std::string body = kernel_body(plain(kernel["source"]), lines_before);
    for (const ordered_json& range : kernel["ranges"]) {
      const auto own = [&](const char* name) { return std::to_string(range[name].get<size_t>() - lines_before); };
      text += "  " + plain(range["label"]) + ", line " + (range.contains("line") ? plain(range["line"]) : "-") +
              " of the text: lines " + own("first_line") + " to " + own("last_line") + "\n";
    }
    text += "\n" + body + "\n";
  }
  return text;
}

std::string plan_text(const ordered_json& plan) {
  std::string text = "for " + plain(plan["device"]["architecture"]) + ", at most " + plain(plan["peak_bytes"]) +
                     " B of " + plain(plan["total_bytes"]) + " B\n";
  for (const ordered_json& buffer : plan["buffers"]) {
    text += "b" + plain(buffer["id"]) + " " + plain(buffer["label"]) + " " + plain(buffer["kind"]) + " " +
            name_or_dash(buffer["dtype"]) + " " + buffer["shape"].dump() + " at " + buffer["strides"].dump() + ", " +
            plain(buffer["bytes"]) + " B, steps " + name_or_dash(buffer["first_step"]) + " to " +
            name_or_dash(buffer["last_step"]);
    if (buffer.contains("view_of")) {
      text += ", in b" + plain(buffer["view_of"]) + " from " + plain(buffer["offset"]);
    }
    text += "\n";
  }
  for (const ordered_json& step : plan["steps"]) {
    text += "g" + plain(step["segment"]) + " " + plain(step["kind"]) + " " + name_or_dash(step["kernel"]);
    if (step.contains("library")) text += " " + step["library"].dump();
    text += ": " + launch_text(step) + "\n";
    for (const ordered_json& argument : step["arguments"]) {
      text += "  " + plain(argument["role"]) + " " +
              (argument["buffer"].is_null() ? argument.value("value", "-") : "b" + plain(argument["buffer"])) + "\n";
    }
    for (const ordered_json& copy : step["copies"]) {
      text += "  then b" + plain(copy["from"]) + " into b" + plain(copy["to"]) + "\n";
    }
    if (!step["frees"].empty()) text += "  frees " + step["frees"].dump() + "\n";
  }
  return text + "gives back " + plan["results"].dump() + "\n";
}

/// `[0, 2]` without the brackets; a dash for nothing.
std::string ids_text(const ordered_json& ids) {
  std::string text;
  for (const ordered_json& id : ids) text += (text.empty() ? "" : ",") + plain(id);
  return text.empty() ? "-" : text;
}

std::string tables_text(const ordered_json& response) {
  std::string text = "summary " + response["summary"].dump() + "\n";
  for (const ordered_json& op : response["ops"]) {
    text += "op " + plain(op["id"]) + " " + plain(op["name"]) + " [" + plain(op["attributes"]) + "] makes " +
            ids_text(op["makes"]) + " reads " + ids_text(op["reads"]) + " in " + ids_text(op["segments"]) + "\n";
  }
  for (const ordered_json& value : response["values"]) {
    text += "value " + plain(value["id"]) + " " + plain(value["label"]) + " " + plain(value["kind"]) + " " +
            plain(value["dtype"]) + " " + value["shape"].dump() + " " + plain(value["contiguity"]) + " " +
            plain(value["bytes"]) + " B, made by " + name_or_dash(value["maker"]) + ", read by " +
            ids_text(value["readers"]) + "\n";
  }
  for (const ordered_json& merge : response["merges"]) {
    text += "merge " + plain(merge["first"]) + " and " + plain(merge["second"]) + ", saves " +
            plain(merge["saved_bytes"]) + " B: " + (merge["refused"].is_null() ? "joined" : plain(merge["refused"])) +
            "\n";
  }
  for (const ordered_json& segment : response["segments"]) {
    text += "segment " + plain(segment["letter"]) + ", " + plain(segment["bytes_of_cuts"]) + " B of cuts\n" +
            plain(segment["repro"]);
  }
  return text;
}

std::string axes_text(const ordered_json& cuts) {
  std::string text;
  for (const ordered_json& cut : cuts) {
    text += "cut " + plain(cut["id"]) + "\n";
    if (!cut.contains("axes")) continue;
    for (const ordered_json& axis : cut["axes"]["axes"]) {
      text += "  " + plain(axis["name"]) + " " + plain(axis["extent"]) + "\n";
    }
    for (const ordered_json& row : cut["axes"]["rows"]) {
      text += "  g" + plain(row["segment"]) + " " + plain(row["label"]) + " " + plain(row["op"]) + ":";
      for (const ordered_json& cell : row["cells"]) text += " " + plain(cell);
      text += "\n";
    }
  }
  return text;
}

std::string drawing_text(const ordered_json& drawing) {
  std::string text = "drawing " + plain(drawing["width"]) + "x" + plain(drawing["height"]) + "\n";
  for (const ordered_json& shape : drawing["shapes"]) {
    text += plain(shape["kind"]) + " " + plain(shape["id"]) + " at " + plain(shape["x"]) + "," + plain(shape["y"]) +
            " " + plain(shape["width"]) + "x" + plain(shape["height"]) + ":";
    for (const ordered_json& drawn : shape["texts"]) text += " `" + plain(drawn["text"]) + "`";
    text += "\n";
  }
  for (const ordered_json& wire : drawing["wires"]) {
    text += "wire of " + plain(wire["value"]) + (wire["cut"].is_null() ? "" : ", cut " + plain(wire["cut"])) + ":" +
            (wire["points"].dump()) + "\n";
  }
  return text;
}

std::string view_text(const ordered_json& response) {
  if (!response.contains("drawing")) return diagnostics_text(response);
  return tables_text(response) + axes_text(response["cuts"]) + drawing_text(response["drawing"]);
}

std::string run_text(const ordered_json& response) {
  if (!response.contains("run")) return diagnostics_text(response);
  std::string text = plain(response["run"]["verdict"]) + "\n";
  for (const ordered_json& output : response["outputs"]) {
    text += plain(output["label"]) + " " + output["shape"].dump() + " " + plain(output["dtype"]) +
            (output["matches"] == true ? " matches" : " differs") + "\n";
  }
  return text;
}

}  // namespace

const std::vector<std::string>& golden_stages() {
  static const std::vector<std::string> stages = {"check",    "print",   "direct", "primitive", "segment",
                                                  "extended", "explain", "kernel", "plan",      "run",
                                                  "json",     "view",    "draw"};
  return stages;
}

std::string request_options(const std::string& script) {
  constexpr std::string_view kMark = "# options: ";
  const size_t begin = script.find('\n') + 1;
  if (begin == 0 || script.compare(begin, kMark.size(), kMark) != 0) return "{}";
  return script.substr(begin + kMark.size(), script.find('\n', begin) - begin - kMark.size());
}

StageText stage_text(std::string_view stage, const std::string& script, const std::string& file_name) {
  ordered_json request = request_for(stage);
  const ordered_json options = ordered_json::parse(request_options(script), nullptr, false);
  EXPECT_TRUE(options.is_object()) << file_name << ": what stands after `# options: ` is no JSON object";
  if (options.is_object()) request.update(options);
  request["text"] = script;
  request["file_name"] = file_name;
  const ordered_json response =
      ordered_json::parse(call(request.dump(-1, ' ', false, ordered_json::error_handler_t::replace)), nullptr, false);
  if (!response.is_object()) {
    ADD_FAILURE() << file_name << ": the response of `" << stage << "` is no JSON object";
    return {};
  }
  StageText result;
  for (const ordered_json& diagnostic : response["diagnostics"]) {
    result.has_errors = result.has_errors || diagnostic["severity"] == "error";
  }
  if (stage == "json") {
    ordered_json shown = response;
    shown.erase("version");
    result.text = shown.dump(2) + "\n";
  } else if (stage == "check") {
    result.text = taken_text(response) + diagnostics_text(response);
  } else if (stage == "run") {
    result.text = run_text(response);
  } else if (stage == "view") {
    result.text = view_text(response);
  } else if (stage == "draw") {
    result.text = response.contains("svg") ? plain(response["svg"]) : diagnostics_text(response);
  } else if (stage == "explain") {
    result.text = response.contains("cuts") ? cuts_text(response) : diagnostics_text(response);
  } else if (stage == "kernel") {
    result.text = response.contains("kernels") ? kernels_text(response["kernels"]) : diagnostics_text(response);
  } else if (stage == "plan") {
    result.text = response.contains("plan") ? plan_text(response["plan"]) : diagnostics_text(response);
  } else if (stage == "segment" || stage == "extended") {
    result.text = response.contains("segments") ? segments_text(response) : diagnostics_text(response);
  } else {
    result.text = response.contains("definition") ? plain(response["definition"]) : diagnostics_text(response);
  }
  return result;
}

}  // namespace cleave
