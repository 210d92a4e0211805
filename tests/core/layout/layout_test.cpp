// Laws of a layout.
#include "core/layout/layout.h"

#include <gtest/gtest.h>

namespace cleave {
namespace {

TEST(Layout, NothingHasNoPlace) {
  const Layout layout = lay_out({});
  EXPECT_TRUE(layout.nodes.empty());
  EXPECT_TRUE(layout.wires.empty());
}

}  // namespace
}  // namespace cleave
