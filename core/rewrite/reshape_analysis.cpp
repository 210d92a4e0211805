// See reshape_analysis.h. The order of the tests decides which of two equal descriptions is chosen, and with it which
// reshapes are recognised as the same; it is the language's.
#include "core/rewrite/reshape_analysis.h"

#include <algorithm>

namespace cleave {
namespace {

class ReshapeWalk {
 public:
  ReshapeWalk(const std::vector<Axis>& axes, const std::vector<int64_t>& extents) : extents_(extents) {
    for (size_t i = 0; i < axes.size(); ++i) {
      old_.push_back({axes[i].extent, static_cast<int64_t>(i), axes[i].is_broadcast() && axes[i].extent == 1});
    }
    steps_.inserted.assign(extents.size(), false);
  }

  ReshapeSteps run() {
    while (old_place_ < old_.size() || new_place_ < extents_.size()) step();
    std::sort(steps_.squeezed.begin(), steps_.squeezed.end());
    return std::move(steps_);
  }

 private:
  struct OldAxis {
    /// What is left of it, or what it has grown to by merging.
    int64_t size;
    int64_t dim;
    /// Declared 1 or made by broadcast, and untouched so far.
    bool without_storage;
  };

  void step() {
    if (old_place_ == old_.size()) return insert_new();
    OldAxis& current = old_[old_place_];
    const bool new_left = new_place_ < extents_.size();
    const bool old_follows = old_place_ + 1 < old_.size();
    const bool run_time_one_follows =
        old_follows && old_[old_place_ + 1].size == 1 && !old_[old_place_ + 1].without_storage;
    const bool new_one_follows = new_place_ + 1 < extents_.size() && extents_[new_place_ + 1] == 1;
    if (run_time_one_follows && !new_one_follows && !current.without_storage) return merge_next();
    if (new_left && current.size == extents_[new_place_]) {
      ++old_place_;
      ++new_place_;
      return;
    }
    if (new_left && extents_[new_place_] == 1) return insert_new();
    if (current.without_storage) {
      steps_.squeezed.push_back(current.dim);
      ++old_place_;
      return;
    }
    if (old_follows && old_[old_place_ + 1].without_storage) {
      steps_.squeezed.push_back(old_[old_place_ + 1].dim);
      old_.erase(old_.begin() + static_cast<std::ptrdiff_t>(old_place_) + 1);
      return;
    }
    if (new_left && current.size % extents_[new_place_] == 0) {
      steps_.merges_or_splits = true;
      current.size /= extents_[new_place_++];
      return;
    }
    if (old_follows) return merge_next();
    // A run-time 1 for which the new shape has no place.
    steps_.merges_or_splits = true;
    ++old_place_;
  }

  void insert_new() { steps_.inserted[new_place_++] = true; }

  void merge_next() {
    steps_.merges_or_splits = true;
    old_[old_place_].size *= old_[old_place_ + 1].size;
    old_.erase(old_.begin() + static_cast<std::ptrdiff_t>(old_place_) + 1);
  }

  const std::vector<int64_t>& extents_;
  std::vector<OldAxis> old_;
  size_t old_place_ = 0;
  size_t new_place_ = 0;
  ReshapeSteps steps_;
};

}  // namespace

ReshapeSteps analyse_reshape(const std::vector<Axis>& axes, const std::vector<int64_t>& extents) {
  return ReshapeWalk(axes, extents).run();
}

}  // namespace cleave
