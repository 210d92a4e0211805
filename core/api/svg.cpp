// Cards, then wires, then what stands over wires: the heads of cards, so that no line crosses a title, ops, terminals
// and pills. See svg.h.
#include "core/api/svg.h"

#include <algorithm>
#include <cstdint>

#include "core/base/text.h"
#include "core/base/unicode.h"

namespace cleave {
namespace {

constexpr std::string_view kStyle =
    "svg{--panel:#ffffff;--sunken:#f8f9fb;--line:#858d9b;--edge:#737b89;--ink:#171a1f;--ink2:#434955;--ink3:#5f6673;"
    "--on:#ffffff;--s0:#096e73;--f0:#eef5f5;--s1:#b65200;--f1:#faf3ed;--s2:#5c1eac;--f2:#f4eff9;--s3:#7f0041;"
    "--f3:#f6edf2;--s4:#6b4b07;--f4:#f5f2ee;--s5:#0072bd;--f5:#edf5fa;--s6:#637523;--f6:#f4f5f0;--s7:#4c47e8;"
    "--f7:#f2f2fd;--s8:#b534ad;--f8:#faf1f9;--s9:#323e49;--f9:#f1f1f2;--s10:#05643c;--f10:#edf4f1;--s11:#ad000b;"
    "--f11:#f9edee}\n"
    "@media(prefers-color-scheme:dark){svg{--panel:#14171b;--sunken:#101317;--line:#6c7583;--edge:#828b99;"
    "--ink:#eceef1;--ink2:#b9bfc9;--ink3:#949ca9;--on:#0c0e11;--s0:#53b2a2;--f0:#1c2b2d;--s1:#fc9c49;--f1:#322821;"
    "--s2:#bf95ff;--f2:#2a2739;--s3:#febdc2;--f3:#322d31;--s4:#bc8e60;--f4:#2a2624;--s5:#a0d8fe;--f5:#263039;"
    "--s6:#e0de46;--f6:#2f3121;--s7:#908fe2;--f7:#242735;--s8:#f69df2;--f8:#312837;--s9:#a9b1c2;--f9:#272b31;"
    "--s10:#8bd59c;--f10:#23302c;--s11:#f66e4c;--f11:#312221}}\n"
    "text{font:11px -apple-system,BlinkMacSystemFont,\"Segoe UI\",Roboto,\"Helvetica Neue\",\"Liberation Sans\",Arial,"
    "sans-serif;fill:var(--ink)}\n"
    ".value,.detail,.pill{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace}\n"
    ".letter{font-size:10px;font-weight:600;fill:var(--on)}.title{font-size:12px;font-weight:600}.name{font-weight:600}"
    ".detail{fill:var(--ink3)}.foot,.facts{fill:var(--ink2)}.foot{paint-order:stroke;stroke-width:4}\n"
    ".input .value,.output .value{font-weight:700}.copy text{font-style:italic}\n"
    ".back{fill:var(--sunken)}.op rect,.input rect,.pill rect,.output rect{fill:var(--panel);stroke:var(--line);"
    "stroke-width:1.25}.output rect{stroke:var(--ink2);stroke-width:2}.copy rect{fill:none;stroke:var(--line);"
    "stroke-width:1.25;stroke-dasharray:3 2.5}.opaque rect{fill:var(--panel);stroke:var(--line);stroke-width:1.25;"
    "stroke-dasharray:1.5 2}\n"
    ".wire{fill:none;stroke:var(--edge);stroke-width:1.25}.cut{stroke:var(--ink);stroke-width:1.75;"
    "stroke-dasharray:4 3.5}.tip,.dot{fill:var(--edge)}.tip.on,.dot.on{fill:var(--ink)}"
    ".scissors{fill:none;stroke:var(--ink);stroke-width:1.3;stroke-linecap:round}\n";

constexpr int64_t kHues = 12;
constexpr int64_t kRadius = 5;

std::string escaped(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text.substr(at));
    const std::string_view character = text.substr(at, point.bytes);
    at += point.bytes;
    if (character == "<") {
      out += "&lt;";
    } else if (character == ">") {
      out += "&gt;";
    } else if (character == "&") {
      out += "&amp;";
    } else if (character == "\"") {
      out += "&quot;";
    } else if (!point.valid || point.value < 0x20 || point.value == 0x7F || (point.value & 0xFFFE) == 0xFFFE) {
      out += "\uFFFD";
    } else {
      out += character;
    }
  }
  return out;
}

