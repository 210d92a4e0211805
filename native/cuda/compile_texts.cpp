// See compile_texts.h. Tested by tests/native/cuda with compile_segments.h.
#include "native/cuda/compile_texts.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace cleave::cuda {

std::vector<CachedAnswer> compile_texts(std::span<const TextToCompile> texts, const CachedCompiler& compiler,
                                        int architecture, unsigned threads) {
  std::vector<CachedAnswer> answers(texts.size());
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i = next++; i < texts.size(); i = next++) {
      answers[i] = compiler.compile(texts[i].text, texts[i].entry, architecture);
    }
  };
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> others;
  for (size_t i = 1; i < std::min<size_t>(threads, texts.size()); ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return answers;
}

}  // namespace cleave::cuda
