module @decode_8_16 {
  func.func public @main(
      %token_embd_weight: tensor<11x8xf32>,
      %blk_0_attn_norm_weight: tensor<8xf32>,
      %blk_0_attn_qkv_weight: tensor<32x8xf32>,
      %blk_0_attn_output_weight: tensor<8x16xf32>,
      %blk_0_ffn_norm_weight: tensor<8xf32>,
      %blk_0_ffn_gate_up_weight: tensor<24x8xf32>,
      %blk_0_ffn_down_weight: tensor<8x12xf32>,
      %blk_1_attn_norm_weight: tensor<8xf32>,
      %blk_1_attn_qkv_weight: tensor<32x8xf32>,
      %blk_1_attn_output_weight: tensor<8x16xf32>,
      %blk_1_ffn_norm_weight: tensor<8xf32>,
      %blk_1_ffn_gate_up_weight: tensor<24x8xf32>,
      %blk_1_ffn_down_weight: tensor<8x12xf32>,
      %output_norm_weight: tensor<8xf32>,
      %kv_0_0: tensor<2x8x4xf32> {tf.aliasing_output = 0 : i32},
      %kv_0_1: tensor<2x8x4xf32> {tf.aliasing_output = 1 : i32},
      %kv_0_2: tensor<2x8x4xf32> {tf.aliasing_output = 2 : i32},
      %kv_0_3: tensor<2x8x4xf32> {tf.aliasing_output = 3 : i32},
      %kv_1_0: tensor<2x16x4xf32> {tf.aliasing_output = 4 : i32},
      %kv_1_1: tensor<2x16x4xf32> {tf.aliasing_output = 5 : i32},
      %kv_1_2: tensor<2x16x4xf32> {tf.aliasing_output = 6 : i32},
      %kv_1_3: tensor<2x16x4xf32> {tf.aliasing_output = 7 : i32},
      %tokens: tensor<2xi32>,
      %position: tensor<2xi32>
  ) -> (tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x11xf32>) {
    %0 = stablehlo.slice %position [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    %2 = stablehlo.iota dim = 1 : tensor<1x8xi32>
    %3 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xi32>) -> tensor<1x8xi32>
    %4 = stablehlo.compare LE, %2, %3 : (tensor<1x8xi32>, tensor<1x8xi32>) -> tensor<1x8xi1>
    %5 = stablehlo.slice %position [1:2] : (tensor<2xi32>) -> tensor<1xi32>
    %6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
    %7 = stablehlo.iota dim = 1 : tensor<1x16xi32>
    %8 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<1xi32>) -> tensor<1x16xi32>
    %9 = stablehlo.compare LE, %7, %8 : (tensor<1x16xi32>, tensor<1x16xi32>) -> tensor<1x16xi1>
    %10 = stablehlo.constant dense<[1.0e+00, 1.0e-02]> : tensor<2xf32>
    %11 = stablehlo.convert %position : (tensor<2xi32>) -> tensor<2xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
    %13 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    %14 = stablehlo.multiply %12, %13 : tensor<2x2xf32>
    %15 = stablehlo.cosine %14 : tensor<2x2xf32>
    %16 = stablehlo.optimization_barrier %15 : tensor<2x2xf32>
    %17 = stablehlo.sine %14 : tensor<2x2xf32>
    %18 = stablehlo.optimization_barrier %17 : tensor<2x2xf32>
    %19 = "stablehlo.gather"(%token_embd_weight, %tokens) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<11x8xf32>, tensor<2xi32>) -> tensor<2x8xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<2x8xf32>
    %21 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %22 = stablehlo.reduce(%20 init: %21) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %23 = stablehlo.constant dense<8.0e+00> : tensor<2xf32>
    %24 = stablehlo.divide %22, %23 : tensor<2xf32>
    %25 = stablehlo.constant dense<1.0e-05> : tensor<2xf32>
    %26 = stablehlo.add %24, %25 : tensor<2xf32>
    %27 = stablehlo.rsqrt %26 : tensor<2xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0] : (tensor<2xf32>) -> tensor<2x8xf32>
    %29 = stablehlo.multiply %19, %28 : tensor<2x8xf32>
    %30 = stablehlo.broadcast_in_dim %blk_0_attn_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
    %31 = stablehlo.multiply %29, %30 : tensor<2x8xf32>
    %32 = stablehlo.dot_general %31, %blk_0_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<2x8xf32>, tensor<32x8xf32>) -> tensor<2x32xf32>
    %33 = stablehlo.reshape %32 : (tensor<2x32xf32>) -> tensor<2x8x4xf32>
    %34 = stablehlo.slice %33 [0:2, 0:6, 0:4] : (tensor<2x8x4xf32>) -> tensor<2x6x4xf32>
    %35 = stablehlo.broadcast_in_dim %16, dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x6x2xf32>
    %36 = stablehlo.broadcast_in_dim %18, dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x6x2xf32>
    %37 = stablehlo.reshape %34 : (tensor<2x6x4xf32>) -> tensor<2x6x2x2xf32>
    %38 = stablehlo.slice %37 [0:2, 0:6, 0:2, 0:1] : (tensor<2x6x2x2xf32>) -> tensor<2x6x2x1xf32>
    %39 = stablehlo.reshape %38 : (tensor<2x6x2x1xf32>) -> tensor<2x6x2xf32>
    %40 = stablehlo.slice %37 [0:2, 0:6, 0:2, 1:2] : (tensor<2x6x2x2xf32>) -> tensor<2x6x2x1xf32>
    %41 = stablehlo.reshape %40 : (tensor<2x6x2x1xf32>) -> tensor<2x6x2xf32>
    %42 = stablehlo.multiply %39, %35 : tensor<2x6x2xf32>
    %43 = stablehlo.multiply %41, %36 : tensor<2x6x2xf32>
    %44 = stablehlo.multiply %41, %35 : tensor<2x6x2xf32>
    %45 = stablehlo.multiply %39, %36 : tensor<2x6x2xf32>
    %46 = stablehlo.subtract %42, %43 : tensor<2x6x2xf32>
    %47 = stablehlo.add %44, %45 : tensor<2x6x2xf32>
    %48 = stablehlo.concatenate %46, %47, dim = 2 : (tensor<2x6x2xf32>, tensor<2x6x2xf32>) -> tensor<2x6x4xf32>
    %49 = stablehlo.slice %48 [0:2, 0:4, 0:4] : (tensor<2x6x4xf32>) -> tensor<2x4x4xf32>
    %50 = stablehlo.slice %48 [0:2, 4:6, 0:4] : (tensor<2x6x4xf32>) -> tensor<2x2x4xf32>
    %51 = stablehlo.slice %33 [0:2, 6:8, 0:4] : (tensor<2x8x4xf32>) -> tensor<2x2x4xf32>
    %52 = stablehlo.slice %50 [0:1, 0:2, 0:4] : (tensor<2x2x4xf32>) -> tensor<1x2x4xf32>
    %53 = stablehlo.constant dense<0> : tensor<i32>
    %54 = stablehlo.transpose %52, dims = [1, 0, 2] : (tensor<1x2x4xf32>) -> tensor<2x1x4xf32>
    %55 = stablehlo.dynamic_update_slice %kv_0_0, %54, %53, %1, %53 : (tensor<2x8x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %56 = stablehlo.slice %51 [0:1, 0:2, 0:4] : (tensor<2x2x4xf32>) -> tensor<1x2x4xf32>
    %57 = stablehlo.constant dense<0> : tensor<i32>
    %58 = stablehlo.transpose %56, dims = [1, 0, 2] : (tensor<1x2x4xf32>) -> tensor<2x1x4xf32>
    %59 = stablehlo.dynamic_update_slice %kv_0_1, %58, %57, %1, %57 : (tensor<2x8x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %60 = stablehlo.slice %49 [0:1, 0:4, 0:4] : (tensor<2x4x4xf32>) -> tensor<1x4x4xf32>
    %61 = stablehlo.reshape %60 : (tensor<1x4x4xf32>) -> tensor<1x2x2x4xf32>
    %62 = stablehlo.transpose %61, dims = [1, 2, 0, 3] : (tensor<1x2x2x4xf32>) -> tensor<2x2x1x4xf32>
    %63 = stablehlo.reshape %62 : (tensor<2x2x1x4xf32>) -> tensor<2x2x4xf32>
    %64 = stablehlo.dot_general %63, %55, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x2x4xf32>, tensor<2x8x4xf32>) -> tensor<2x2x8xf32>
    %65 = stablehlo.reshape %64 : (tensor<2x2x8xf32>) -> tensor<2x2x1x8xf32>
    %66 = stablehlo.constant dense<5.0e-01> : tensor<2x2x1x8xf32>
    %67 = stablehlo.multiply %65, %66 : tensor<2x2x1x8xf32>
    %68 = stablehlo.broadcast_in_dim %4, dims = [2, 3] : (tensor<1x8xi1>) -> tensor<2x2x1x8xi1>
    %69 = stablehlo.constant dense<-1.0e+30> : tensor<2x2x1x8xf32>
    %70 = stablehlo.select %68, %67, %69 : tensor<2x2x1x8xi1>, tensor<2x2x1x8xf32>
    %71 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %72 = stablehlo.reduce(%70 init: %71) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x1x8xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x8xf32>
    %74 = stablehlo.subtract %70, %73 : tensor<2x2x1x8xf32>
    %75 = stablehlo.exponential %74 : tensor<2x2x1x8xf32>
    %76 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %77 = stablehlo.reduce(%75 init: %76) applies stablehlo.add across dimensions = [3] : (tensor<2x2x1x8xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %78 = stablehlo.reshape %75 : (tensor<2x2x1x8xf32>) -> tensor<2x2x8xf32>
    %79 = stablehlo.dot_general %78, %59, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x2x8xf32>, tensor<2x8x4xf32>) -> tensor<2x2x4xf32>
    %80 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x4xf32>
    %81 = stablehlo.reshape %79 : (tensor<2x2x4xf32>) -> tensor<2x2x1x4xf32>
    %82 = stablehlo.divide %81, %80 : tensor<2x2x1x4xf32>
    %83 = stablehlo.transpose %82, dims = [2, 0, 1, 3] : (tensor<2x2x1x4xf32>) -> tensor<1x2x2x4xf32>
    %84 = stablehlo.reshape %83 : (tensor<1x2x2x4xf32>) -> tensor<1x16xf32>
    %85 = stablehlo.slice %50 [1:2, 0:2, 0:4] : (tensor<2x2x4xf32>) -> tensor<1x2x4xf32>
    %86 = stablehlo.constant dense<0> : tensor<i32>
    %87 = stablehlo.transpose %85, dims = [1, 0, 2] : (tensor<1x2x4xf32>) -> tensor<2x1x4xf32>
    %88 = stablehlo.dynamic_update_slice %kv_1_0, %87, %86, %6, %86 : (tensor<2x16x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x4xf32>
    %89 = stablehlo.slice %51 [1:2, 0:2, 0:4] : (tensor<2x2x4xf32>) -> tensor<1x2x4xf32>
    %90 = stablehlo.constant dense<0> : tensor<i32>
    %91 = stablehlo.transpose %89, dims = [1, 0, 2] : (tensor<1x2x4xf32>) -> tensor<2x1x4xf32>
    %92 = stablehlo.dynamic_update_slice %kv_1_1, %91, %90, %6, %90 : (tensor<2x16x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x4xf32>
    %93 = stablehlo.slice %49 [1:2, 0:4, 0:4] : (tensor<2x4x4xf32>) -> tensor<1x4x4xf32>
    %94 = stablehlo.reshape %93 : (tensor<1x4x4xf32>) -> tensor<1x2x2x4xf32>
    %95 = stablehlo.transpose %94, dims = [1, 2, 0, 3] : (tensor<1x2x2x4xf32>) -> tensor<2x2x1x4xf32>
    %96 = stablehlo.reshape %95 : (tensor<2x2x1x4xf32>) -> tensor<2x2x4xf32>
    %97 = stablehlo.dot_general %96, %88, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x2x4xf32>, tensor<2x16x4xf32>) -> tensor<2x2x16xf32>
    %98 = stablehlo.reshape %97 : (tensor<2x2x16xf32>) -> tensor<2x2x1x16xf32>
    %99 = stablehlo.constant dense<5.0e-01> : tensor<2x2x1x16xf32>
    %100 = stablehlo.multiply %98, %99 : tensor<2x2x1x16xf32>
    %101 = stablehlo.broadcast_in_dim %9, dims = [2, 3] : (tensor<1x16xi1>) -> tensor<2x2x1x16xi1>
    %102 = stablehlo.constant dense<-1.0e+30> : tensor<2x2x1x16xf32>
    %103 = stablehlo.select %101, %100, %102 : tensor<2x2x1x16xi1>, tensor<2x2x1x16xf32>
    %104 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %105 = stablehlo.reduce(%103 init: %104) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x1x16xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x16xf32>
    %107 = stablehlo.subtract %103, %106 : tensor<2x2x1x16xf32>
    %108 = stablehlo.exponential %107 : tensor<2x2x1x16xf32>
    %109 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %110 = stablehlo.reduce(%108 init: %109) applies stablehlo.add across dimensions = [3] : (tensor<2x2x1x16xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %111 = stablehlo.reshape %108 : (tensor<2x2x1x16xf32>) -> tensor<2x2x16xf32>
    %112 = stablehlo.dot_general %111, %92, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x2x16xf32>, tensor<2x16x4xf32>) -> tensor<2x2x4xf32>
    %113 = stablehlo.broadcast_in_dim %110, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x4xf32>
    %114 = stablehlo.reshape %112 : (tensor<2x2x4xf32>) -> tensor<2x2x1x4xf32>
    %115 = stablehlo.divide %114, %113 : tensor<2x2x1x4xf32>
    %116 = stablehlo.transpose %115, dims = [2, 0, 1, 3] : (tensor<2x2x1x4xf32>) -> tensor<1x2x2x4xf32>
    %117 = stablehlo.reshape %116 : (tensor<1x2x2x4xf32>) -> tensor<1x16xf32>
    %118 = stablehlo.concatenate %84, %117, dim = 0 : (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<2x16xf32>
    %119 = stablehlo.dot_general %118, %blk_0_attn_output_weight, contracting_dims = [1] x [1] : (tensor<2x16xf32>, tensor<8x16xf32>) -> tensor<2x8xf32>
    %120 = stablehlo.add %19, %119 : tensor<2x8xf32>
    %121 = stablehlo.multiply %120, %120 : tensor<2x8xf32>
    %122 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %123 = stablehlo.reduce(%121 init: %122) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %124 = stablehlo.constant dense<8.0e+00> : tensor<2xf32>
    %125 = stablehlo.divide %123, %124 : tensor<2xf32>
    %126 = stablehlo.constant dense<1.0e-05> : tensor<2xf32>
    %127 = stablehlo.add %125, %126 : tensor<2xf32>
    %128 = stablehlo.rsqrt %127 : tensor<2xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0] : (tensor<2xf32>) -> tensor<2x8xf32>
    %130 = stablehlo.multiply %120, %129 : tensor<2x8xf32>
    %131 = stablehlo.broadcast_in_dim %blk_0_ffn_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
    %132 = stablehlo.multiply %130, %131 : tensor<2x8xf32>
    %133 = stablehlo.dot_general %132, %blk_0_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<2x8xf32>, tensor<24x8xf32>) -> tensor<2x24xf32>
    %134 = stablehlo.slice %133 [0:2, 0:12] : (tensor<2x24xf32>) -> tensor<2x12xf32>
    %135 = stablehlo.slice %133 [0:2, 12:24] : (tensor<2x24xf32>) -> tensor<2x12xf32>
    %136 = stablehlo.logistic %134 : tensor<2x12xf32>
    %137 = stablehlo.multiply %134, %136 : tensor<2x12xf32>
    %138 = stablehlo.multiply %137, %135 : tensor<2x12xf32>
    %139 = stablehlo.dot_general %138, %blk_0_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<2x12xf32>, tensor<8x12xf32>) -> tensor<2x8xf32>
    %140 = stablehlo.add %120, %139 : tensor<2x8xf32>
    %141 = stablehlo.multiply %140, %140 : tensor<2x8xf32>
    %142 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %143 = stablehlo.reduce(%141 init: %142) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %144 = stablehlo.constant dense<8.0e+00> : tensor<2xf32>
    %145 = stablehlo.divide %143, %144 : tensor<2xf32>
    %146 = stablehlo.constant dense<1.0e-05> : tensor<2xf32>
    %147 = stablehlo.add %145, %146 : tensor<2xf32>
    %148 = stablehlo.rsqrt %147 : tensor<2xf32>
    %149 = stablehlo.broadcast_in_dim %148, dims = [0] : (tensor<2xf32>) -> tensor<2x8xf32>
    %150 = stablehlo.multiply %140, %149 : tensor<2x8xf32>
    %151 = stablehlo.broadcast_in_dim %blk_1_attn_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
    %152 = stablehlo.multiply %150, %151 : tensor<2x8xf32>
    %153 = stablehlo.dot_general %152, %blk_1_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<2x8xf32>, tensor<32x8xf32>) -> tensor<2x32xf32>
    %154 = stablehlo.reshape %153 : (tensor<2x32xf32>) -> tensor<2x8x4xf32>
    %155 = stablehlo.slice %154 [0:2, 0:6, 0:4] : (tensor<2x8x4xf32>) -> tensor<2x6x4xf32>
    %156 = stablehlo.broadcast_in_dim %16, dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x6x2xf32>
    %157 = stablehlo.broadcast_in_dim %18, dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x6x2xf32>
    %158 = stablehlo.reshape %155 : (tensor<2x6x4xf32>) -> tensor<2x6x2x2xf32>
    %159 = stablehlo.slice %158 [0:2, 0:6, 0:2, 0:1] : (tensor<2x6x2x2xf32>) -> tensor<2x6x2x1xf32>
    %160 = stablehlo.reshape %159 : (tensor<2x6x2x1xf32>) -> tensor<2x6x2xf32>
    %161 = stablehlo.slice %158 [0:2, 0:6, 0:2, 1:2] : (tensor<2x6x2x2xf32>) -> tensor<2x6x2x1xf32>
    %162 = stablehlo.reshape %161 : (tensor<2x6x2x1xf32>) -> tensor<2x6x2xf32>
    %163 = stablehlo.multiply %160, %156 : tensor<2x6x2xf32>
    %164 = stablehlo.multiply %162, %157 : tensor<2x6x2xf32>
    %165 = stablehlo.multiply %162, %156 : tensor<2x6x2xf32>
    %166 = stablehlo.multiply %160, %157 : tensor<2x6x2xf32>
    %167 = stablehlo.subtract %163, %164 : tensor<2x6x2xf32>
    %168 = stablehlo.add %165, %166 : tensor<2x6x2xf32>
    %169 = stablehlo.concatenate %167, %168, dim = 2 : (tensor<2x6x2xf32>, tensor<2x6x2xf32>) -> tensor<2x6x4xf32>
    %170 = stablehlo.slice %169 [0:2, 0:4, 0:4] : (tensor<2x6x4xf32>) -> tensor<2x4x4xf32>
    %171 = stablehlo.slice %169 [0:2, 4:6, 0:4] : (tensor<2x6x4xf32>) -> tensor<2x2x4xf32>
    %172 = stablehlo.slice %154 [0:2, 6:8, 0:4] : (tensor<2x8x4xf32>) -> tensor<2x2x4xf32>
    %173 = stablehlo.slice %171 [0:1, 0:2, 0:4] : (tensor<2x2x4xf32>) -> tensor<1x2x4xf32>
    %174 = stablehlo.constant dense<0> : tensor<i32>
    %175 = stablehlo.transpose %173, dims = [1, 0, 2] : (tensor<1x2x4xf32>) -> tensor<2x1x4xf32>
    %176 = stablehlo.dynamic_update_slice %kv_0_2, %175, %174, %1, %174 : (tensor<2x8x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %177 = stablehlo.slice %172 [0:1, 0:2, 0:4] : (tensor<2x2x4xf32>) -> tensor<1x2x4xf32>
    %178 = stablehlo.constant dense<0> : tensor<i32>
    %179 = stablehlo.transpose %177, dims = [1, 0, 2] : (tensor<1x2x4xf32>) -> tensor<2x1x4xf32>
    %180 = stablehlo.dynamic_update_slice %kv_0_3, %179, %178, %1, %178 : (tensor<2x8x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %181 = stablehlo.slice %170 [0:1, 0:4, 0:4] : (tensor<2x4x4xf32>) -> tensor<1x4x4xf32>
    %182 = stablehlo.reshape %181 : (tensor<1x4x4xf32>) -> tensor<1x2x2x4xf32>
    %183 = stablehlo.transpose %182, dims = [1, 2, 0, 3] : (tensor<1x2x2x4xf32>) -> tensor<2x2x1x4xf32>
    %184 = stablehlo.reshape %183 : (tensor<2x2x1x4xf32>) -> tensor<2x2x4xf32>
    %185 = stablehlo.dot_general %184, %176, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x2x4xf32>, tensor<2x8x4xf32>) -> tensor<2x2x8xf32>
    %186 = stablehlo.reshape %185 : (tensor<2x2x8xf32>) -> tensor<2x2x1x8xf32>
    %187 = stablehlo.constant dense<5.0e-01> : tensor<2x2x1x8xf32>
    %188 = stablehlo.multiply %186, %187 : tensor<2x2x1x8xf32>
    %189 = stablehlo.broadcast_in_dim %4, dims = [2, 3] : (tensor<1x8xi1>) -> tensor<2x2x1x8xi1>
    %190 = stablehlo.constant dense<-1.0e+30> : tensor<2x2x1x8xf32>
    %191 = stablehlo.select %189, %188, %190 : tensor<2x2x1x8xi1>, tensor<2x2x1x8xf32>
    %192 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %193 = stablehlo.reduce(%191 init: %192) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x1x8xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %194 = stablehlo.broadcast_in_dim %193, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x8xf32>
    %195 = stablehlo.subtract %191, %194 : tensor<2x2x1x8xf32>
    %196 = stablehlo.exponential %195 : tensor<2x2x1x8xf32>
    %197 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %198 = stablehlo.reduce(%196 init: %197) applies stablehlo.add across dimensions = [3] : (tensor<2x2x1x8xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %199 = stablehlo.reshape %196 : (tensor<2x2x1x8xf32>) -> tensor<2x2x8xf32>
    %200 = stablehlo.dot_general %199, %180, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x2x8xf32>, tensor<2x8x4xf32>) -> tensor<2x2x4xf32>
    %201 = stablehlo.broadcast_in_dim %198, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x4xf32>
    %202 = stablehlo.reshape %200 : (tensor<2x2x4xf32>) -> tensor<2x2x1x4xf32>
    %203 = stablehlo.divide %202, %201 : tensor<2x2x1x4xf32>
    %204 = stablehlo.transpose %203, dims = [2, 0, 1, 3] : (tensor<2x2x1x4xf32>) -> tensor<1x2x2x4xf32>
    %205 = stablehlo.reshape %204 : (tensor<1x2x2x4xf32>) -> tensor<1x16xf32>
    %206 = stablehlo.slice %171 [1:2, 0:2, 0:4] : (tensor<2x2x4xf32>) -> tensor<1x2x4xf32>
    %207 = stablehlo.constant dense<0> : tensor<i32>
    %208 = stablehlo.transpose %206, dims = [1, 0, 2] : (tensor<1x2x4xf32>) -> tensor<2x1x4xf32>
    %209 = stablehlo.dynamic_update_slice %kv_1_2, %208, %207, %6, %207 : (tensor<2x16x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x4xf32>
    %210 = stablehlo.slice %172 [1:2, 0:2, 0:4] : (tensor<2x2x4xf32>) -> tensor<1x2x4xf32>
    %211 = stablehlo.constant dense<0> : tensor<i32>
    %212 = stablehlo.transpose %210, dims = [1, 0, 2] : (tensor<1x2x4xf32>) -> tensor<2x1x4xf32>
    %213 = stablehlo.dynamic_update_slice %kv_1_3, %212, %211, %6, %211 : (tensor<2x16x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x4xf32>
    %214 = stablehlo.slice %170 [1:2, 0:4, 0:4] : (tensor<2x4x4xf32>) -> tensor<1x4x4xf32>
    %215 = stablehlo.reshape %214 : (tensor<1x4x4xf32>) -> tensor<1x2x2x4xf32>
    %216 = stablehlo.transpose %215, dims = [1, 2, 0, 3] : (tensor<1x2x2x4xf32>) -> tensor<2x2x1x4xf32>
    %217 = stablehlo.reshape %216 : (tensor<2x2x1x4xf32>) -> tensor<2x2x4xf32>
    %218 = stablehlo.dot_general %217, %209, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x2x4xf32>, tensor<2x16x4xf32>) -> tensor<2x2x16xf32>
    %219 = stablehlo.reshape %218 : (tensor<2x2x16xf32>) -> tensor<2x2x1x16xf32>
    %220 = stablehlo.constant dense<5.0e-01> : tensor<2x2x1x16xf32>
    %221 = stablehlo.multiply %219, %220 : tensor<2x2x1x16xf32>
    %222 = stablehlo.broadcast_in_dim %9, dims = [2, 3] : (tensor<1x16xi1>) -> tensor<2x2x1x16xi1>
    %223 = stablehlo.constant dense<-1.0e+30> : tensor<2x2x1x16xf32>
    %224 = stablehlo.select %222, %221, %223 : tensor<2x2x1x16xi1>, tensor<2x2x1x16xf32>
    %225 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %226 = stablehlo.reduce(%224 init: %225) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x1x16xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x16xf32>
    %228 = stablehlo.subtract %224, %227 : tensor<2x2x1x16xf32>
    %229 = stablehlo.exponential %228 : tensor<2x2x1x16xf32>
    %230 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %231 = stablehlo.reduce(%229 init: %230) applies stablehlo.add across dimensions = [3] : (tensor<2x2x1x16xf32>, tensor<f32>) -> tensor<2x2x1xf32>
    %232 = stablehlo.reshape %229 : (tensor<2x2x1x16xf32>) -> tensor<2x2x16xf32>
    %233 = stablehlo.dot_general %232, %213, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x2x16xf32>, tensor<2x16x4xf32>) -> tensor<2x2x4xf32>
    %234 = stablehlo.broadcast_in_dim %231, dims = [0, 1, 2] : (tensor<2x2x1xf32>) -> tensor<2x2x1x4xf32>
    %235 = stablehlo.reshape %233 : (tensor<2x2x4xf32>) -> tensor<2x2x1x4xf32>
    %236 = stablehlo.divide %235, %234 : tensor<2x2x1x4xf32>
    %237 = stablehlo.transpose %236, dims = [2, 0, 1, 3] : (tensor<2x2x1x4xf32>) -> tensor<1x2x2x4xf32>
    %238 = stablehlo.reshape %237 : (tensor<1x2x2x4xf32>) -> tensor<1x16xf32>
    %239 = stablehlo.concatenate %205, %238, dim = 0 : (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<2x16xf32>
    %240 = stablehlo.dot_general %239, %blk_1_attn_output_weight, contracting_dims = [1] x [1] : (tensor<2x16xf32>, tensor<8x16xf32>) -> tensor<2x8xf32>
    %241 = stablehlo.add %140, %240 : tensor<2x8xf32>
    %242 = stablehlo.multiply %241, %241 : tensor<2x8xf32>
    %243 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %244 = stablehlo.reduce(%242 init: %243) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %245 = stablehlo.constant dense<8.0e+00> : tensor<2xf32>
    %246 = stablehlo.divide %244, %245 : tensor<2xf32>
    %247 = stablehlo.constant dense<1.0e-05> : tensor<2xf32>
    %248 = stablehlo.add %246, %247 : tensor<2xf32>
    %249 = stablehlo.rsqrt %248 : tensor<2xf32>
    %250 = stablehlo.broadcast_in_dim %249, dims = [0] : (tensor<2xf32>) -> tensor<2x8xf32>
    %251 = stablehlo.multiply %241, %250 : tensor<2x8xf32>
    %252 = stablehlo.broadcast_in_dim %blk_1_ffn_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
    %253 = stablehlo.multiply %251, %252 : tensor<2x8xf32>
    %254 = stablehlo.dot_general %253, %blk_1_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<2x8xf32>, tensor<24x8xf32>) -> tensor<2x24xf32>
    %255 = stablehlo.slice %254 [0:2, 0:12] : (tensor<2x24xf32>) -> tensor<2x12xf32>
    %256 = stablehlo.slice %254 [0:2, 12:24] : (tensor<2x24xf32>) -> tensor<2x12xf32>
    %257 = stablehlo.logistic %255 : tensor<2x12xf32>
    %258 = stablehlo.multiply %255, %257 : tensor<2x12xf32>
    %259 = stablehlo.multiply %258, %256 : tensor<2x12xf32>
    %260 = stablehlo.dot_general %259, %blk_1_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<2x12xf32>, tensor<8x12xf32>) -> tensor<2x8xf32>
    %261 = stablehlo.add %241, %260 : tensor<2x8xf32>
    %262 = stablehlo.multiply %261, %261 : tensor<2x8xf32>
    %263 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %264 = stablehlo.reduce(%262 init: %263) applies stablehlo.add across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
    %265 = stablehlo.constant dense<8.0e+00> : tensor<2xf32>
    %266 = stablehlo.divide %264, %265 : tensor<2xf32>
    %267 = stablehlo.constant dense<1.0e-05> : tensor<2xf32>
    %268 = stablehlo.add %266, %267 : tensor<2xf32>
    %269 = stablehlo.rsqrt %268 : tensor<2xf32>
    %270 = stablehlo.broadcast_in_dim %269, dims = [0] : (tensor<2xf32>) -> tensor<2x8xf32>
    %271 = stablehlo.multiply %261, %270 : tensor<2x8xf32>
    %272 = stablehlo.broadcast_in_dim %output_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
    %273 = stablehlo.multiply %271, %272 : tensor<2x8xf32>
    %274 = stablehlo.dot_general %273, %token_embd_weight, contracting_dims = [1] x [1] : (tensor<2x8xf32>, tensor<11x8xf32>) -> tensor<2x11xf32>
    return %55, %59, %176, %180, %88, %92, %209, %213, %274 : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x11xf32>
  }
}