std::string_view anchor_attribute(TextAnchor anchor) {
  switch (anchor) {
    case TextAnchor::kStart: return "";
    case TextAnchor::kMiddle: return " text-anchor=\"middle\"";
    case TextAnchor::kEnd: return " text-anchor=\"end\"";
  }
  return "";
}

/// The details on cards and what they read are words, those on ops are code.
std::string_view text_class(const DrawnShapeView& shape, TextRole role) {
  return shape.kind == ShapeKind::kCard && role == TextRole::kDetail ? "facts" : enum_name(role);
}

/// Wires may pass under what a card says at its foot.
std::string halo(const DrawnShapeView& shape, TextRole role) {
  if (role != TextRole::kFoot) return {};
  return concat(" stroke=\"var(--f", shape.id % kHues, ")\"");
}

std::string text_elements(const DrawnShapeView& shape) {
  std::string out;
  for (const DrawnTextView& text : shape.texts) {
    out += concat("<text class=\"", text_class(shape, text.role), "\" x=\"", text.x, "\" y=\"", text.y, "\"",
                  anchor_attribute(text.anchor), halo(shape, text.role), ">", escaped(text.text), "</text>");
  }
  return out;
}

std::string rect(const DrawnShapeView& shape, int64_t radius, std::string_view attributes = {}) {
  return concat("<rect x=\"", shape.x, "\" y=\"", shape.y, "\" width=\"", shape.width, "\" height=\"", shape.height,
                "\" rx=\"", radius, "\"", attributes, "/>");
}

std::string fill_and_stroke(int64_t segment) {
  const int64_t hue = segment % kHues;
  return concat(" fill=\"var(--f", hue, ")\" stroke=\"var(--s", hue, ")\" stroke-width=\"1.5\"");
}

std::string card(const DrawnShapeView& shape) { return rect(shape, 9, fill_and_stroke(shape.id)) + "\n"; }

/// The head again, over the wires that go through it, and what is written on the card.
std::string card_texts(const DrawnShapeView& shape) {
  constexpr int64_t kHead = 28;
  const int64_t hue = shape.id % kHues;
  const int64_t height = std::min(kHead, shape.height) - 1;
  std::string out = concat("<g><rect x=\"", shape.x + 1, "\" y=\"", shape.y + 1, "\" width=\"", shape.width - 2,
                           "\" height=\"", height, "\" rx=\"8\" fill=\"var(--f", hue, ")\"/>");
  out += concat("<rect x=\"", shape.x + 8, "\" y=\"", shape.y + 6,
                "\" width=\"16\" height=\"16\" rx=\"4\" "
                "fill=\"var(--s",
                hue, ")\"/>");
  return out + text_elements(shape) + "</g>\n";
}

/// Two rings and two blades, 12 by 12, left on a pill.
std::string scissors(const DrawnShapeView& shape) {
  return concat("<path class=\"scissors\" transform=\"translate(", shape.x + 11, " ", shape.y + 6,
                ")\" d=\"M4.1 4.1 11 10M4.1 7.9 11 2M4.5 2.7a1.9 1.9 0 1 1-3.8 0 1.9 1.9 0 0 1 3.8 0Z"
                "M4.5 9.3a1.9 1.9 0 1 1-3.8 0 1.9 1.9 0 0 1 3.8 0Z\"/>");
}

std::string shape_element(const DrawnShapeView& shape) {
  const bool is_round =
      shape.kind == ShapeKind::kInput || shape.kind == ShapeKind::kOutput || shape.kind == ShapeKind::kPill;
  std::string out = concat("<g class=\"", enum_name(shape.kind), "\">", rect(shape, is_round ? shape.height / 2 : 5));
  if (shape.kind == ShapeKind::kPill) out += scissors(shape);
  return out + text_elements(shape) + "</g>\n";
}

