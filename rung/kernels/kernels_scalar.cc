// The reference: plain C++ for any x86-64.
#include "rung/kernels/lanes_scalar.h"
// After the lanes, which the algorithms are written on.
#include "rung/kernels/elementwise_inl.h"
// After the elementwise functions.
#include "rung/kernels/attention_inl.h"
#include "rung/kernels/matmul_inl.h"

namespace rung::kernels {

const KernelTable kScalarKernels = {
    .isa = Isa::kScalar,
    .name = "scalar",
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
