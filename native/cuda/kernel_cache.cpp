// See kernel_cache.h. An entry is a file of its own: a header with sizes and a checksum, the whole key, the content.
// The file's name is a hash of the key, and as the key is in it, two keys of one hash only take turns. Tested by
// tests/native/cuda.
#include "native/cuda/kernel_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "core/base/text.h"

namespace cleave::cuda {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".kernel";
constexpr std::string_view kUnfinished = ".unfinished";
constexpr int64_t kMostEntryBytes = int64_t{64} << 20;
/// Other processes fill the folder too, so it is looked at again after so many entries.
constexpr int kStoresBetweenLooks = 64;
/// Files that a writer left behind when it was killed, and the granularity in which use is noted.
constexpr std::chrono::hours kOld{1};

struct EntryHeader {
  std::array<char, 8> magic;
  uint64_t key_bytes;
  uint64_t content_bytes;
  uint64_t checksum;
};
constexpr std::array<char, 8> kMagic{'c', 'l', 'e', 'a', 'v', 'e', 'K', '1'};

/// FNV-1a.
uint64_t hash(std::string_view text, uint64_t state) {
  for (const char c : text) {
    state ^= static_cast<unsigned char>(c);
    state *= 0x100000001b3ULL;
  }
  return state;
}
constexpr uint64_t kFirstSeed = 0xcbf29ce484222325ULL;
constexpr uint64_t kSecondSeed = 0x9e3779b97f4a7c15ULL;

std::string key_bytes(const CacheKey& key) { return concat(key.setting, '\n', key.text); }

std::string entry_bytes(std::string_view key, std::string_view content) {
  const EntryHeader header{kMagic, key.size(), content.size(), hash(content, hash(key, kFirstSeed))};
  std::string out(sizeof header, '\0');
  std::memcpy(out.data(), &header, sizeof header);
  return out.append(key).append(content);
}

/// The content of an entry, if it is whole and of this key.
std::optional<std::string_view> content_of(std::string_view entry, std::string_view key) {
  EntryHeader header{};
  if (entry.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, entry.data(), sizeof header);
  entry.remove_prefix(sizeof header);
  if (header.magic != kMagic || header.key_bytes != key.size() || entry.size() < key.size() ||
      header.content_bytes != entry.size() - key.size()) {
    return std::nullopt;
  }
  if (entry.substr(0, key.size()) != key || hash(entry, kFirstSeed) != header.checksum) return std::nullopt;
  return entry.substr(key.size());
}

/// An open file, closed at the end.
class File {
 public:
  File(const fs::path& path, int flags, mode_t mode = 0) : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

std::optional<std::string> read_whole(const File& file) {
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > kMostEntryBytes) {
    return std::nullopt;
  }
  std::string out(static_cast<size_t>(status.st_size), '\0');
  size_t done = 0;
  while (done < out.size()) {
    const ssize_t count = ::read(file.descriptor(), out.data() + done, out.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    done += static_cast<size_t>(count);
  }
  // Entries are sorted out by how long ago they were used.
  const auto age = std::chrono::system_clock::now() - std::chrono::system_clock::from_time_t(status.st_mtime);
  if (age > kOld) ::futimens(file.descriptor(), nullptr);
  return out;
}

struct FoundEntry {
  fs::path path;
  int64_t bytes = 0;
  fs::file_time_type used;
};

/// Entries of the folder; what was left unfinished long ago is removed on the way.
std::vector<FoundEntry> entries_of(const fs::path& folder) {
  std::vector<FoundEntry> out;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    // Another process may take the file away at any moment.
    std::error_code gone;
    FoundEntry found{.path = at->path(), .bytes = 0, .used = at->last_write_time(gone)};
    if (gone) continue;
    if (found.path.extension() == kUnfinished) {
      if (fs::file_time_type::clock::now() - found.used > kOld) fs::remove(found.path, gone);
    } else if (found.path.extension() == kEnding) {
      found.bytes = static_cast<int64_t>(at->file_size(gone));
      if (!gone) out.push_back(std::move(found));
    }
  }
  return out;
}

int64_t total_bytes(const std::vector<FoundEntry>& entries) {
  int64_t out = 0;
  for (const FoundEntry& entry : entries) out += entry.bytes;
  return out;
}

}  // namespace

