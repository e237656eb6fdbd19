#include "rung/kernels/kernel_table.h"

#include <cpuid.h>

namespace rung::kernels {
namespace {

// g++ 12 has no __builtin_cpu_supports("avxvnni"): CPUID leaf 7, subleaf 1, EAX bit 4.
bool HasAvxVnni() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) != 0 && (eax & (1u << 4)) != 0;
}

}  // namespace

std::vector<const KernelTable*> AttainableKernels() {
  __builtin_cpu_init();
  std::vector<const KernelTable*> tables = {&kScalarKernels};
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("f16c");
  if (avx2) tables.push_back(&kAvx2Kernels);
  if (avx2 && HasAvxVnni()) tables.push_back(&kAvxVnniKernels);
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vnni")) {
    tables.push_back(&kAvx512VnniKernels);
  }
  return tables;
}

const KernelTable& BestKernels() {
  static const KernelTable* const best = AttainableKernels().back();
  return *best;
}

}  // namespace rung::kernels
