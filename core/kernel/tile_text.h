// The walks of a tile nest as CUDA C++: what a block does between the braces of a kernel.
#pragma once

#include "core/kernel/element_text.h"
#include "core/kernel/record_lines.h"
#include "core/kernel/tile_nest.h"

namespace cleave {

class TileText {
 public:
  TileText(const KernelInput& input, const Schedule& schedule, const TileNest& nest, TextWriter& out,
           RecordLines& lines)
      : input_(input),
        schedule_(schedule),
        tile_(*schedule.tile),
        nest_(nest),
        text_(input, nest.loops, schedule.is_wide),
        out_(out),
        lines_(lines) {}

  void write();
  /// Of a block.
  int64_t shared_bytes() const;

 private:
  void write_shared_arrays();
  void write_corners();
  void write_walk(const TileWalk& walk);
  void write_places(const TileWalk& walk);
  void write_place(std::string_view axis, bool is_lane_axis, int64_t extent, int64_t side, int64_t width);
  void write_body(const TileWalk& walk);
  void write_vector_load(const TileWalk& walk, ElementId id);
  void write_vector_stores(const TileWalk& walk, bool is_declaration);
  void write_lanes(const TileWalk& walk);
  void write_element(ElementId id);
  void write_left(const TileWalk& walk);
  void write_stores(const TileWalk& walk, bool in_lanes);
  std::string memory_of(const TileWalk& walk) const;
  bool needs_lane_place(const TileWalk& walk) const;
  bool is_vector_store(const TileWalk& walk, const NestStore& store) const;
  bool is_computed_with(const TileWalk& walk, ElementId id) const;
  std::string memory_value(const TileWalk& walk, ElementId id, DType dtype) const;
  std::string stored_value(const TileWalk& walk, const NestStore& store) const;
  std::string in_tile(const TileWalk& walk, ElementId id) const;
  std::vector<ElementId> exchanged() const;
  int64_t line_length(DType dtype) const;
  int64_t width(const TileWalk& walk) const { return walk.is_along_columns ? tile_.column_width : tile_.row_width; }
  bool is_exact() const { return tile_.rows % tile_.row_side == 0 && tile_.columns % tile_.column_side == 0; }
  const Element& element(ElementId id) const { return nest_.loops.elements[id]; }
  std::string state_text(StateId state) const { return state_name(input_.definition, state); }
  std::string_view index_type() const { return schedule_.is_wide ? "long long" : "int"; }

  const KernelInput& input_;
  const Schedule& schedule_;
  const TileShape& tile_;
  const TileNest& nest_;
  ElementText text_;
  TextWriter& out_;
  RecordLines& lines_;
};

}  // namespace cleave
