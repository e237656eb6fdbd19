module @decode_8 {
  func.func public @main(
      %token_embd_weight: tensor<11x8xbf16>,
      %rope_freqs_weight: tensor<2xf32>,
      %blk_0_attn_norm_weight: tensor<8xbf16>,
      %blk_0_attn_qkv_weight: tensor<48x8xbf16>,
      %blk_0_attn_qkv_bias: tensor<48xbf16>,
      %blk_0_attn_output_weight: tensor<8x24xbf16>,
      %blk_0_attn_output_bias: tensor<8xbf16>,
      %blk_0_ffn_norm_weight: tensor<8xbf16>,
      %blk_0_ffn_gate_up_weight: tensor<24x8xbf16>,
      %blk_0_ffn_down_weight: tensor<8x12xbf16>,
      %output_norm_weight: tensor<8xbf16>,
      %output_weight: tensor<11x8xbf16>,
      %kv_0_0: tensor<2x8x6xf16> {tf.aliasing_output = 0 : i32},
      %kv_0_1: tensor<2x8x6xf16> {tf.aliasing_output = 1 : i32},
      %tokens: tensor<1xi32>,
      %position: tensor<1xi32>
  ) -> (tensor<2x8x6xf16>, tensor<2x8x6xf16>, tensor<1x11xf32>) {
    %0 = stablehlo.reshape %position : (tensor<1xi32>) -> tensor<i32>
    %1 = stablehlo.iota dim = 1 : tensor<1x8xi32>
    %2 = stablehlo.broadcast_in_dim %position, dims = [0] : (tensor<1xi32>) -> tensor<1x8xi32>
    %3 = stablehlo.compare LE, %1, %2 : (tensor<1x8xi32>, tensor<1x8xi32>) -> tensor<1x8xi1>
    %4 = stablehlo.constant dense<[1.0e+00, 1.0e-02]> : tensor<2xf32>
    %5 = stablehlo.divide %4, %rope_freqs_weight : tensor<2xf32>
    %6 = stablehlo.convert %position : (tensor<1xi32>) -> tensor<1xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<1xf32>) -> tensor<1x2xf32>
    %8 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %9 = stablehlo.multiply %7, %8 : tensor<1x2xf32>
    %10 = stablehlo.cosine %9 : tensor<1x2xf32>
    %11 = stablehlo.optimization_barrier %10 : tensor<1x2xf32>
    %12 = stablehlo.sine %9 : tensor<1x2xf32>
    %13 = stablehlo.optimization_barrier %12 : tensor<1x2xf32>
    %14 = "stablehlo.gather"(%token_embd_weight, %tokens) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<11x8xbf16>, tensor<1xi32>) -> tensor<1x8xbf16>
    %15 = stablehlo.convert %14 : (tensor<1x8xbf16>) -> tensor<1x8xf32>
    %16 = stablehlo.multiply %15, %15 : tensor<1x8xf32>
    %17 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %18 = stablehlo.reduce(%16 init: %17) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
    %19 = stablehlo.constant dense<8.0e+00> : tensor<1xf32>
    %20 = stablehlo.divide %18, %19 : tensor<1xf32>
    %21 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %22 = stablehlo.add %20, %21 : tensor<1xf32>
    %23 = stablehlo.rsqrt %22 : tensor<1xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
    %25 = stablehlo.multiply %15, %24 : tensor<1x8xf32>
    %26 = stablehlo.convert %25 : (tensor<1x8xf32>) -> tensor<1x8xbf16>
    %27 = stablehlo.broadcast_in_dim %blk_0_attn_norm_weight, dims = [1] : (tensor<8xbf16>) -> tensor<1x8xbf16>
    %28 = stablehlo.multiply %26, %27 : tensor<1x8xbf16>
    %29 = stablehlo.dot_general %28, %blk_0_attn_qkv_weight, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<1x8xbf16>, tensor<48x8xbf16>) -> tensor<1x48xbf16>
    %30 = stablehlo.broadcast_in_dim %blk_0_attn_qkv_bias, dims = [1] : (tensor<48xbf16>) -> tensor<1x48xbf16>
    %31 = stablehlo.add %29, %30 : tensor<1x48xbf16>
    %32 = stablehlo.reshape %31 : (tensor<1x48xbf16>) -> tensor<1x8x6xbf16>
    %33 = stablehlo.slice %32 [0:1, 0:6, 0:6] : (tensor<1x8x6xbf16>) -> tensor<1x6x6xbf16>
    %34 = stablehlo.broadcast_in_dim %11, dims = [0, 2] : (tensor<1x2xf32>) -> tensor<1x6x2xf32>
    %35 = stablehlo.broadcast_in_dim %13, dims = [0, 2] : (tensor<1x2xf32>) -> tensor<1x6x2xf32>
    %36 = stablehlo.convert %33 : (tensor<1x6x6xbf16>) -> tensor<1x6x6xf32>
    %37 = stablehlo.slice %36 [0:1, 0:6, 0:2] : (tensor<1x6x6xf32>) -> tensor<1x6x2xf32>
    %38 = stablehlo.slice %36 [0:1, 0:6, 2:4] : (tensor<1x6x6xf32>) -> tensor<1x6x2xf32>
    %39 = stablehlo.multiply %37, %34 : tensor<1x6x2xf32>
    %40 = stablehlo.multiply %38, %35 : tensor<1x6x2xf32>
    %41 = stablehlo.multiply %38, %34 : tensor<1x6x2xf32>
    %42 = stablehlo.multiply %37, %35 : tensor<1x6x2xf32>
    %43 = stablehlo.subtract %39, %40 : tensor<1x6x2xf32>
    %44 = stablehlo.add %41, %42 : tensor<1x6x2xf32>
    %45 = stablehlo.slice %36 [0:1, 0:6, 4:6] : (tensor<1x6x6xf32>) -> tensor<1x6x2xf32>
    %46 = stablehlo.concatenate %43, %44, %45, dim = 2 : (tensor<1x6x2xf32>, tensor<1x6x2xf32>, tensor<1x6x2xf32>) -> tensor<1x6x6xf32>
    %47 = stablehlo.convert %46 : (tensor<1x6x6xf32>) -> tensor<1x6x6xbf16>
    %48 = stablehlo.slice %47 [0:1, 0:4, 0:6] : (tensor<1x6x6xbf16>) -> tensor<1x4x6xbf16>
    %49 = stablehlo.slice %47 [0:1, 4:6, 0:6] : (tensor<1x6x6xbf16>) -> tensor<1x2x6xbf16>
    %50 = stablehlo.slice %32 [0:1, 6:8, 0:6] : (tensor<1x8x6xbf16>) -> tensor<1x2x6xbf16>
    %51 = stablehlo.constant dense<0> : tensor<i32>
    %52 = stablehlo.convert %49 : (tensor<1x2x6xbf16>) -> tensor<1x2x6xf16>
    %53 = stablehlo.transpose %52, dims = [1, 0, 2] : (tensor<1x2x6xf16>) -> tensor<2x1x6xf16>
    %54 = stablehlo.dynamic_update_slice %kv_0_0, %53, %51, %0, %51 : (tensor<2x8x6xf16>, tensor<2x1x6xf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x6xf16>
    %55 = stablehlo.constant dense<0> : tensor<i32>
    %56 = stablehlo.convert %50 : (tensor<1x2x6xbf16>) -> tensor<1x2x6xf16>
    %57 = stablehlo.transpose %56, dims = [1, 0, 2] : (tensor<1x2x6xf16>) -> tensor<2x1x6xf16>
    %58 = stablehlo.dynamic_update_slice %kv_0_1, %57, %55, %0, %55 : (tensor<2x8x6xf16>, tensor<2x1x6xf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x6xf16>
    %59 = stablehlo.reshape %48 : (tensor<1x4x6xbf16>) -> tensor<1x2x2x6xbf16>
    %60 = stablehlo.transpose %59, dims = [1, 2, 0, 3] : (tensor<1x2x2x6xbf16>) -> tensor<2x2x1x6xbf16>
    %61 = stablehlo.reshape %60 : (tensor<2x2x1x6xbf16>) -> tensor<2x2x6xbf16>
    %62 = stablehlo.convert %54 : (tensor<2x8x6xf16>) -> tensor<2x8x6xbf16>
    %63 = stablehlo.dot_general %61, %62, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [HIGHEST, HIGHEST] : (tensor<2x2x6xbf16>, tensor<2x8x6xbf16>) -> tensor<2x2x8xf32>
    %64 = stablehlo.reshape %63 : (tensor<2x2x8xf32>) -> tensor<2x2x1x8xf32>
    %65 = stablehlo.constant dense<4.082483e-01> : tensor<2x2x1x8xf32>
    %66 = stablehlo.multiply %64, %65 : tensor<2x2x1x8xf32>
    %67 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x8xi1>) -> tensor<2x2x1x8xi1>
    %68 = stablehlo.constant dense<-1.0e+30> : tensor<2x2x1x8xf32>
    %69 = stablehlo.select %67, %66, %68 : tensor<2x2x1x8xi1>, tensor<2x2x1x8xf32>
    %70 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %71 = stablehlo.reduce(%69 init: %70) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x1x8xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x8xf32>
    %73 = stablehlo.subtract %69, %72 : tensor<2x2x1x8xf32>
    %74 = stablehlo.exponential %73 : tensor<2x2x1x8xf32>
    %75 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %76 = stablehlo.reduce(%74 init: %75) applies stablehlo.add across dimensions = [3] : (tensor<2x2x1x8xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %77 = stablehlo.reshape %74 : (tensor<2x2x1x8xf32>) -> tensor<2x2x8xf32>
    %78 = stablehlo.convert %77 : (tensor<2x2x8xf32>) -> tensor<2x2x8xbf16>
    %79 = stablehlo.convert %58 : (tensor<2x8x6xf16>) -> tensor<2x8x6xbf16>
    %80 = stablehlo.dot_general %78, %79, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<2x2x8xbf16>, tensor<2x8x6xbf16>) -> tensor<2x2x6xf32>
    %81 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x6xf32>
    %82 = stablehlo.reshape %80 : (tensor<2x2x6xf32>) -> tensor<2x2x1x6xf32>
    %83 = stablehlo.divide %82, %81 : tensor<2x2x1x6xf32>
    %84 = stablehlo.convert %83 : (tensor<2x2x1x6xf32>) -> tensor<2x2x1x6xbf16>
    %85 = stablehlo.transpose %84, dims = [2, 0, 1, 3] : (tensor<2x2x1x6xbf16>) -> tensor<1x2x2x6xbf16>
    %86 = stablehlo.reshape %85 : (tensor<1x2x2x6xbf16>) -> tensor<1x24xbf16>
    %87 = stablehlo.dot_general %86, %blk_0_attn_output_weight, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<1x24xbf16>, tensor<8x24xbf16>) -> tensor<1x8xbf16>
    %88 = stablehlo.broadcast_in_dim %blk_0_attn_output_bias, dims = [1] : (tensor<8xbf16>) -> tensor<1x8xbf16>
    %89 = stablehlo.add %87, %88 : tensor<1x8xbf16>
    %90 = stablehlo.add %14, %89 : tensor<1x8xbf16>
    %91 = stablehlo.convert %90 : (tensor<1x8xbf16>) -> tensor<1x8xf32>
    %92 = stablehlo.multiply %91, %91 : tensor<1x8xf32>
    %93 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %94 = stablehlo.reduce(%92 init: %93) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
    %95 = stablehlo.constant dense<8.0e+00> : tensor<1xf32>
    %96 = stablehlo.divide %94, %95 : tensor<1xf32>
    %97 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %98 = stablehlo.add %96, %97 : tensor<1xf32>
    %99 = stablehlo.rsqrt %98 : tensor<1xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
    %101 = stablehlo.multiply %91, %100 : tensor<1x8xf32>
    %102 = stablehlo.convert %101 : (tensor<1x8xf32>) -> tensor<1x8xbf16>
    %103 = stablehlo.broadcast_in_dim %blk_0_ffn_norm_weight, dims = [1] : (tensor<8xbf16>) -> tensor<1x8xbf16>
    %104 = stablehlo.multiply %102, %103 : tensor<1x8xbf16>
    %105 = stablehlo.dot_general %104, %blk_0_ffn_gate_up_weight, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<1x8xbf16>, tensor<24x8xbf16>) -> tensor<1x24xbf16>
    %106 = stablehlo.slice %105 [0:1, 0:12] : (tensor<1x24xbf16>) -> tensor<1x12xbf16>
    %107 = stablehlo.convert %106 : (tensor<1x12xbf16>) -> tensor<1x12xf32>
    %108 = stablehlo.slice %105 [0:1, 12:24] : (tensor<1x24xbf16>) -> tensor<1x12xbf16>
    %109 = stablehlo.convert %108 : (tensor<1x12xbf16>) -> tensor<1x12xf32>
    %110 = stablehlo.logistic %107 : tensor<1x12xf32>
    %111 = stablehlo.multiply %107, %110 : tensor<1x12xf32>
    %112 = stablehlo.multiply %111, %109 : tensor<1x12xf32>
    %113 = stablehlo.convert %112 : (tensor<1x12xf32>) -> tensor<1x12xbf16>
    %114 = stablehlo.dot_general %113, %blk_0_ffn_down_weight, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<1x12xbf16>, tensor<8x12xbf16>) -> tensor<1x8xbf16>
    %115 = stablehlo.add %90, %114 : tensor<1x8xbf16>
    %116 = stablehlo.convert %115 : (tensor<1x8xbf16>) -> tensor<1x8xf32>
    %117 = stablehlo.multiply %116, %116 : tensor<1x8xf32>
    %118 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %119 = stablehlo.reduce(%117 init: %118) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
    %120 = stablehlo.constant dense<8.0e+00> : tensor<1xf32>
    %121 = stablehlo.divide %119, %120 : tensor<1xf32>
    %122 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %123 = stablehlo.add %121, %122 : tensor<1xf32>
    %124 = stablehlo.rsqrt %123 : tensor<1xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
    %126 = stablehlo.multiply %116, %125 : tensor<1x8xf32>
    %127 = stablehlo.convert %126 : (tensor<1x8xf32>) -> tensor<1x8xbf16>
    %128 = stablehlo.broadcast_in_dim %output_norm_weight, dims = [1] : (tensor<8xbf16>) -> tensor<1x8xbf16>
    %129 = stablehlo.multiply %127, %128 : tensor<1x8xbf16>
    %130 = stablehlo.dot_general %129, %output_weight, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<1x8xbf16>, tensor<11x8xbf16>) -> tensor<1x11xf32>
    return %54, %58, %130 : tensor<2x8x6xf16>, tensor<2x8x6xf16>, tensor<1x11xf32>
  }
}
