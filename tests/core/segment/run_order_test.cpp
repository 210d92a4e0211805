// Values die as early as the order of their makers and readers allows.
#include "core/segment/run_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cleave {
namespace {

/// `branches` times a large value made from nothing and a small one made of it; one segment reads all small ones.
RunGraph branches(uint32_t count) {
  RunGraph graph;
  for (uint32_t i = 0; i < 2 * count + 1; ++i) graph.places.push_back(i);
  for (uint32_t i = 0; i < count; ++i) {
    graph.values.push_back({i, 1000, false, {count + i}});
    graph.values.push_back({count + i, 1, false, {2 * count}});
  }
  return graph;
}

TEST(RunOrder, ABranchIsFinishedBeforeTheNextBegins) {
  const RunGraph graph = branches(5);
  const std::vector<uint32_t> order = run_order(graph);
  EXPECT_EQ(order, (std::vector<uint32_t>{0, 5, 1, 6, 2, 7, 3, 8, 4, 9, 10}));
  EXPECT_EQ(peak_bytes(graph, order), 1005);
  EXPECT_EQ(peak_bytes(graph, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), 5001);
}

TEST(RunOrder, NumbersOfSegmentsDoNotMatter) {
  const RunGraph graph = branches(4);
  const std::vector<uint32_t> order = run_order(graph);
  // The same graph with its segments numbered backwards.
  RunGraph other = graph;
  const auto count = static_cast<uint32_t>(graph.places.size());
  const auto renamed = [&](uint32_t segment) { return count - 1 - segment; };
  for (uint32_t i = 0; i < count; ++i) other.places[renamed(i)] = graph.places[i];
  for (RunGraph::Value& value : other.values) {
    value.maker = renamed(value.maker);
    for (uint32_t& reader : value.readers) reader = renamed(reader);
  }
  std::reverse(other.values.begin(), other.values.end());
  std::vector<uint32_t> found = run_order(other);
  for (uint32_t& segment : found) segment = renamed(segment);
  EXPECT_EQ(found, order);
}

TEST(RunOrder, AValueWithManyReadersDiesWithTheLast) {
  RunGraph graph;
  graph.places = {0, 1, 2, 3};
  // 0 makes a large value for 2 and 3; 1 makes a large one that nobody but the caller reads.
  graph.values = {{0, 1000, false, {2, 3}}, {1, 500, true, {}}, {2, 10, true, {}}, {3, 10, true, {}}};
  EXPECT_EQ(run_order(graph), (std::vector<uint32_t>{1, 0, 2, 3}));
  graph.places = {0, 4, 2, 3};
  graph.values[1].bytes = 2000;
  EXPECT_EQ(run_order(graph), (std::vector<uint32_t>{0, 2, 3, 1}));
}

TEST(RunOrder, AWishIsKeptUnlessItMakesACircle) {
  RunGraph graph;
  graph.places = {0, 1};
  graph.wishes = {{1, 0}};
  EXPECT_EQ(run_order(graph), (std::vector<uint32_t>{1, 0}));
  graph.values = {{0, 8, false, {1}}};
  EXPECT_EQ(run_order(graph), (std::vector<uint32_t>{0, 1}));
}

}  // namespace
}  // namespace cleave