KernelCache::KernelCache(fs::path folder, int64_t most_bytes) : folder_(std::move(folder)), most_bytes_(most_bytes) {
  std::error_code error;
  fs::create_directories(folder_.parent_path(), error);
  if (::mkdir(folder_.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    note_trouble("cannot make the folder", errno);
    return;
  }
  struct stat status {};
  if (::stat(folder_.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    note_trouble("is no folder", 0);
  } else if (status.st_uid != ::geteuid() || (status.st_mode & S_IWOTH) != 0) {
    // What lies in it is run on the GPU.
    note_trouble("others may write into the folder", 0);
  } else {
    is_usable_ = true;
  }
}

fs::path KernelCache::place_of(const CacheKey& key) const {
  const std::string bytes = key_bytes(key);
  std::array<char, 33> name{};
  std::snprintf(name.data(), name.size(), "%016llx%016llx", static_cast<unsigned long long>(hash(bytes, kFirstSeed)),
                static_cast<unsigned long long>(hash(bytes, kSecondSeed)));
  return folder_ / concat(name.data(), kEnding);
}

std::optional<std::string> KernelCache::find(const CacheKey& key) {
  if (!is_usable_) return std::nullopt;
  const fs::path path = place_of(key);
  const File file(path, O_RDONLY);
  if (!file.is_open()) return std::nullopt;
  const std::optional<std::string> entry = read_whole(file);
  if (!entry) return std::nullopt;
  const std::optional<std::string_view> content = content_of(*entry, key_bytes(key));
  if (content) return std::string(*content);
  return std::nullopt;
}

void KernelCache::store(const CacheKey& key, std::string_view content) {
  if (!is_usable_) return;
  const std::string bytes = entry_bytes(key_bytes(key), content);
  if (static_cast<int64_t>(bytes.size()) > std::min(kMostEntryBytes, most_bytes_)) return;
  static std::atomic<uint64_t> next{0};
  const fs::path place = place_of(key);
  const fs::path beside = folder_ / concat(place.stem().string(), '.', ::getpid(), '.', next++, kUnfinished);
  if (!write_whole(beside, bytes)) return;
  if (::rename(beside.c_str(), place.c_str()) != 0) {
    note_trouble("cannot put an entry in place", errno);
    ::unlink(beside.c_str());
    return;
  }
  count_stored(static_cast<int64_t>(bytes.size()));
}

bool KernelCache::write_whole(const fs::path& path, std::string_view bytes) {
  const File file(path, O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
  if (!file.is_open()) {
    note_trouble("cannot make a file", errno);
    return false;
  }
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.descriptor(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      note_trouble("cannot write a file", errno);
      ::unlink(path.c_str());
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

/// Keeps the folder within its bound: down to three quarters when it is exceeded, so that not every entry costs a look.
void KernelCache::count_stored(int64_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (known_bytes_) *known_bytes_ += bytes;
  if (known_bytes_ && *known_bytes_ <= most_bytes_ && ++stored_since_look_ < kStoresBetweenLooks) return;
  stored_since_look_ = 0;
  std::vector<FoundEntry> entries = entries_of(folder_);
  known_bytes_ = total_bytes(entries);
  if (*known_bytes_ <= most_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const FoundEntry& a, const FoundEntry& b) { return a.used < b.used; });
  for (const FoundEntry& entry : entries) {
    if (*known_bytes_ <= most_bytes_ / 4 * 3) break;
    std::error_code ignored;
    fs::remove(entry.path, ignored);
    *known_bytes_ -= entry.bytes;
  }
}

void KernelCache::note_trouble(std::string_view what, int error) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!trouble_.empty()) return;
  trouble_ = concat(folder_.string(), ": ", what);
  if (error != 0) trouble_ += concat(": ", std::strerror(error));
}

std::string KernelCache::trouble() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return trouble_;
}

std::optional<fs::path> default_cache_folder(const char* xdg_cache_home, const char* home) {
  // A relative path there is to be ignored, says the XDG Base Directory Specification.
  if (xdg_cache_home != nullptr && fs::path(xdg_cache_home).is_absolute()) {
    return fs::path(xdg_cache_home) / "cleave" / "kernels";
  }
  if (home != nullptr && fs::path(home).is_absolute()) return fs::path(home) / ".cache" / "cleave" / "kernels";
  return std::nullopt;
}

}  // namespace cleave::cuda
