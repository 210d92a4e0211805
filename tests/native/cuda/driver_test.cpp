// A device through the driver, with the counting stand-in: what is asked of the driver, that everything is given back,
// and that a machine without a GPU or with a driver that fails is told in words.
#include "native/cuda/driver.h"

#include <gtest/gtest.h>

#include "tests/native/cuda/counting_driver.h"

namespace cleave::cuda {
namespace {

Device opened(const CountingDriver& driver) {
  auto out = Device::open(driver.functions(), 0);
  EXPECT_TRUE(std::holds_alternative<Device>(out));
  return std::get<Device>(std::move(out));
}

std::string why_missing(const CountingDriver& driver, int ordinal = 0) {
  const auto out = Device::open(driver.functions(), ordinal);
  const auto* missing = std::get_if<Missing>(&out);
  return missing == nullptr ? "" : missing->why;
}

TEST(Driver, AnswersWithADeviceOrWithAReason) {
  const auto found = open_driver();
  if (const auto* missing = std::get_if<Missing>(&found)) {
    EXPECT_NE(missing->why, "");
  } else {
    EXPECT_NE(std::get<DriverFunctions>(found).launch, nullptr);
  }
}

TEST(Driver, ThatDoesNotStartIsNoDriver) {
  CountingDriver driver;
  driver.failing_call = "cuInit";
  driver.failing_code = 34;
  const auto found = started(driver.functions());
  ASSERT_TRUE(std::holds_alternative<Missing>(found));
  EXPECT_EQ(std::get<Missing>(found).why, "the CUDA driver does not start: CUDA_ERROR_UNKNOWN: unknown error");
}

TEST(Driver, KnowsTheDevicesLimits) {
  const CountingDriver driver;
  const Device device = opened(driver);
  const DeviceLimits limits = device.facts().limits();
  EXPECT_EQ(limits.full_name, "Counting GPU");
  EXPECT_EQ(limits.compute_capability, 90);
  EXPECT_EQ(limits.sm_count, 132);
  EXPECT_EQ(limits.register_file_bytes_per_sm, named_device("h200")->register_file_bytes_per_sm);
  EXPECT_EQ(limits.shared_bytes_per_block, named_device("h200")->shared_bytes_per_block);
  EXPECT_EQ(limits.max_cluster, named_device("h200")->max_cluster);
}

TEST(Driver, ADeviceWithoutClustersHasClustersOfOne) {
  CountingDriver driver;
  driver.attributes[DeviceAttribute::kClusterLaunch] = 0;
  driver.attributes[DeviceAttribute::kComputeCapabilityMajor] = 8;
  EXPECT_EQ(opened(driver).facts().limits().max_cluster, 1);
}

TEST(Driver, SaysWhyThereIsNoDevice) {
  CountingDriver driver;
  EXPECT_EQ(why_missing(driver, 1), "there is no GPU 1; the driver finds 1");
  driver.failing_code = 2;
  for (const char* call : {"cuDeviceGet", "cuDeviceGetName", "cuDeviceGetAttribute", "cuDeviceTotalMem",
                           "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuStreamCreate"}) {
    driver.failing_call = call;
    EXPECT_EQ(why_missing(driver),
              std::string("GPU 0 cannot be used: ") + call + ": CUDA_ERROR_OUT_OF_MEMORY: out of memory");
    EXPECT_EQ(driver.contexts, 0U) << call;
    EXPECT_EQ(driver.streams, 0U) << call;
  }
}

TEST(Driver, GivesEverythingBack) {
  CountingDriver driver;
  {
    const Device device = opened(driver);
    DeviceMemory memory;
    Event event;
    LoadedKernel kernel;
    Graph graph;
    ASSERT_FALSE(device.allocate(1000, memory));
    ASSERT_FALSE(device.make_event(event));
    ASSERT_FALSE(device.load("code", "kernel", {}, kernel));
    ASSERT_FALSE(device.begin_recording());
    ASSERT_FALSE(device.launch(kernel.function, {}, nullptr));
    EXPECT_EQ(driver.launches, 0U) << "what is recorded does not run";
    ASSERT_FALSE(device.end_recording(graph));
    ASSERT_FALSE(device.replay(graph));
    ASSERT_FALSE(device.replay(graph));
    EXPECT_EQ(driver.launches, 2U);
    EXPECT_EQ(driver.memory.size() + driver.events + driver.modules + driver.contexts + driver.streams, 5U);
  }
  EXPECT_EQ(driver.memory.size() + driver.events + driver.modules + driver.contexts + driver.streams, 0U);
  EXPECT_EQ(driver.graphs, 0U);
}

TEST(Driver, MovesBytes) {
  CountingDriver driver;
  const Device device = opened(driver);
  DeviceMemory first;
  DeviceMemory second;
  ASSERT_FALSE(device.allocate(8, first));
  ASSERT_FALSE(device.allocate(8, second));
  const uint64_t written = 0x123456789abcdef0;
  uint64_t read = 0;
  ASSERT_FALSE(device.copy_to_device(first.get(), &written, 8));
  ASSERT_FALSE(device.copy_on_device(second.get(), first.get(), 8));
  ASSERT_FALSE(device.copy_to_host(&read, second.get(), 8));
  ASSERT_FALSE(device.wait());
  EXPECT_EQ(read, written);
  ASSERT_FALSE(device.fill_with_zeros(second.get(), 4));
  ASSERT_FALSE(device.copy_to_host(&read, second.get(), 8));
  EXPECT_EQ(read, written >> 32 << 32);
}

TEST(Driver, LaunchesAsTheShapeSays) {
  CountingDriver driver;
  std::vector<CountingDriver::Launch> seen;
  driver.on_launch = [&](const CountingDriver::Launch& launch) { seen.push_back(launch); };
  const Device device = opened(driver);
  LoadedKernel kernel;
  const LaunchShape plain{.blocks = 7, .threads_x = 32, .threads_y = 4};
  const LaunchShape clustered{.blocks = 32, .threads_x = 128, .cluster = 16, .dynamic_shared_bytes = 100000};
  const LaunchShape waiting{.blocks = 132, .threads_x = 64, .is_cooperative = true};
  ASSERT_FALSE(device.load("code", "softmax_T3_g0", clustered, kernel));
  EXPECT_EQ(driver.function_attributes[FunctionAttribute::kMaxDynamicSharedBytes], 100000);
  EXPECT_EQ(driver.function_attributes[FunctionAttribute::kLargeClusterAllowed], 1);
  for (const LaunchShape& shape : {plain, clustered, waiting}) {
    ASSERT_FALSE(device.launch(kernel.function, shape, nullptr));
  }
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[0].kernel, "softmax_T3_g0");
  EXPECT_EQ(seen[0].blocks, 7U);
  EXPECT_EQ(seen[0].threads_x, 32U);
  EXPECT_EQ(seen[0].threads_y, 4U);
  EXPECT_EQ(seen[0].cluster, 1U);
  EXPECT_FALSE(seen[0].is_cooperative);
  EXPECT_EQ(seen[1].cluster, 16U);
  EXPECT_EQ(seen[1].blocks, 32U);
  EXPECT_FALSE(seen[1].is_cooperative);
  EXPECT_TRUE(seen[2].is_cooperative);
  EXPECT_EQ(seen[2].cluster, 1U);
}

TEST(Driver, BlocksThatWaitForEachOtherMustAllFit) {
  CountingDriver driver;
  driver.blocks_per_multiprocessor = 1;
  const Device device = opened(driver);
  LoadedKernel kernel;
  LaunchShape shape{.blocks = 132, .threads_x = 64, .is_cooperative = true};
  EXPECT_FALSE(device.load("code", "reduction_T1_g0", shape, kernel));
  shape.blocks = 133;
  const Trouble trouble = device.allow(shape, kernel);
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->code, DriverError::kTooManyBlocks);
  EXPECT_EQ(trouble->words, "133 blocks wait for each other, and Counting GPU holds 1 on each of 132 multiprocessors");
  shape.is_cooperative = false;
  EXPECT_FALSE(device.allow(shape, kernel));
}

TEST(Driver, SaysWhichCallFailed) {
  CountingDriver driver;
  const Device device = opened(driver);
  driver.failing_call = "cuMemAlloc";
  driver.failing_code = DriverError::kOutOfMemory;
  DeviceMemory memory;
  const Trouble trouble = device.allocate(1, memory);
  ASSERT_TRUE(trouble);
  EXPECT_STREQ(trouble->call, "cuMemAlloc");
  EXPECT_EQ(trouble->words, "CUDA_ERROR_OUT_OF_MEMORY: out of memory");
  EXPECT_FALSE(memory.has_value());
}

TEST(Driver, MeasuresBetweenEvents) {
  CountingDriver driver;
  const Device device = opened(driver);
  Event begin;
  Event end;
  float milliseconds = 0;
  ASSERT_FALSE(device.make_event(begin));
  ASSERT_FALSE(device.make_event(end));
  ASSERT_FALSE(device.record(begin));
  ASSERT_FALSE(device.record(end));
  ASSERT_FALSE(device.elapsed_milliseconds(begin, end, milliseconds));
  EXPECT_GT(milliseconds, 0);
}

}  // namespace
}  // namespace cleave::cuda
