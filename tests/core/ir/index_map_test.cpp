// The laws of index maps: composition is associative and has identities, the inverse leads back, and a state without an
// origin stays without one.
#include "core/ir/index_map.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace cleave {
namespace {

IndexMap map_of(std::initializer_list<std::pair<uint32_t, uint32_t>> pairs) {
  IndexMap map;
  for (const auto& [from, to] : pairs) map.set(StateId(from), StateId(to));
  return map;
}

/// All partial maps from three states into three, as (new, old) pairs.
std::vector<IndexMap> all_small_maps() {
  std::vector<IndexMap> maps;
  for (uint32_t code = 0; code < 64; ++code) {
    IndexMap map;
    for (uint32_t from = 0; from < 3; ++from) {
      const uint32_t to = code >> (2 * from) & 3;
      if (to != 3) map.set(StateId(from), StateId(to));
    }
    maps.push_back(std::move(map));
  }
  return maps;
}

TEST(IndexMap, AStateWithoutAnOriginMapsToNothing) {
  const IndexMap map = map_of({{0, 4}, {2, 7}});
  EXPECT_EQ(map.origin(StateId(0U)), StateId(4U));
  EXPECT_EQ(map.origin(StateId(1U)), std::nullopt);
  EXPECT_EQ(map.origin(StateId(9U)), std::nullopt) << "beyond what the map has heard of";
  EXPECT_EQ(map.size(), 3U);
}

TEST(IndexMap, TheFirstOriginOfAStateStays) {
  const IndexMap map = map_of({{1, 5}, {1, 6}});
  EXPECT_EQ(map.origin(StateId(1U)), StateId(5U));
}

TEST(IndexMap, PairsStandInTheOrderOfTheNewStates) {
  const std::vector<std::pair<StateId, StateId>> expected = {{StateId(0U), StateId(4U)}, {StateId(2U), StateId(1U)}};
  EXPECT_EQ(map_of({{2, 1}, {0, 4}}).pairs(), expected);
}

TEST(IndexMap, TheInverseOfASharedOriginIsItsFirstState) {
  const IndexMap inverse = map_of({{0, 3}, {2, 3}, {4, 1}}).inverse();
  EXPECT_EQ(inverse.origin(StateId(3U)), StateId(0U));
  EXPECT_EQ(inverse.origin(StateId(1U)), StateId(4U));
}

TEST(IndexMap, TheInverseOfTheInverseIsTheMapWhereOriginsAreDistinct) {
  for (const IndexMap& map : all_small_maps()) {
    if (map.inverse().pairs().size() != map.pairs().size()) continue;
    EXPECT_EQ(map.inverse().inverse().pairs(), map.pairs());
  }
}

TEST(IndexMap, ThereAndBackIsTheFirstStateOfTheSameOrigin) {
  for (const IndexMap& map : all_small_maps()) {
    const IndexMap back = compose(map, map.inverse());
    for (const auto& [from, to] : map.pairs()) {
      ASSERT_TRUE(back.origin(from).has_value());
      EXPECT_LE(back.origin(from)->index, from.index);
      EXPECT_EQ(map.origin(*back.origin(from)), to);
    }
  }
}

TEST(IndexMap, CompositionIsOneMapAfterTheOther) {
  for (const IndexMap& first : all_small_maps()) {
    for (const IndexMap& second : all_small_maps()) {
      const IndexMap both = compose(first, second);
      for (uint32_t i = 0; i < 4; ++i) {
        const std::optional<StateId> middle = first.origin(StateId(i));
        EXPECT_EQ(both.origin(StateId(i)), middle ? second.origin(*middle) : std::nullopt);
      }
    }
  }
}

TEST(IndexMap, CompositionIsAssociativeAndHasAnIdentity) {
  const IndexMap identity = map_of({{0, 0}, {1, 1}, {2, 2}});
  const std::vector<IndexMap> maps = all_small_maps();
  for (const IndexMap& first : maps) {
    EXPECT_EQ(compose(first, identity).pairs(), first.pairs());
    EXPECT_EQ(compose(identity, first).pairs(), first.pairs());
    for (const IndexMap& second : maps) {
      const IndexMap left = compose(first, second);
      for (size_t third = 0; third < maps.size(); third += 7) {
        EXPECT_EQ(compose(left, maps[third]).pairs(), compose(first, compose(second, maps[third])).pairs());
      }
    }
  }
}

}  // namespace
}  // namespace cleave
