// The disk cache under everything that a disk and other processes do to it.
#include "native/cuda/kernel_cache.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>

namespace cleave::cuda {
namespace {

namespace fs = std::filesystem;

/// A folder of the test's own.
class KernelCacheTest : public ::testing::Test {
 protected:
  KernelCacheTest() {
    std::string name = (fs::temp_directory_path() / "cleave_cache_XXXXXX").string();
    root_ = mkdtemp(name.data());
  }
  ~KernelCacheTest() override { fs::remove_all(root_); }
  fs::path folder() const { return root_ / "cleave" / "kernels"; }
  size_t file_count() const {
    size_t out = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder())) ++out;
    return out;
  }

  fs::path root_;
};

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}
void write_file(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

constexpr CacheKey kKey{.text = "__global__ void kernel() {}", .setting = "sm_90 NVRTC 13.0"};

TEST_F(KernelCacheTest, GivesBackWhatAnyProcessHasStored) {
  const std::string content("machine\0code", 12);
  KernelCache(folder()).store(kKey, content);
  KernelCache cache(folder());
  EXPECT_EQ(cache.find(kKey), content);
  EXPECT_EQ(cache.trouble(), "");
  EXPECT_EQ(file_count(), 1U);
}

TEST_F(KernelCacheTest, KeysThatDifferAnywhereAreDifferent) {
  KernelCache cache(folder());
  cache.store(kKey, "code");
  EXPECT_FALSE(cache.find({.text = kKey.text, .setting = "sm_80 NVRTC 13.0"}));
  EXPECT_FALSE(cache.find({.text = kKey.text, .setting = "sm_90 NVRTC 13.1"}));
  EXPECT_FALSE(cache.find({.text = "__global__ void kernel() { }", .setting = kKey.setting}));
}

TEST_F(KernelCacheTest, TheLastOneStoredCounts) {
  KernelCache cache(folder());
  cache.store(kKey, "old");
  cache.store(kKey, "new");
  EXPECT_EQ(cache.find(kKey), "new");
  EXPECT_EQ(file_count(), 1U);
}

TEST_F(KernelCacheTest, AnEntryCutOffAnywhereIsAbsent) {
  KernelCache cache(folder());
  cache.store(kKey, "content of some length");
  const fs::path place = cache.place_of(kKey);
  const std::string whole = read_file(place);
  for (size_t size = 0; size < whole.size(); ++size) {
    write_file(place, whole.substr(0, size));
    EXPECT_FALSE(cache.find(kKey)) << "cut to " << size << " of " << whole.size();
  }
  write_file(place, whole);
  EXPECT_TRUE(cache.find(kKey));
}

TEST_F(KernelCacheTest, AnEntryWithAChangedByteIsAbsentAndReplaced) {
  KernelCache cache(folder());
  cache.store(kKey, "content");
  const fs::path place = cache.place_of(kKey);
  const std::string whole = read_file(place);
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    write_file(place, changed);
    EXPECT_FALSE(cache.find(kKey)) << "byte " << i;
  }
  write_file(place, whole + "x");
  EXPECT_FALSE(cache.find(kKey));
  cache.store(kKey, "content");
  EXPECT_EQ(cache.find(kKey), "content");
}

TEST_F(KernelCacheTest, AnotherKeysEntryInItsPlaceIsAbsent) {
  KernelCache cache(folder());
  const CacheKey other{.text = "other", .setting = "sm_90"};
  cache.store(other, "other code");
  fs::copy_file(cache.place_of(other), cache.place_of(kKey));
  EXPECT_FALSE(cache.find(kKey));
  EXPECT_TRUE(cache.find(other));
}

TEST_F(KernelCacheTest, WhatAWriterLeftUnfinishedDoesNotCount) {
  KernelCache cache(folder());
  cache.store(kKey, "code");
  const fs::path left = folder() / "0123.99.0.unfinished";
  write_file(left, "half");
  fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(3));
  const fs::path young = folder() / "0456.99.0.unfinished";
  write_file(young, "half");
  EXPECT_EQ(cache.find(kKey), "code");
  // The first entry of a process makes it look at the folder.
  KernelCache(folder()).store({.text = "a", .setting = "b"}, "c");
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(young)) << "its writer may be at work";
}

