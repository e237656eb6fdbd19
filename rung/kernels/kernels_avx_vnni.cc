// Built with -mavx2 -mfma -mf16c -mavxvnni, which defines what lanes_avx2.h looks at.
#include "rung/kernels/lanes_avx2.h"
// After the lanes, which the algorithms are written on.
#include "rung/kernels/elementwise_inl.h"
// After the elementwise functions.
#include "rung/kernels/attention_inl.h"
#include "rung/kernels/matmul_inl.h"

namespace rung::kernels {

const KernelTable kAvxVnniKernels = {
    .isa = Isa::kAvxVnni,
    .name = "avx-vnni",
    .quantize_row = QuantizeRow,
    .copy_row = CopyRow,
    .rms_norm = RmsNormRow,
    .matmul = Matmul,
    .exp = ExpRow,
    .swiglu = SwiGluRow,
    .rope = Rope,
    .fix_query = FixQuery,
    .store_key = StoreKey,
    .store_value = StoreValue,
    .attend = Attend,
    .combine = Combine,
};

}  // namespace rung::kernels
