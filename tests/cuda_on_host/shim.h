// What generated CUDA C++ needs to compile as host C++: the keywords, the thread's place, barriers and exchanges
// between threads, and what the helper functions call where the device has an instruction. Stands in front of the
// kernels of one library; the runner (block_runner.h) fills in `host_runtime` before it starts a block and keeps
// `threadIdx` right whenever it lets a thread go on. No header of the C++ library with a runtime of its own: the
// library depends on libm.
#pragma once

#include <math.h>
#include <string.h>

#include <utility>

#define CLEAVE_HOST 1
#define __device__
#define __global__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
// One block runs at a time, so that a block's shared memory can be static.
#define __shared__ static

struct HostPlace {
  int x, y, z;
};

struct HostRuntime {
  void (*wait_for_block)();
  unsigned long long (*exchange)(unsigned long long value, int lane_distance);
  void (*wait_for_grid)();
  char* (*block_memory)();
  char* (*cluster_memory)(int cluster);
  float (*from_half)(unsigned short bits);
  unsigned short (*to_half)(float value);
  float (*from_bfloat16)(unsigned short bits);
  unsigned short (*to_bfloat16)(float value);
  double (*erfinv)(double);
  double (*erfcinv)(double);
  /// Null where nobody asks which sectors are moved.
  void (*note_access)(const void* first, unsigned long long bytes);
};

extern "C" {
HostPlace threadIdx, blockIdx;
HostRuntime host_runtime;
}

/// What has become of the memory of one argument.
struct WatchedMemory {
  char* begin;
  char* end;
  unsigned long long bytes;
  bool is_left;
};

/// A pointer of a kernel: counts what is moved, and knows when it leaves its memory.
template <class T>
class Watched {
 public:
  Watched operator+(long long elements) const {
    Watched out = *this;
    out.at_ += elements;
    return out;
  }
  Watched operator-(long long elements) const { return *this + -elements; }
  T& operator[](long long i) const { return *(*this + i).moved(1); }
  /// The next `count` elements.
  T* moved(int count) const {
    const auto* first = reinterpret_cast<const char*>(at_);
    const size_t bytes = sizeof(T) * static_cast<size_t>(count);
    memory_->bytes += bytes;
    if (host_runtime.note_access != nullptr) host_runtime.note_access(first, bytes);
    if (first >= memory_->begin && first + bytes <= memory_->end) return at_;
    memory_->is_left = true;
    // Something to read or write, so that the kernel goes on to its end.
    alignas(64) static char elsewhere[256];
    return reinterpret_cast<T*>(elsewhere);
  }

 private:
  T* at_;
  WatchedMemory* memory_;
};

/// Calls a kernel as the driver does: one pointer to each argument.
template <class... Types, size_t... places>
void call_with_places(void (*kernel)(Types...), void** arguments, std::index_sequence<places...>) {
  kernel(*static_cast<Types*>(arguments[places])...);
}
template <class... Types>
void call_with(void (*kernel)(Types...), void** arguments) {
  call_with_places(kernel, arguments, std::index_sequence_for<Types...>());
}

inline unsigned __float_as_uint(float x) {
  unsigned bits = 0;
  memcpy(&bits, &x, sizeof(bits));
  return bits;
}
inline float __uint_as_float(unsigned bits) {
  float x = 0;
  memcpy(&x, &bits, sizeof(x));
  return x;
}

// A cluster waits when all clusters do: they run side by side here.
inline void wait_for_cluster() { host_runtime.wait_for_grid(); }
inline char* shared_memory() { return host_runtime.block_memory(); }
inline void __syncthreads() { host_runtime.wait_for_block(); }

// One thread runs at a time.
template <class T>
void atomicAdd(T* to, T value) {
  *to += value;
}

template <class T>
T __shfl_xor_sync(unsigned, T value, int distance) {
  static_assert(sizeof(T) <= 8);
  unsigned long long word = 0;
  memcpy(&word, &value, sizeof(T));
  word = host_runtime.exchange(word, distance);
  memcpy(&value, &word, sizeof(T));
  return value;
}

template <class T>
T infinity() {
  return static_cast<T>(INFINITY);
}
template <class T>
T not_a_number() {
  return static_cast<T>(NAN);
}

inline float sinpi(float x) { return static_cast<float>(sin(M_PI * static_cast<double>(x))); }
inline double sinpi(double x) { return sin(M_PI * x); }
inline float cospi(float x) { return static_cast<float>(cos(M_PI * static_cast<double>(x))); }
inline double cospi(double x) { return cos(M_PI * x); }
inline float rsqrt(float x) { return 1 / sqrtf(x); }
inline double rsqrt(double x) { return 1 / sqrt(x); }
inline float inverse_erf(float x) { return static_cast<float>(host_runtime.erfinv(x)); }
inline double inverse_erf(double x) { return host_runtime.erfinv(x); }
inline float inverse_erfc(float x) { return static_cast<float>(host_runtime.erfcinv(x)); }
inline double inverse_erfc(double x) { return host_runtime.erfcinv(x); }

/// Toward zero, at the nearest end of the range, NaN to 0, as the device converts.
template <class To, class From>
To host_converted(From x) {
  if (x != x) return 0;
  if constexpr (static_cast<To>(-1) > 0) {
    const double real = static_cast<double>(x);
    return real <= 0 ? 0 : real >= 18446744073709551616.0 ? static_cast<To>(-1) : static_cast<To>(real);
  }
  const double low = sizeof(To) == 4 ? -2147483648.0 : -9223372036854775808.0;
  const To lowest = static_cast<To>(1ULL << (8 * sizeof(To) - 1));
  if (static_cast<double>(x) < low) return lowest;
  if (static_cast<double>(x) >= -low) return static_cast<To>(~lowest);
  return static_cast<To>(x);
}
