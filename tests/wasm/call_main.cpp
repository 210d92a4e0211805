// Requests on stdin, one JSON a line; responses on stdout, one a line. The native side of the comparison with the
// WebAssembly build (same_responses.mjs). It adds nothing to the responses of core/api.
#include <iostream>
#include <string>

#include "core/api/call.h"

int main() {
  std::string line;
  while (std::getline(std::cin, line)) std::cout << cleave::call(line) << '\n';
  return std::cout.flush() ? 0 : 1;
}
