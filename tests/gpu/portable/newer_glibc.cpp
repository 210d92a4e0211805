// What libstdc++ and the unwinder of g++ 12, linked statically on a new machine, ask of a glibc newer than 2.34:
// _dl_find_object (2.35) and arc4random (2.36). Programs that are carried to other machines bring both along, made of
// what glibc 2.34 has.
#include <dlfcn.h>
#include <link.h>
#include <sys/random.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

struct Search {
  uintptr_t address;
  dl_find_object* found;
};

/// Takes the object that holds the address; 1 ends the search.
int look_at(dl_phdr_info* info, size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  const ElfW(Phdr)* frames = nullptr;
  bool is_here = false;
  uintptr_t end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_GNU_EH_FRAME) frames = &part;
    if (part.p_type != PT_LOAD) continue;
    end = begin + part.p_memsz;
    is_here = is_here || (begin <= search->address && search->address < end);
  }
  if (!is_here || frames == nullptr) return 0;
  std::memset(search->found, 0, sizeof *search->found);
  search->found->dlfo_map_start = reinterpret_cast<void*>(info->dlpi_addr);
  search->found->dlfo_map_end = reinterpret_cast<void*>(end);
  search->found->dlfo_eh_frame = reinterpret_cast<void*>(info->dlpi_addr + frames->p_vaddr);
  return 1;
}

}  // namespace

extern "C" int _dl_find_object(void* address, dl_find_object* result) noexcept {
  Search search{reinterpret_cast<uintptr_t>(address), result};
  return dl_iterate_phdr(look_at, &search) == 1 ? 0 : -1;
}

extern "C" uint32_t arc4random() noexcept {
  uint32_t out = 0;
  if (getrandom(&out, sizeof out, 0) != sizeof out) std::abort();
  return out;
}
