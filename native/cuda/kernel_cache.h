// What has been compiled, on the disk, so that the next process need not. Keyed by everything that machine code depends
// on. Any number of threads and processes may use one folder at once: an entry is written beside its place and then put
// there in one step, and one that is not whole, or not of its key, counts as absent. What does not work (no folder, no
// room) makes the cache forget, never fail; `trouble` says what it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace cleave::cuda {

/// What the content of an entry depends on.
struct CacheKey {
  std::string_view text;
  /// Everything else, as words: architecture, version of the compiler, options.
  std::string_view setting;
};

class KernelCache {
 public:
  static constexpr int64_t kMostBytes = int64_t{256} << 20;

  /// The folder is made where it is absent. When more than `most_bytes` lie in it, the longest unused go.
  explicit KernelCache(std::filesystem::path folder, int64_t most_bytes = kMostBytes);

  std::optional<std::string> find(const CacheKey& key);
  void store(const CacheKey& key, std::string_view content);

  /// Why nothing could be kept, the first time that nothing could; empty where all is well.
  std::string trouble() const;
  /// Where the entry of `key` is, or would be.
  std::filesystem::path place_of(const CacheKey& key) const;

 private:
  void note_trouble(std::string_view what, int error);
  bool write_whole(const std::filesystem::path& path, std::string_view bytes);
  void count_stored(int64_t bytes);

  std::filesystem::path folder_;
  int64_t most_bytes_;
  bool is_usable_ = false;

  mutable std::mutex mutex_;
  std::string trouble_;
  /// Bytes in the folder as far as this process knows; nothing before it has looked, and again every so often.
  std::optional<int64_t> known_bytes_;
  int stored_since_look_ = 0;
};

/// The folder of the user's cache by the values of XDG_CACHE_HOME and HOME, null where they are not set; nothing where
/// neither says one.
std::optional<std::filesystem::path> default_cache_folder(const char* xdg_cache_home, const char* home);

}  // namespace cleave::cuda