TEST_F(KernelCacheTest, StaysWithinItsBoundAndKeepsWhatWasUsedLast) {
  constexpr int64_t kMost = 20000;
  KernelCache cache(folder(), kMost);
  const std::string content(900, 'x');
  const auto key = [](const std::string& text) { return CacheKey{.text = text, .setting = "s"}; };
  for (int i = 0; i < 100; ++i) {
    const std::string text = std::to_string(i);
    cache.store(key(text), content);
    // Times of one tick would say nothing.
    fs::last_write_time(cache.place_of(key(text)), fs::file_time_type::clock::now() - std::chrono::seconds(1000 - i));
  }
  int64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder())) bytes += static_cast<int64_t>(entry.file_size());
  EXPECT_LE(bytes, kMost);
  EXPECT_GE(bytes, kMost / 2);
  EXPECT_TRUE(cache.find(key("99")));
  EXPECT_FALSE(cache.find(key("0")));
}

TEST_F(KernelCacheTest, AnEntryLargerThanTheBoundIsNotKept) {
  KernelCache cache(folder(), 100);
  cache.store(kKey, std::string(1000, 'x'));
  EXPECT_FALSE(cache.find(kKey));
}

TEST_F(KernelCacheTest, ManyThreadsStoreAndFindAtOnce) {
  KernelCache cache(folder(), 50000);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const std::string text = std::to_string((i * 7 + t) % 20);
        const std::string content(static_cast<size_t>(1000 + 10 * ((i * 7 + t) % 20)), text[0]);
        const CacheKey key{.text = text, .setting = "s"};
        cache.store(key, content);
        const auto found = cache.find(key);
        if (found && *found != content) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(cache.trouble(), "");
}

TEST_F(KernelCacheTest, AProcessThatIsKilledWhileItWritesSpoilsNothing) {
  KernelCache cache(folder());
  cache.store(kKey, "x");
  const auto content = [](int i) {
    return std::string(static_cast<size_t>(200000 + i % 7), static_cast<char>('a' + i % 7));
  };
  for (int round = 0; round < 10; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      KernelCache mine(folder());
      for (int i = 0;; ++i) mine.store(kKey, content(i));
    }
    usleep(5000);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const auto found = cache.find(kKey);
    ASSERT_TRUE(found) << "an entry is always there, the old one or a new one";
    const bool is_one_of_them =
        found->size() < 10 || std::all_of(found->begin(), found->end(), [&](char c) { return c == found->front(); });
    EXPECT_TRUE(is_one_of_them);
  }
}

TEST_F(KernelCacheTest, AFolderThatCannotBeIsSaidAndNothingFails) {
  write_file(root_ / "file", "");
  KernelCache below_file(root_ / "file" / "kernels");
  below_file.store(kKey, "code");
  EXPECT_FALSE(below_file.find(kKey));
  EXPECT_NE(below_file.trouble().find("cannot make the folder"), std::string::npos) << below_file.trouble();
  KernelCache is_file(root_ / "file");
  EXPECT_NE(is_file.trouble().find("is no folder"), std::string::npos) << is_file.trouble();
}

TEST_F(KernelCacheTest, AFolderThatCannotBeWrittenIsReadAndSaid) {
  KernelCache(folder()).store(kKey, "code");
  KernelCache cache(folder());
  // The folder is gone, and a file stands in its place: no permission stops the superuser.
  fs::rename(folder(), root_ / "away");
  write_file(folder(), "");
  cache.store(kKey, "code");
  EXPECT_FALSE(cache.find(kKey));
  EXPECT_NE(cache.trouble().find("cannot make a file"), std::string::npos) << cache.trouble();
}

TEST_F(KernelCacheTest, AFolderThatOthersWriteIsNotTrusted) {
  fs::create_directories(folder());
  fs::permissions(folder(), fs::perms::all);
  KernelCache cache(folder());
  cache.store(kKey, "code");
  EXPECT_FALSE(cache.find(kKey));
  EXPECT_NE(cache.trouble().find("others may write"), std::string::npos) << cache.trouble();
}

TEST_F(KernelCacheTest, TheFolderIsTheUsers) {
  EXPECT_EQ(default_cache_folder("/cache", "/home/me"), fs::path("/cache/cleave/kernels"));
  EXPECT_EQ(default_cache_folder(nullptr, "/home/me"), fs::path("/home/me/.cache/cleave/kernels"));
  EXPECT_EQ(default_cache_folder("relative", "/home/me"), fs::path("/home/me/.cache/cleave/kernels"));
  EXPECT_EQ(default_cache_folder(nullptr, nullptr), std::nullopt);
}

}  // namespace
}  // namespace cleave::cuda
