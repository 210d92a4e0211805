// See in_place.h. Tested with translate.
#include "core/translate/in_place.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace cleave {
namespace {

/// Segments by state: the one that makes a value, the last one that reads it.
struct Places {
  std::unordered_map<uint32_t, SegmentId> maker;
  std::unordered_map<uint32_t, SegmentId> last_reader;
};

Places places_in(const Arena<SegmentId, Segment>& segments) {
  Places out;
  for (SegmentId id : segments.ids()) {
    for (StateId input : segments[id].inputs) out.last_reader.insert_or_assign(input.index, id);
    for (StateId output : segments[id].outputs) out.maker.emplace(output.index, id);
  }
  return out;
}

/// Says of each value that a segment writes into an input whether anybody reads it: a segment, a later update, or who
/// asked for it as an output of its own.
void note_unread(const Definition& definition, const Places& places, Arena<SegmentId, SegmentUpdates>& updates) {
  std::unordered_set<uint32_t> read;
  for (const Output& output : definition.outputs) {
    if (!output.alias) read.insert(output.value.index);
  }
  for (const SegmentUpdates& here : updates) {
    for (const InPlaceUpdate& update : here.after) read.insert(update.value.index);
  }
  for (const SegmentId id : updates.ids()) {
    for (const InPlaceUpdate& update : updates[id].inside) {
      const uint32_t value = update.value.index;
      const bool is_read = read.count(value) > 0 || places.last_reader.count(value) > 0;
      if (!is_read) updates[id].unread.push_back(update.value);
    }
  }
}

}  // namespace

std::vector<InPlaceUpdate> in_place_updates(const Definition& definition) {
  // The last update of an input is the one that is seen.
  std::unordered_map<uint32_t, const Output*> last;
  for (const Output& output : definition.outputs) {
    if (output.alias) last.insert_or_assign(output.alias->index, &output);
  }
  std::vector<InPlaceUpdate> out;
  for (const Output& output : definition.outputs) {
    const bool is_seen = output.alias && last.at(output.alias->index) == &output && output.value != *output.alias;
    if (is_seen) out.push_back({.value = output.value, .input = *output.alias});
  }
  return out;
}

Arena<SegmentId, SegmentUpdates> place_updates(const Definition& definition,
                                               const Arena<SegmentId, Segment>& segments) {
  Arena<SegmentId, SegmentUpdates> out;
  for (size_t i = 0; i < segments.size(); ++i) out.add({});
  if (segments.size() == 0) return out;
  const std::vector<InPlaceUpdate> updates = in_place_updates(definition);
  if (updates.empty()) return out;
  const Places places = places_in(segments);
  const SegmentId last(segments.size() - 1);
  // Inputs that are themselves values of updates must be read before they are updated in their turn: these go last, at
  // once.
  std::unordered_set<uint32_t> copied;
  for (const InPlaceUpdate& update : updates) {
    if (places.maker.count(update.value.index) == 0) copied.insert(update.value.index);
  }
  for (const InPlaceUpdate& update : updates) {
    const auto maker = places.maker.find(update.value.index);
    if (maker == places.maker.end() || copied.count(update.input.index) > 0) {
      out[last].after.push_back(update);
      continue;
    }
    const auto reader = places.last_reader.find(update.input.index);
    const bool waits = reader != places.last_reader.end() && reader->second.index > maker->second.index;
    if (waits)
      out[reader->second].after.push_back(update);
    else
      out[maker->second].inside.push_back(update);
  }
  note_unread(definition, places, out);
  return out;
}

}  // namespace cleave
