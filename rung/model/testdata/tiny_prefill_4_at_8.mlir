module @prefill_4_at_8 {
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
      %tokens: tensor<4xi32>,
      %position: tensor<i32>,
      %valid: tensor<i32>
  ) -> (tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<11xf32>) {
    %0 = stablehlo.iota dim = 0 : tensor<4xi32>
    %1 = stablehlo.broadcast_in_dim %position, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %2 = stablehlo.add %1, %0 : tensor<4xi32>
    %3 = stablehlo.iota dim = 1 : tensor<4x8xi32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xi32>) -> tensor<4x8xi32>
    %5 = stablehlo.compare LE, %3, %4 : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi1>
    %6 = stablehlo.constant dense<[1.0e+00, 1.0e-02]> : tensor<2xf32>
    %7 = stablehlo.convert %2 : (tensor<4xi32>) -> tensor<4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
    %9 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<4x2xf32>
    %11 = stablehlo.cosine %10 : tensor<4x2xf32>
    %12 = stablehlo.optimization_barrier %11 : tensor<4x2xf32>
    %13 = stablehlo.sine %10 : tensor<4x2xf32>
    %14 = stablehlo.optimization_barrier %13 : tensor<4x2xf32>
    %15 = "stablehlo.gather"(%token_embd_weight, %tokens) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<11x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
    %16 = stablehlo.multiply %15, %15 : tensor<4x8xf32>
    %17 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %18 = stablehlo.reduce(%16 init: %17) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %19 = stablehlo.constant dense<8.0e+00> : tensor<4xf32>
    %20 = stablehlo.divide %18, %19 : tensor<4xf32>
    %21 = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
    %22 = stablehlo.add %20, %21 : tensor<4xf32>
    %23 = stablehlo.rsqrt %22 : tensor<4xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %25 = stablehlo.multiply %15, %24 : tensor<4x8xf32>
    %26 = stablehlo.broadcast_in_dim %blk_0_attn_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %27 = stablehlo.multiply %25, %26 : tensor<4x8xf32>
    %28 = stablehlo.dot_general %27, %blk_0_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<32x8xf32>) -> tensor<4x32xf32>
    %29 = stablehlo.reshape %28 : (tensor<4x32xf32>) -> tensor<4x8x4xf32>
    %30 = stablehlo.slice %29 [0:4, 0:6, 0:4] : (tensor<4x8x4xf32>) -> tensor<4x6x4xf32>
    %31 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<4x2xf32>) -> tensor<4x6x2xf32>
    %32 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<4x2xf32>) -> tensor<4x6x2xf32>
    %33 = stablehlo.reshape %30 : (tensor<4x6x4xf32>) -> tensor<4x6x2x2xf32>
    %34 = stablehlo.slice %33 [0:4, 0:6, 0:2, 0:1] : (tensor<4x6x2x2xf32>) -> tensor<4x6x2x1xf32>
    %35 = stablehlo.reshape %34 : (tensor<4x6x2x1xf32>) -> tensor<4x6x2xf32>
    %36 = stablehlo.slice %33 [0:4, 0:6, 0:2, 1:2] : (tensor<4x6x2x2xf32>) -> tensor<4x6x2x1xf32>
    %37 = stablehlo.reshape %36 : (tensor<4x6x2x1xf32>) -> tensor<4x6x2xf32>
    %38 = stablehlo.multiply %35, %31 : tensor<4x6x2xf32>
    %39 = stablehlo.multiply %37, %32 : tensor<4x6x2xf32>
    %40 = stablehlo.multiply %37, %31 : tensor<4x6x2xf32>
    %41 = stablehlo.multiply %35, %32 : tensor<4x6x2xf32>
    %42 = stablehlo.subtract %38, %39 : tensor<4x6x2xf32>
    %43 = stablehlo.add %40, %41 : tensor<4x6x2xf32>
    %44 = stablehlo.concatenate %42, %43, dim = 2 : (tensor<4x6x2xf32>, tensor<4x6x2xf32>) -> tensor<4x6x4xf32>
    %45 = stablehlo.slice %44 [0:4, 0:4, 0:4] : (tensor<4x6x4xf32>) -> tensor<4x4x4xf32>
    %46 = stablehlo.slice %44 [0:4, 4:6, 0:4] : (tensor<4x6x4xf32>) -> tensor<4x2x4xf32>
    %47 = stablehlo.slice %29 [0:4, 6:8, 0:4] : (tensor<4x8x4xf32>) -> tensor<4x2x4xf32>
    %48 = stablehlo.constant dense<0> : tensor<i32>
    %49 = stablehlo.transpose %46, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %50 = stablehlo.dynamic_update_slice %kv_0_0, %49, %48, %position, %48 : (tensor<2x8x4xf32>, tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %51 = stablehlo.constant dense<0> : tensor<i32>
    %52 = stablehlo.transpose %47, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %53 = stablehlo.dynamic_update_slice %kv_0_1, %52, %51, %position, %51 : (tensor<2x8x4xf32>, tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %54 = stablehlo.reshape %45 : (tensor<4x4x4xf32>) -> tensor<4x2x2x4xf32>
    %55 = stablehlo.transpose %54, dims = [1, 2, 0, 3] : (tensor<4x2x2x4xf32>) -> tensor<2x2x4x4xf32>
    %56 = stablehlo.reshape %55 : (tensor<2x2x4x4xf32>) -> tensor<2x8x4xf32>
    %57 = stablehlo.dot_general %56, %50, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x8x8xf32>
    %58 = stablehlo.reshape %57 : (tensor<2x8x8xf32>) -> tensor<2x2x4x8xf32>
    %59 = stablehlo.constant dense<5.0e-01> : tensor<2x2x4x8xf32>
    %60 = stablehlo.multiply %58, %59 : tensor<2x2x4x8xf32>
    %61 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<4x8xi1>) -> tensor<2x2x4x8xi1>
    %62 = stablehlo.constant dense<-1.0e+30> : tensor<2x2x4x8xf32>
    %63 = stablehlo.select %61, %60, %62 : tensor<2x2x4x8xi1>, tensor<2x2x4x8xf32>
    %64 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %65 = stablehlo.reduce(%63 init: %64) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x4x8xf32>, tensor<f32>) -> tensor<2x2x4xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4x8xf32>
    %67 = stablehlo.subtract %63, %66 : tensor<2x2x4x8xf32>
    %68 = stablehlo.exponential %67 : tensor<2x2x4x8xf32>
    %69 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %70 = stablehlo.reduce(%68 init: %69) applies stablehlo.add across dimensions = [3] : (tensor<2x2x4x8xf32>, tensor<f32>) -> tensor<2x2x4xf32>
    %71 = stablehlo.reshape %68 : (tensor<2x2x4x8xf32>) -> tensor<2x8x8xf32>
    %72 = stablehlo.dot_general %71, %53, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    %73 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4x4xf32>
    %74 = stablehlo.reshape %72 : (tensor<2x8x4xf32>) -> tensor<2x2x4x4xf32>
    %75 = stablehlo.divide %74, %73 : tensor<2x2x4x4xf32>
    %76 = stablehlo.transpose %75, dims = [2, 0, 1, 3] : (tensor<2x2x4x4xf32>) -> tensor<4x2x2x4xf32>
    %77 = stablehlo.reshape %76 : (tensor<4x2x2x4xf32>) -> tensor<4x16xf32>
    %78 = stablehlo.dot_general %77, %blk_0_attn_output_weight, contracting_dims = [1] x [1] : (tensor<4x16xf32>, tensor<8x16xf32>) -> tensor<4x8xf32>
    %79 = stablehlo.add %15, %78 : tensor<4x8xf32>
    %80 = stablehlo.multiply %79, %79 : tensor<4x8xf32>
    %81 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %82 = stablehlo.reduce(%80 init: %81) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %83 = stablehlo.constant dense<8.0e+00> : tensor<4xf32>
    %84 = stablehlo.divide %82, %83 : tensor<4xf32>
    %85 = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
    %86 = stablehlo.add %84, %85 : tensor<4xf32>
    %87 = stablehlo.rsqrt %86 : tensor<4xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %89 = stablehlo.multiply %79, %88 : tensor<4x8xf32>
    %90 = stablehlo.broadcast_in_dim %blk_0_ffn_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %91 = stablehlo.multiply %89, %90 : tensor<4x8xf32>
    %92 = stablehlo.dot_general %91, %blk_0_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<24x8xf32>) -> tensor<4x24xf32>
    %93 = stablehlo.slice %92 [0:4, 0:12] : (tensor<4x24xf32>) -> tensor<4x12xf32>
    %94 = stablehlo.slice %92 [0:4, 12:24] : (tensor<4x24xf32>) -> tensor<4x12xf32>
    %95 = stablehlo.logistic %93 : tensor<4x12xf32>
    %96 = stablehlo.multiply %93, %95 : tensor<4x12xf32>
    %97 = stablehlo.multiply %96, %94 : tensor<4x12xf32>
    %98 = stablehlo.dot_general %97, %blk_0_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<4x12xf32>, tensor<8x12xf32>) -> tensor<4x8xf32>
    %99 = stablehlo.add %79, %98 : tensor<4x8xf32>
    %100 = stablehlo.multiply %99, %99 : tensor<4x8xf32>
    %101 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %102 = stablehlo.reduce(%100 init: %101) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %103 = stablehlo.constant dense<8.0e+00> : tensor<4xf32>
    %104 = stablehlo.divide %102, %103 : tensor<4xf32>
    %105 = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
    %106 = stablehlo.add %104, %105 : tensor<4xf32>
    %107 = stablehlo.rsqrt %106 : tensor<4xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %109 = stablehlo.multiply %99, %108 : tensor<4x8xf32>
    %110 = stablehlo.broadcast_in_dim %blk_1_attn_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %111 = stablehlo.multiply %109, %110 : tensor<4x8xf32>
    %112 = stablehlo.dot_general %111, %blk_1_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<32x8xf32>) -> tensor<4x32xf32>
    %113 = stablehlo.reshape %112 : (tensor<4x32xf32>) -> tensor<4x8x4xf32>
    %114 = stablehlo.slice %113 [0:4, 0:6, 0:4] : (tensor<4x8x4xf32>) -> tensor<4x6x4xf32>
    %115 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<4x2xf32>) -> tensor<4x6x2xf32>
    %116 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<4x2xf32>) -> tensor<4x6x2xf32>
    %117 = stablehlo.reshape %114 : (tensor<4x6x4xf32>) -> tensor<4x6x2x2xf32>
    %118 = stablehlo.slice %117 [0:4, 0:6, 0:2, 0:1] : (tensor<4x6x2x2xf32>) -> tensor<4x6x2x1xf32>
    %119 = stablehlo.reshape %118 : (tensor<4x6x2x1xf32>) -> tensor<4x6x2xf32>
    %120 = stablehlo.slice %117 [0:4, 0:6, 0:2, 1:2] : (tensor<4x6x2x2xf32>) -> tensor<4x6x2x1xf32>
    %121 = stablehlo.reshape %120 : (tensor<4x6x2x1xf32>) -> tensor<4x6x2xf32>
    %122 = stablehlo.multiply %119, %115 : tensor<4x6x2xf32>
    %123 = stablehlo.multiply %121, %116 : tensor<4x6x2xf32>
    %124 = stablehlo.multiply %121, %115 : tensor<4x6x2xf32>
    %125 = stablehlo.multiply %119, %116 : tensor<4x6x2xf32>
    %126 = stablehlo.subtract %122, %123 : tensor<4x6x2xf32>
    %127 = stablehlo.add %124, %125 : tensor<4x6x2xf32>
    %128 = stablehlo.concatenate %126, %127, dim = 2 : (tensor<4x6x2xf32>, tensor<4x6x2xf32>) -> tensor<4x6x4xf32>
    %129 = stablehlo.slice %128 [0:4, 0:4, 0:4] : (tensor<4x6x4xf32>) -> tensor<4x4x4xf32>
    %130 = stablehlo.slice %128 [0:4, 4:6, 0:4] : (tensor<4x6x4xf32>) -> tensor<4x2x4xf32>
    %131 = stablehlo.slice %113 [0:4, 6:8, 0:4] : (tensor<4x8x4xf32>) -> tensor<4x2x4xf32>
    %132 = stablehlo.constant dense<0> : tensor<i32>
    %133 = stablehlo.transpose %130, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %134 = stablehlo.dynamic_update_slice %kv_0_2, %133, %132, %position, %132 : (tensor<2x8x4xf32>, tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %135 = stablehlo.constant dense<0> : tensor<i32>
    %136 = stablehlo.transpose %131, dims = [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
    %137 = stablehlo.dynamic_update_slice %kv_0_3, %136, %135, %position, %135 : (tensor<2x8x4xf32>, tensor<2x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %138 = stablehlo.reshape %129 : (tensor<4x4x4xf32>) -> tensor<4x2x2x4xf32>
    %139 = stablehlo.transpose %138, dims = [1, 2, 0, 3] : (tensor<4x2x2x4xf32>) -> tensor<2x2x4x4xf32>
    %140 = stablehlo.reshape %139 : (tensor<2x2x4x4xf32>) -> tensor<2x8x4xf32>
    %141 = stablehlo.dot_general %140, %134, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x8x8xf32>
    %142 = stablehlo.reshape %141 : (tensor<2x8x8xf32>) -> tensor<2x2x4x8xf32>
    %143 = stablehlo.constant dense<5.0e-01> : tensor<2x2x4x8xf32>
    %144 = stablehlo.multiply %142, %143 : tensor<2x2x4x8xf32>
    %145 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<4x8xi1>) -> tensor<2x2x4x8xi1>
    %146 = stablehlo.constant dense<-1.0e+30> : tensor<2x2x4x8xf32>
    %147 = stablehlo.select %145, %144, %146 : tensor<2x2x4x8xi1>, tensor<2x2x4x8xf32>
    %148 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %149 = stablehlo.reduce(%147 init: %148) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x4x8xf32>, tensor<f32>) -> tensor<2x2x4xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4x8xf32>
    %151 = stablehlo.subtract %147, %150 : tensor<2x2x4x8xf32>
    %152 = stablehlo.exponential %151 : tensor<2x2x4x8xf32>
    %153 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %154 = stablehlo.reduce(%152 init: %153) applies stablehlo.add across dimensions = [3] : (tensor<2x2x4x8xf32>, tensor<f32>) -> tensor<2x2x4xf32>
    %155 = stablehlo.reshape %152 : (tensor<2x2x4x8xf32>) -> tensor<2x8x8xf32>
    %156 = stablehlo.dot_general %155, %137, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    %157 = stablehlo.broadcast_in_dim %154, dims = [0, 1, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4x4xf32>
    %158 = stablehlo.reshape %156 : (tensor<2x8x4xf32>) -> tensor<2x2x4x4xf32>
    %159 = stablehlo.divide %158, %157 : tensor<2x2x4x4xf32>
    %160 = stablehlo.transpose %159, dims = [2, 0, 1, 3] : (tensor<2x2x4x4xf32>) -> tensor<4x2x2x4xf32>
    %161 = stablehlo.reshape %160 : (tensor<4x2x2x4xf32>) -> tensor<4x16xf32>
    %162 = stablehlo.dot_general %161, %blk_1_attn_output_weight, contracting_dims = [1] x [1] : (tensor<4x16xf32>, tensor<8x16xf32>) -> tensor<4x8xf32>
    %163 = stablehlo.add %99, %162 : tensor<4x8xf32>
    %164 = stablehlo.multiply %163, %163 : tensor<4x8xf32>
    %165 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %166 = stablehlo.reduce(%164 init: %165) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %167 = stablehlo.constant dense<8.0e+00> : tensor<4xf32>
    %168 = stablehlo.divide %166, %167 : tensor<4xf32>
    %169 = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
    %170 = stablehlo.add %168, %169 : tensor<4xf32>
    %171 = stablehlo.rsqrt %170 : tensor<4xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %173 = stablehlo.multiply %163, %172 : tensor<4x8xf32>
    %174 = stablehlo.broadcast_in_dim %blk_1_ffn_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %175 = stablehlo.multiply %173, %174 : tensor<4x8xf32>
    %176 = stablehlo.dot_general %175, %blk_1_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<24x8xf32>) -> tensor<4x24xf32>
    %177 = stablehlo.slice %176 [0:4, 0:12] : (tensor<4x24xf32>) -> tensor<4x12xf32>
    %178 = stablehlo.slice %176 [0:4, 12:24] : (tensor<4x24xf32>) -> tensor<4x12xf32>
    %179 = stablehlo.logistic %177 : tensor<4x12xf32>
    %180 = stablehlo.multiply %177, %179 : tensor<4x12xf32>
    %181 = stablehlo.multiply %180, %178 : tensor<4x12xf32>
    %182 = stablehlo.dot_general %181, %blk_1_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<4x12xf32>, tensor<8x12xf32>) -> tensor<4x8xf32>
    %183 = stablehlo.add %163, %182 : tensor<4x8xf32>
    %184 = stablehlo.constant dense<1> : tensor<i32>
    %185 = stablehlo.subtract %valid, %184 : tensor<i32>
    %186 = stablehlo.constant dense<0> : tensor<i32>
    %187 = stablehlo.dynamic_slice %183, %185, %186, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %188 = stablehlo.multiply %187, %187 : tensor<1x8xf32>
    %189 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %190 = stablehlo.reduce(%188 init: %189) applies stablehlo.add across dimensions = [1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<1xf32>
    %191 = stablehlo.constant dense<8.0e+00> : tensor<1xf32>
    %192 = stablehlo.divide %190, %191 : tensor<1xf32>
    %193 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %194 = stablehlo.add %192, %193 : tensor<1xf32>
    %195 = stablehlo.rsqrt %194 : tensor<1xf32>
    %196 = stablehlo.broadcast_in_dim %195, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
    %197 = stablehlo.multiply %187, %196 : tensor<1x8xf32>
    %198 = stablehlo.broadcast_in_dim %output_norm_weight, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %199 = stablehlo.multiply %197, %198 : tensor<1x8xf32>
    %200 = stablehlo.dot_general %199, %token_embd_weight, contracting_dims = [1] x [1] : (tensor<1x8xf32>, tensor<11x8xf32>) -> tensor<1x11xf32>
    %201 = stablehlo.reshape %200 : (tensor<1x11xf32>) -> tensor<11xf32>
    return %50, %53, %134, %137, %201 : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<11xf32>
  }
}
