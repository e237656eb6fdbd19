// Built with -mavx512f and its BW, DQ, VL and VNNI extensions.
#include "rung/kernels/lanes_avx512.h"
// After the lanes, which the algorithms are written on.
#include "rung/kernels/elementwise_inl.h"
// After the elementwise functions.
#include "rung/kernels/attention_inl.h"
#include "rung/kernels/matmul_inl.h"

namespace rung::kernels {

const KernelTable kAvx512VnniKernels = {
    .isa = Isa::kAvx512Vnni,
    .name = "avx512-vnni",
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