int64_t sign(int64_t value) { return value < 0 ? -1 : value > 0 ? 1 : 0; }

/// Half of a whole number, as text.
std::string half(int64_t doubled) {
  return concat(doubled < 0 ? "-" : "", std::abs(doubled) / 2, doubled % 2 == 0 ? "" : ".5");
}

/// A line with round corners.
std::string path(const std::vector<int64_t>& points) {
  std::string out = concat("M", points[0], " ", points[1]);
  const size_t count = points.size() / 2;
  const auto x = [&](size_t i) { return points[2 * i]; };
  const auto y = [&](size_t i) { return points[2 * i + 1]; };
  for (size_t i = 1; i + 1 < count; ++i) {
    const int64_t before = std::abs(x(i) - x(i - 1)) + std::abs(y(i) - y(i - 1));
    const int64_t after = std::abs(x(i + 1) - x(i)) + std::abs(y(i + 1) - y(i));
    // Twice the radius: at most 5, and no more than half of either part.
    const int64_t radius = std::min({2 * kRadius, before, after});
    const auto near = [&](size_t other) {
      return concat(half(2 * x(i) + sign(x(other) - x(i)) * radius), " ",
                    half(2 * y(i) + sign(y(other) - y(i)) * radius));
    };
    out += concat("L", near(i - 1), "Q", x(i), " ", y(i), " ", near(i + 1));
  }
  return concat(out, "L", x(count - 1), " ", y(count - 1));
}

std::string arrow(const ArrowView& tip, std::string_view on) {
  const int64_t x = tip.x;
  const int64_t y = tip.y;
  const auto triangle = [&](int64_t dx, int64_t dy) {
    // 7 long, 5 wide.
    return concat("<path class=\"tip", on, "\" d=\"M", x, " ", y, "L", half(2 * x - 14 * dx - 5 * dy), " ",
                  half(2 * y - 14 * dy - 5 * dx), "L", half(2 * x - 14 * dx + 5 * dy), " ",
                  half(2 * y - 14 * dy + 5 * dx), "Z\"/>");
  };
  switch (tip.direction) {
    case ArrowDirection::kDown: return triangle(0, 1);
    case ArrowDirection::kUp: return triangle(0, -1);
    case ArrowDirection::kLeft: return triangle(-1, 0);
    case ArrowDirection::kRight: return triangle(1, 0);
  }
  return {};
}

std::string wire_element(const WireView& wire) {
  const std::string_view on = wire.cut.value ? " on" : "";
  std::string out = concat("<g><path class=\"wire", wire.cut.value ? " cut" : "", "\" d=\"");
  for (const std::vector<int64_t>& points : wire.points) out += path(points);
  out += "\"/>";
  for (const ArrowView& tip : wire.arrows) out += arrow(tip, on);
  for (const DotView& dot : wire.dots) {
    out += concat("<circle class=\"dot", on, "\" cx=\"", dot.x, "\" cy=\"", dot.y, "\" r=\"2\"/>");
  }
  return out + "</g>\n";
}

}  // namespace

std::string svg_text(const DrawingView& drawing, std::string_view title) {
  std::string out = concat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", drawing.width, " ",
                           drawing.height, "\" width=\"", drawing.width, "\" height=\"", drawing.height,
                           "\" role=\"img\">\n<title>", escaped(title), "</title>\n<style>\n", kStyle, "</style>\n");
  out += concat("<rect class=\"back\" width=\"", drawing.width, "\" height=\"", drawing.height, "\"/>\n");
  for (const DrawnShapeView& shape : drawing.shapes) {
    if (shape.kind == ShapeKind::kCard) out += card(shape);
  }
  for (const WireView& wire : drawing.wires) out += wire_element(wire);
  for (const DrawnShapeView& shape : drawing.shapes) {
    out += shape.kind == ShapeKind::kCard ? card_texts(shape) : shape_element(shape);
  }
  return out + "</svg>\n";
}

}  // namespace cleave
