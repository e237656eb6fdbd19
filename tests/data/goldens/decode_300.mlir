module @decode_300 {
  func.func public @main(
      %token_embd_weight: tensor<49152x576xf32>,
      %blk_0_attn_norm_weight: tensor<576xf32>,
      %blk_0_attn_qkv_weight: tensor<960x576xf32>,
      %blk_0_attn_output_weight: tensor<576x576xf32>,
      %blk_0_ffn_norm_weight: tensor<576xf32>,
      %blk_0_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_0_ffn_down_weight: tensor<576x1536xf32>,
      %blk_1_attn_norm_weight: tensor<576xf32>,
      %blk_1_attn_qkv_weight: tensor<960x576xf32>,
      %blk_1_attn_output_weight: tensor<576x576xf32>,
      %blk_1_ffn_norm_weight: tensor<576xf32>,
      %blk_1_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_1_ffn_down_weight: tensor<576x1536xf32>,
      %blk_2_attn_norm_weight: tensor<576xf32>,
      %blk_2_attn_qkv_weight: tensor<960x576xf32>,
      %blk_2_attn_output_weight: tensor<576x576xf32>,
      %blk_2_ffn_norm_weight: tensor<576xf32>,
      %blk_2_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_2_ffn_down_weight: tensor<576x1536xf32>,
      %blk_3_attn_norm_weight: tensor<576xf32>,
      %blk_3_attn_qkv_weight: tensor<960x576xf32>,
      %blk_3_attn_output_weight: tensor<576x576xf32>,
      %blk_3_ffn_norm_weight: tensor<576xf32>,
      %blk_3_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_3_ffn_down_weight: tensor<576x1536xf32>,
      %blk_4_attn_norm_weight: tensor<576xf32>,
      %blk_4_attn_qkv_weight: tensor<960x576xf32>,
      %blk_4_attn_output_weight: tensor<576x576xf32>,
      %blk_4_ffn_norm_weight: tensor<576xf32>,
      %blk_4_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_4_ffn_down_weight: tensor<576x1536xf32>,
      %blk_5_attn_norm_weight: tensor<576xf32>,
      %blk_5_attn_qkv_weight: tensor<960x576xf32>,
      %blk_5_attn_output_weight: tensor<576x576xf32>,
      %blk_5_ffn_norm_weight: tensor<576xf32>,
      %blk_5_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_5_ffn_down_weight: tensor<576x1536xf32>,
      %blk_6_attn_norm_weight: tensor<576xf32>,
      %blk_6_attn_qkv_weight: tensor<960x576xf32>,
      %blk_6_attn_output_weight: tensor<576x576xf32>,
      %blk_6_ffn_norm_weight: tensor<576xf32>,
      %blk_6_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_6_ffn_down_weight: tensor<576x1536xf32>,
      %blk_7_attn_norm_weight: tensor<576xf32>,
      %blk_7_attn_qkv_weight: tensor<960x576xf32>,
      %blk_7_attn_output_weight: tensor<576x576xf32>,
      %blk_7_ffn_norm_weight: tensor<576xf32>,
      %blk_7_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_7_ffn_down_weight: tensor<576x1536xf32>,
      %blk_8_attn_norm_weight: tensor<576xf32>,
      %blk_8_attn_qkv_weight: tensor<960x576xf32>,
      %blk_8_attn_output_weight: tensor<576x576xf32>,
      %blk_8_ffn_norm_weight: tensor<576xf32>,
      %blk_8_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_8_ffn_down_weight: tensor<576x1536xf32>,
      %blk_9_attn_norm_weight: tensor<576xf32>,
      %blk_9_attn_qkv_weight: tensor<960x576xf32>,
      %blk_9_attn_output_weight: tensor<576x576xf32>,
      %blk_9_ffn_norm_weight: tensor<576xf32>,
      %blk_9_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_9_ffn_down_weight: tensor<576x1536xf32>,
      %blk_10_attn_norm_weight: tensor<576xf32>,
      %blk_10_attn_qkv_weight: tensor<960x576xf32>,
      %blk_10_attn_output_weight: tensor<576x576xf32>,
      %blk_10_ffn_norm_weight: tensor<576xf32>,
      %blk_10_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_10_ffn_down_weight: tensor<576x1536xf32>,
      %blk_11_attn_norm_weight: tensor<576xf32>,
      %blk_11_attn_qkv_weight: tensor<960x576xf32>,
      %blk_11_attn_output_weight: tensor<576x576xf32>,
      %blk_11_ffn_norm_weight: tensor<576xf32>,
      %blk_11_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_11_ffn_down_weight: tensor<576x1536xf32>,
      %blk_12_attn_norm_weight: tensor<576xf32>,
      %blk_12_attn_qkv_weight: tensor<960x576xf32>,
      %blk_12_attn_output_weight: tensor<576x576xf32>,
      %blk_12_ffn_norm_weight: tensor<576xf32>,
      %blk_12_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_12_ffn_down_weight: tensor<576x1536xf32>,
      %blk_13_attn_norm_weight: tensor<576xf32>,
      %blk_13_attn_qkv_weight: tensor<960x576xf32>,
      %blk_13_attn_output_weight: tensor<576x576xf32>,
      %blk_13_ffn_norm_weight: tensor<576xf32>,
      %blk_13_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_13_ffn_down_weight: tensor<576x1536xf32>,
      %blk_14_attn_norm_weight: tensor<576xf32>,
      %blk_14_attn_qkv_weight: tensor<960x576xf32>,
      %blk_14_attn_output_weight: tensor<576x576xf32>,
      %blk_14_ffn_norm_weight: tensor<576xf32>,
      %blk_14_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_14_ffn_down_weight: tensor<576x1536xf32>,
      %blk_15_attn_norm_weight: tensor<576xf32>,
      %blk_15_attn_qkv_weight: tensor<960x576xf32>,
      %blk_15_attn_output_weight: tensor<576x576xf32>,
      %blk_15_ffn_norm_weight: tensor<576xf32>,
      %blk_15_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_15_ffn_down_weight: tensor<576x1536xf32>,
      %blk_16_attn_norm_weight: tensor<576xf32>,
      %blk_16_attn_qkv_weight: tensor<960x576xf32>,
      %blk_16_attn_output_weight: tensor<576x576xf32>,
      %blk_16_ffn_norm_weight: tensor<576xf32>,
      %blk_16_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_16_ffn_down_weight: tensor<576x1536xf32>,
      %blk_17_attn_norm_weight: tensor<576xf32>,
      %blk_17_attn_qkv_weight: tensor<960x576xf32>,
      %blk_17_attn_output_weight: tensor<576x576xf32>,
      %blk_17_ffn_norm_weight: tensor<576xf32>,
      %blk_17_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_17_ffn_down_weight: tensor<576x1536xf32>,
      %blk_18_attn_norm_weight: tensor<576xf32>,
      %blk_18_attn_qkv_weight: tensor<960x576xf32>,
      %blk_18_attn_output_weight: tensor<576x576xf32>,
      %blk_18_ffn_norm_weight: tensor<576xf32>,
      %blk_18_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_18_ffn_down_weight: tensor<576x1536xf32>,
      %blk_19_attn_norm_weight: tensor<576xf32>,
      %blk_19_attn_qkv_weight: tensor<960x576xf32>,
      %blk_19_attn_output_weight: tensor<576x576xf32>,
      %blk_19_ffn_norm_weight: tensor<576xf32>,
      %blk_19_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_19_ffn_down_weight: tensor<576x1536xf32>,
      %blk_20_attn_norm_weight: tensor<576xf32>,
      %blk_20_attn_qkv_weight: tensor<960x576xf32>,
      %blk_20_attn_output_weight: tensor<576x576xf32>,
      %blk_20_ffn_norm_weight: tensor<576xf32>,
      %blk_20_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_20_ffn_down_weight: tensor<576x1536xf32>,
      %blk_21_attn_norm_weight: tensor<576xf32>,
      %blk_21_attn_qkv_weight: tensor<960x576xf32>,
      %blk_21_attn_output_weight: tensor<576x576xf32>,
      %blk_21_ffn_norm_weight: tensor<576xf32>,
      %blk_21_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_21_ffn_down_weight: tensor<576x1536xf32>,
      %blk_22_attn_norm_weight: tensor<576xf32>,
      %blk_22_attn_qkv_weight: tensor<960x576xf32>,
      %blk_22_attn_output_weight: tensor<576x576xf32>,
      %blk_22_ffn_norm_weight: tensor<576xf32>,
      %blk_22_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_22_ffn_down_weight: tensor<576x1536xf32>,
      %blk_23_attn_norm_weight: tensor<576xf32>,
      %blk_23_attn_qkv_weight: tensor<960x576xf32>,
      %blk_23_attn_output_weight: tensor<576x576xf32>,
      %blk_23_ffn_norm_weight: tensor<576xf32>,
      %blk_23_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_23_ffn_down_weight: tensor<576x1536xf32>,
      %blk_24_attn_norm_weight: tensor<576xf32>,
      %blk_24_attn_qkv_weight: tensor<960x576xf32>,
      %blk_24_attn_output_weight: tensor<576x576xf32>,
      %blk_24_ffn_norm_weight: tensor<576xf32>,
      %blk_24_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_24_ffn_down_weight: tensor<576x1536xf32>,
      %blk_25_attn_norm_weight: tensor<576xf32>,
      %blk_25_attn_qkv_weight: tensor<960x576xf32>,
      %blk_25_attn_output_weight: tensor<576x576xf32>,
      %blk_25_ffn_norm_weight: tensor<576xf32>,
      %blk_25_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_25_ffn_down_weight: tensor<576x1536xf32>,
      %blk_26_attn_norm_weight: tensor<576xf32>,
      %blk_26_attn_qkv_weight: tensor<960x576xf32>,
      %blk_26_attn_output_weight: tensor<576x576xf32>,
      %blk_26_ffn_norm_weight: tensor<576xf32>,
      %blk_26_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_26_ffn_down_weight: tensor<576x1536xf32>,
      %blk_27_attn_norm_weight: tensor<576xf32>,
      %blk_27_attn_qkv_weight: tensor<960x576xf32>,
      %blk_27_attn_output_weight: tensor<576x576xf32>,
      %blk_27_ffn_norm_weight: tensor<576xf32>,
      %blk_27_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_27_ffn_down_weight: tensor<576x1536xf32>,
      %blk_28_attn_norm_weight: tensor<576xf32>,
      %blk_28_attn_qkv_weight: tensor<960x576xf32>,
      %blk_28_attn_output_weight: tensor<576x576xf32>,
      %blk_28_ffn_norm_weight: tensor<576xf32>,
      %blk_28_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_28_ffn_down_weight: tensor<576x1536xf32>,
      %blk_29_attn_norm_weight: tensor<576xf32>,
      %blk_29_attn_qkv_weight: tensor<960x576xf32>,
      %blk_29_attn_output_weight: tensor<576x576xf32>,
      %blk_29_ffn_norm_weight: tensor<576xf32>,
      %blk_29_ffn_gate_up_weight: tensor<3072x576xf32>,
      %blk_29_ffn_down_weight: tensor<576x1536xf32>,
      %output_norm_weight: tensor<576xf32>,
      %kv_0_0: tensor<3x300x64xf32> {tf.aliasing_output = 0 : i32},
      %kv_0_1: tensor<3x300x64xf32> {tf.aliasing_output = 1 : i32},
      %kv_0_2: tensor<3x300x64xf32> {tf.aliasing_output = 2 : i32},
      %kv_0_3: tensor<3x300x64xf32> {tf.aliasing_output = 3 : i32},
      %kv_0_4: tensor<3x300x64xf32> {tf.aliasing_output = 4 : i32},
      %kv_0_5: tensor<3x300x64xf32> {tf.aliasing_output = 5 : i32},
      %kv_0_6: tensor<3x300x64xf32> {tf.aliasing_output = 6 : i32},
      %kv_0_7: tensor<3x300x64xf32> {tf.aliasing_output = 7 : i32},
      %kv_0_8: tensor<3x300x64xf32> {tf.aliasing_output = 8 : i32},
      %kv_0_9: tensor<3x300x64xf32> {tf.aliasing_output = 9 : i32},
      %kv_0_10: tensor<3x300x64xf32> {tf.aliasing_output = 10 : i32},
      %kv_0_11: tensor<3x300x64xf32> {tf.aliasing_output = 11 : i32},
      %kv_0_12: tensor<3x300x64xf32> {tf.aliasing_output = 12 : i32},
      %kv_0_13: tensor<3x300x64xf32> {tf.aliasing_output = 13 : i32},
      %kv_0_14: tensor<3x300x64xf32> {tf.aliasing_output = 14 : i32},
      %kv_0_15: tensor<3x300x64xf32> {tf.aliasing_output = 15 : i32},
      %kv_0_16: tensor<3x300x64xf32> {tf.aliasing_output = 16 : i32},
      %kv_0_17: tensor<3x300x64xf32> {tf.aliasing_output = 17 : i32},
      %kv_0_18: tensor<3x300x64xf32> {tf.aliasing_output = 18 : i32},
      %kv_0_19: tensor<3x300x64xf32> {tf.aliasing_output = 19 : i32},
      %kv_0_20: tensor<3x300x64xf32> {tf.aliasing_output = 20 : i32},
      %kv_0_21: tensor<3x300x64xf32> {tf.aliasing_output = 21 : i32},
      %kv_0_22: tensor<3x300x64xf32> {tf.aliasing_output = 22 : i32},
      %kv_0_23: tensor<3x300x64xf32> {tf.aliasing_output = 23 : i32},
      %kv_0_24: tensor<3x300x64xf32> {tf.aliasing_output = 24 : i32},
      %kv_0_25: tensor<3x300x64xf32> {tf.aliasing_output = 25 : i32},
      %kv_0_26: tensor<3x300x64xf32> {tf.aliasing_output = 26 : i32},
      %kv_0_27: tensor<3x300x64xf32> {tf.aliasing_output = 27 : i32},
      %kv_0_28: tensor<3x300x64xf32> {tf.aliasing_output = 28 : i32},
      %kv_0_29: tensor<3x300x64xf32> {tf.aliasing_output = 29 : i32},
      %kv_0_30: tensor<3x300x64xf32> {tf.aliasing_output = 30 : i32},
      %kv_0_31: tensor<3x300x64xf32> {tf.aliasing_output = 31 : i32},
      %kv_0_32: tensor<3x300x64xf32> {tf.aliasing_output = 32 : i32},
      %kv_0_33: tensor<3x300x64xf32> {tf.aliasing_output = 33 : i32},
      %kv_0_34: tensor<3x300x64xf32> {tf.aliasing_output = 34 : i32},
      %kv_0_35: tensor<3x300x64xf32> {tf.aliasing_output = 35 : i32},
      %kv_0_36: tensor<3x300x64xf32> {tf.aliasing_output = 36 : i32},
      %kv_0_37: tensor<3x300x64xf32> {tf.aliasing_output = 37 : i32},
      %kv_0_38: tensor<3x300x64xf32> {tf.aliasing_output = 38 : i32},
      %kv_0_39: tensor<3x300x64xf32> {tf.aliasing_output = 39 : i32},
      %kv_0_40: tensor<3x300x64xf32> {tf.aliasing_output = 40 : i32},
      %kv_0_41: tensor<3x300x64xf32> {tf.aliasing_output = 41 : i32},
      %kv_0_42: tensor<3x300x64xf32> {tf.aliasing_output = 42 : i32},
      %kv_0_43: tensor<3x300x64xf32> {tf.aliasing_output = 43 : i32},
      %kv_0_44: tensor<3x300x64xf32> {tf.aliasing_output = 44 : i32},
      %kv_0_45: tensor<3x300x64xf32> {tf.aliasing_output = 45 : i32},
      %kv_0_46: tensor<3x300x64xf32> {tf.aliasing_output = 46 : i32},
      %kv_0_47: tensor<3x300x64xf32> {tf.aliasing_output = 47 : i32},
      %kv_0_48: tensor<3x300x64xf32> {tf.aliasing_output = 48 : i32},
      %kv_0_49: tensor<3x300x64xf32> {tf.aliasing_output = 49 : i32},
      %kv_0_50: tensor<3x300x64xf32> {tf.aliasing_output = 50 : i32},
      %kv_0_51: tensor<3x300x64xf32> {tf.aliasing_output = 51 : i32},
      %kv_0_52: tensor<3x300x64xf32> {tf.aliasing_output = 52 : i32},
      %kv_0_53: tensor<3x300x64xf32> {tf.aliasing_output = 53 : i32},
      %kv_0_54: tensor<3x300x64xf32> {tf.aliasing_output = 54 : i32},
      %kv_0_55: tensor<3x300x64xf32> {tf.aliasing_output = 55 : i32},
      %kv_0_56: tensor<3x300x64xf32> {tf.aliasing_output = 56 : i32},
      %kv_0_57: tensor<3x300x64xf32> {tf.aliasing_output = 57 : i32},
      %kv_0_58: tensor<3x300x64xf32> {tf.aliasing_output = 58 : i32},
      %kv_0_59: tensor<3x300x64xf32> {tf.aliasing_output = 59 : i32},
      %tokens: tensor<1xi32>,
      %position: tensor<1xi32>
  ) -> (tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<1x49152xf32>) {
    %0 = stablehlo.reshape %position : (tensor<1xi32>) -> tensor<i32>
    %1 = stablehlo.iota dim = 1 : tensor<1x300xi32>
    %2 = stablehlo.broadcast_in_dim %position, dims = [0] : (tensor<1xi32>) -> tensor<1x300xi32>
    %3 = stablehlo.compare LE, %1, %2 : (tensor<1x300xi32>, tensor<1x300xi32>) -> tensor<1x300xi1>
    %4 = stablehlo.constant dense<[1.0e+00, 6.9783056e-01, 4.8696753e-01, 3.3982083e-01, 2.3713736e-01, 1.654817e-01, 1.154782e-01, 8.058421e-02, 5.623413e-02, 3.92419e-02, 2.7384195e-02, 1.910953e-02, 1.3335215e-02, 9.30572e-03, 6.4938166e-03, 4.5315837e-03, 3.1622779e-03, 2.2067341e-03, 1.5399265e-03, 1.0746078e-03, 7.498942e-04, 5.232991e-04, 3.651741e-04, 2.5482968e-04, 1.7782794e-04, 1.2409377e-04, 8.659643e-05, 6.0429637e-05, 4.2169653e-05, 2.9427272e-05, 2.053525e-05, 1.4330127e-05]> : tensor<32xf32>
    %5 = stablehlo.convert %position : (tensor<1xi32>) -> tensor<1xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<1xf32>) -> tensor<1x32xf32>
    %7 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %8 = stablehlo.multiply %6, %7 : tensor<1x32xf32>
    %9 = stablehlo.cosine %8 : tensor<1x32xf32>
    %10 = stablehlo.optimization_barrier %9 : tensor<1x32xf32>
    %11 = stablehlo.sine %8 : tensor<1x32xf32>
    %12 = stablehlo.optimization_barrier %11 : tensor<1x32xf32>
    %13 = "stablehlo.gather"(%token_embd_weight, %tokens) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 576>}> : (tensor<49152x576xf32>, tensor<1xi32>) -> tensor<1x576xf32>
    %14 = stablehlo.multiply %13, %13 : tensor<1x576xf32>
    %15 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %16 = stablehlo.reduce(%14 init: %15) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %17 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %18 = stablehlo.divide %16, %17 : tensor<1xf32>
    %19 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %20 = stablehlo.add %18, %19 : tensor<1xf32>
    %21 = stablehlo.rsqrt %20 : tensor<1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %23 = stablehlo.multiply %13, %22 : tensor<1x576xf32>
    %24 = stablehlo.broadcast_in_dim %blk_0_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %25 = stablehlo.multiply %23, %24 : tensor<1x576xf32>
    %26 = stablehlo.dot_general %25, %blk_0_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %28 = stablehlo.slice %27 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %29 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %30 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %31 = stablehlo.reshape %28 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %32 = stablehlo.slice %31 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %33 = stablehlo.reshape %32 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %34 = stablehlo.slice %31 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %35 = stablehlo.reshape %34 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %36 = stablehlo.multiply %33, %29 : tensor<1x12x32xf32>
    %37 = stablehlo.multiply %35, %30 : tensor<1x12x32xf32>
    %38 = stablehlo.multiply %35, %29 : tensor<1x12x32xf32>
    %39 = stablehlo.multiply %33, %30 : tensor<1x12x32xf32>
    %40 = stablehlo.subtract %36, %37 : tensor<1x12x32xf32>
    %41 = stablehlo.add %38, %39 : tensor<1x12x32xf32>
    %42 = stablehlo.concatenate %40, %41, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %43 = stablehlo.slice %42 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %44 = stablehlo.slice %42 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %45 = stablehlo.slice %27 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %46 = stablehlo.constant dense<0> : tensor<i32>
    %47 = stablehlo.transpose %44, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %48 = stablehlo.dynamic_update_slice %kv_0_0, %47, %46, %0, %46 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %49 = stablehlo.constant dense<0> : tensor<i32>
    %50 = stablehlo.transpose %45, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %51 = stablehlo.dynamic_update_slice %kv_0_1, %50, %49, %0, %49 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %52 = stablehlo.reshape %43 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %53 = stablehlo.transpose %52, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %54 = stablehlo.reshape %53 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %55 = stablehlo.dot_general %54, %48, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %56 = stablehlo.reshape %55 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %57 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %58 = stablehlo.multiply %56, %57 : tensor<3x3x1x300xf32>
    %59 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %60 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %61 = stablehlo.select %59, %58, %60 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %62 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %63 = stablehlo.reduce(%61 init: %62) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %65 = stablehlo.subtract %61, %64 : tensor<3x3x1x300xf32>
    %66 = stablehlo.exponential %65 : tensor<3x3x1x300xf32>
    %67 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %68 = stablehlo.reduce(%66 init: %67) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %69 = stablehlo.reshape %66 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %70 = stablehlo.dot_general %69, %51, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %71 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %72 = stablehlo.reshape %70 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %73 = stablehlo.divide %72, %71 : tensor<3x3x1x64xf32>
    %74 = stablehlo.transpose %73, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %75 = stablehlo.reshape %74 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %76 = stablehlo.dot_general %75, %blk_0_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %77 = stablehlo.add %13, %76 : tensor<1x576xf32>
    %78 = stablehlo.multiply %77, %77 : tensor<1x576xf32>
    %79 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %80 = stablehlo.reduce(%78 init: %79) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %81 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %82 = stablehlo.divide %80, %81 : tensor<1xf32>
    %83 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %84 = stablehlo.add %82, %83 : tensor<1xf32>
    %85 = stablehlo.rsqrt %84 : tensor<1xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %87 = stablehlo.multiply %77, %86 : tensor<1x576xf32>
    %88 = stablehlo.broadcast_in_dim %blk_0_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %89 = stablehlo.multiply %87, %88 : tensor<1x576xf32>
    %90 = stablehlo.dot_general %89, %blk_0_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %91 = stablehlo.slice %90 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %92 = stablehlo.slice %90 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %93 = stablehlo.logistic %91 : tensor<1x1536xf32>
    %94 = stablehlo.multiply %91, %93 : tensor<1x1536xf32>
    %95 = stablehlo.multiply %94, %92 : tensor<1x1536xf32>
    %96 = stablehlo.dot_general %95, %blk_0_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %97 = stablehlo.add %77, %96 : tensor<1x576xf32>
    %98 = stablehlo.multiply %97, %97 : tensor<1x576xf32>
    %99 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %100 = stablehlo.reduce(%98 init: %99) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %101 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %102 = stablehlo.divide %100, %101 : tensor<1xf32>
    %103 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %104 = stablehlo.add %102, %103 : tensor<1xf32>
    %105 = stablehlo.rsqrt %104 : tensor<1xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %107 = stablehlo.multiply %97, %106 : tensor<1x576xf32>
    %108 = stablehlo.broadcast_in_dim %blk_1_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %109 = stablehlo.multiply %107, %108 : tensor<1x576xf32>
    %110 = stablehlo.dot_general %109, %blk_1_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %111 = stablehlo.reshape %110 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %112 = stablehlo.slice %111 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %113 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %114 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %115 = stablehlo.reshape %112 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %116 = stablehlo.slice %115 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %117 = stablehlo.reshape %116 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %118 = stablehlo.slice %115 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %119 = stablehlo.reshape %118 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %120 = stablehlo.multiply %117, %113 : tensor<1x12x32xf32>
    %121 = stablehlo.multiply %119, %114 : tensor<1x12x32xf32>
    %122 = stablehlo.multiply %119, %113 : tensor<1x12x32xf32>
    %123 = stablehlo.multiply %117, %114 : tensor<1x12x32xf32>
    %124 = stablehlo.subtract %120, %121 : tensor<1x12x32xf32>
    %125 = stablehlo.add %122, %123 : tensor<1x12x32xf32>
    %126 = stablehlo.concatenate %124, %125, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %127 = stablehlo.slice %126 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %128 = stablehlo.slice %126 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %129 = stablehlo.slice %111 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %130 = stablehlo.constant dense<0> : tensor<i32>
    %131 = stablehlo.transpose %128, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %132 = stablehlo.dynamic_update_slice %kv_0_2, %131, %130, %0, %130 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %133 = stablehlo.constant dense<0> : tensor<i32>
    %134 = stablehlo.transpose %129, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %135 = stablehlo.dynamic_update_slice %kv_0_3, %134, %133, %0, %133 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %136 = stablehlo.reshape %127 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %137 = stablehlo.transpose %136, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %138 = stablehlo.reshape %137 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %139 = stablehlo.dot_general %138, %132, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %140 = stablehlo.reshape %139 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %141 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %142 = stablehlo.multiply %140, %141 : tensor<3x3x1x300xf32>
    %143 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %144 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %145 = stablehlo.select %143, %142, %144 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %146 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %147 = stablehlo.reduce(%145 init: %146) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %149 = stablehlo.subtract %145, %148 : tensor<3x3x1x300xf32>
    %150 = stablehlo.exponential %149 : tensor<3x3x1x300xf32>
    %151 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %152 = stablehlo.reduce(%150 init: %151) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %153 = stablehlo.reshape %150 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %154 = stablehlo.dot_general %153, %135, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %155 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %156 = stablehlo.reshape %154 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %157 = stablehlo.divide %156, %155 : tensor<3x3x1x64xf32>
    %158 = stablehlo.transpose %157, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %159 = stablehlo.reshape %158 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %160 = stablehlo.dot_general %159, %blk_1_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %161 = stablehlo.add %97, %160 : tensor<1x576xf32>
    %162 = stablehlo.multiply %161, %161 : tensor<1x576xf32>
    %163 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %164 = stablehlo.reduce(%162 init: %163) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %165 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %166 = stablehlo.divide %164, %165 : tensor<1xf32>
    %167 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %168 = stablehlo.add %166, %167 : tensor<1xf32>
    %169 = stablehlo.rsqrt %168 : tensor<1xf32>
    %170 = stablehlo.broadcast_in_dim %169, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %171 = stablehlo.multiply %161, %170 : tensor<1x576xf32>
    %172 = stablehlo.broadcast_in_dim %blk_1_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %173 = stablehlo.multiply %171, %172 : tensor<1x576xf32>
    %174 = stablehlo.dot_general %173, %blk_1_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %175 = stablehlo.slice %174 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %176 = stablehlo.slice %174 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %177 = stablehlo.logistic %175 : tensor<1x1536xf32>
    %178 = stablehlo.multiply %175, %177 : tensor<1x1536xf32>
    %179 = stablehlo.multiply %178, %176 : tensor<1x1536xf32>
    %180 = stablehlo.dot_general %179, %blk_1_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %181 = stablehlo.add %161, %180 : tensor<1x576xf32>
    %182 = stablehlo.multiply %181, %181 : tensor<1x576xf32>
    %183 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %184 = stablehlo.reduce(%182 init: %183) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %185 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %186 = stablehlo.divide %184, %185 : tensor<1xf32>
    %187 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %188 = stablehlo.add %186, %187 : tensor<1xf32>
    %189 = stablehlo.rsqrt %188 : tensor<1xf32>
    %190 = stablehlo.broadcast_in_dim %189, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %191 = stablehlo.multiply %181, %190 : tensor<1x576xf32>
    %192 = stablehlo.broadcast_in_dim %blk_2_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %193 = stablehlo.multiply %191, %192 : tensor<1x576xf32>
    %194 = stablehlo.dot_general %193, %blk_2_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %195 = stablehlo.reshape %194 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %196 = stablehlo.slice %195 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %197 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %198 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %199 = stablehlo.reshape %196 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %200 = stablehlo.slice %199 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %201 = stablehlo.reshape %200 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %202 = stablehlo.slice %199 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %203 = stablehlo.reshape %202 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %204 = stablehlo.multiply %201, %197 : tensor<1x12x32xf32>
    %205 = stablehlo.multiply %203, %198 : tensor<1x12x32xf32>
    %206 = stablehlo.multiply %203, %197 : tensor<1x12x32xf32>
    %207 = stablehlo.multiply %201, %198 : tensor<1x12x32xf32>
    %208 = stablehlo.subtract %204, %205 : tensor<1x12x32xf32>
    %209 = stablehlo.add %206, %207 : tensor<1x12x32xf32>
    %210 = stablehlo.concatenate %208, %209, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %211 = stablehlo.slice %210 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %212 = stablehlo.slice %210 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %213 = stablehlo.slice %195 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %214 = stablehlo.constant dense<0> : tensor<i32>
    %215 = stablehlo.transpose %212, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %216 = stablehlo.dynamic_update_slice %kv_0_4, %215, %214, %0, %214 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %217 = stablehlo.constant dense<0> : tensor<i32>
    %218 = stablehlo.transpose %213, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %219 = stablehlo.dynamic_update_slice %kv_0_5, %218, %217, %0, %217 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %220 = stablehlo.reshape %211 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %221 = stablehlo.transpose %220, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %222 = stablehlo.reshape %221 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %223 = stablehlo.dot_general %222, %216, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %224 = stablehlo.reshape %223 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %225 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %226 = stablehlo.multiply %224, %225 : tensor<3x3x1x300xf32>
    %227 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %228 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %229 = stablehlo.select %227, %226, %228 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %230 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %231 = stablehlo.reduce(%229 init: %230) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %232 = stablehlo.broadcast_in_dim %231, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %233 = stablehlo.subtract %229, %232 : tensor<3x3x1x300xf32>
    %234 = stablehlo.exponential %233 : tensor<3x3x1x300xf32>
    %235 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %236 = stablehlo.reduce(%234 init: %235) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %237 = stablehlo.reshape %234 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %238 = stablehlo.dot_general %237, %219, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %239 = stablehlo.broadcast_in_dim %236, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %240 = stablehlo.reshape %238 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %241 = stablehlo.divide %240, %239 : tensor<3x3x1x64xf32>
    %242 = stablehlo.transpose %241, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %243 = stablehlo.reshape %242 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %244 = stablehlo.dot_general %243, %blk_2_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %245 = stablehlo.add %181, %244 : tensor<1x576xf32>
    %246 = stablehlo.multiply %245, %245 : tensor<1x576xf32>
    %247 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %248 = stablehlo.reduce(%246 init: %247) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %249 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %250 = stablehlo.divide %248, %249 : tensor<1xf32>
    %251 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %252 = stablehlo.add %250, %251 : tensor<1xf32>
    %253 = stablehlo.rsqrt %252 : tensor<1xf32>
    %254 = stablehlo.broadcast_in_dim %253, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %255 = stablehlo.multiply %245, %254 : tensor<1x576xf32>
    %256 = stablehlo.broadcast_in_dim %blk_2_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %257 = stablehlo.multiply %255, %256 : tensor<1x576xf32>
    %258 = stablehlo.dot_general %257, %blk_2_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %259 = stablehlo.slice %258 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %260 = stablehlo.slice %258 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %261 = stablehlo.logistic %259 : tensor<1x1536xf32>
    %262 = stablehlo.multiply %259, %261 : tensor<1x1536xf32>
    %263 = stablehlo.multiply %262, %260 : tensor<1x1536xf32>
    %264 = stablehlo.dot_general %263, %blk_2_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %265 = stablehlo.add %245, %264 : tensor<1x576xf32>
    %266 = stablehlo.multiply %265, %265 : tensor<1x576xf32>
    %267 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %268 = stablehlo.reduce(%266 init: %267) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %269 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %270 = stablehlo.divide %268, %269 : tensor<1xf32>
    %271 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %272 = stablehlo.add %270, %271 : tensor<1xf32>
    %273 = stablehlo.rsqrt %272 : tensor<1xf32>
    %274 = stablehlo.broadcast_in_dim %273, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %275 = stablehlo.multiply %265, %274 : tensor<1x576xf32>
    %276 = stablehlo.broadcast_in_dim %blk_3_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %277 = stablehlo.multiply %275, %276 : tensor<1x576xf32>
    %278 = stablehlo.dot_general %277, %blk_3_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %279 = stablehlo.reshape %278 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %280 = stablehlo.slice %279 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %281 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %282 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %283 = stablehlo.reshape %280 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %284 = stablehlo.slice %283 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %285 = stablehlo.reshape %284 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %286 = stablehlo.slice %283 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %287 = stablehlo.reshape %286 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %288 = stablehlo.multiply %285, %281 : tensor<1x12x32xf32>
    %289 = stablehlo.multiply %287, %282 : tensor<1x12x32xf32>
    %290 = stablehlo.multiply %287, %281 : tensor<1x12x32xf32>
    %291 = stablehlo.multiply %285, %282 : tensor<1x12x32xf32>
    %292 = stablehlo.subtract %288, %289 : tensor<1x12x32xf32>
    %293 = stablehlo.add %290, %291 : tensor<1x12x32xf32>
    %294 = stablehlo.concatenate %292, %293, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %295 = stablehlo.slice %294 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %296 = stablehlo.slice %294 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %297 = stablehlo.slice %279 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %298 = stablehlo.constant dense<0> : tensor<i32>
    %299 = stablehlo.transpose %296, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %300 = stablehlo.dynamic_update_slice %kv_0_6, %299, %298, %0, %298 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %301 = stablehlo.constant dense<0> : tensor<i32>
    %302 = stablehlo.transpose %297, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %303 = stablehlo.dynamic_update_slice %kv_0_7, %302, %301, %0, %301 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %304 = stablehlo.reshape %295 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %305 = stablehlo.transpose %304, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %306 = stablehlo.reshape %305 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %307 = stablehlo.dot_general %306, %300, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %308 = stablehlo.reshape %307 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %309 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %310 = stablehlo.multiply %308, %309 : tensor<3x3x1x300xf32>
    %311 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %312 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %313 = stablehlo.select %311, %310, %312 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %314 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %315 = stablehlo.reduce(%313 init: %314) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %316 = stablehlo.broadcast_in_dim %315, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %317 = stablehlo.subtract %313, %316 : tensor<3x3x1x300xf32>
    %318 = stablehlo.exponential %317 : tensor<3x3x1x300xf32>
    %319 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %320 = stablehlo.reduce(%318 init: %319) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %321 = stablehlo.reshape %318 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %322 = stablehlo.dot_general %321, %303, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %323 = stablehlo.broadcast_in_dim %320, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %324 = stablehlo.reshape %322 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %325 = stablehlo.divide %324, %323 : tensor<3x3x1x64xf32>
    %326 = stablehlo.transpose %325, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %327 = stablehlo.reshape %326 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %328 = stablehlo.dot_general %327, %blk_3_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %329 = stablehlo.add %265, %328 : tensor<1x576xf32>
    %330 = stablehlo.multiply %329, %329 : tensor<1x576xf32>
    %331 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %332 = stablehlo.reduce(%330 init: %331) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %333 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %334 = stablehlo.divide %332, %333 : tensor<1xf32>
    %335 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %336 = stablehlo.add %334, %335 : tensor<1xf32>
    %337 = stablehlo.rsqrt %336 : tensor<1xf32>
    %338 = stablehlo.broadcast_in_dim %337, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %339 = stablehlo.multiply %329, %338 : tensor<1x576xf32>
    %340 = stablehlo.broadcast_in_dim %blk_3_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %341 = stablehlo.multiply %339, %340 : tensor<1x576xf32>
    %342 = stablehlo.dot_general %341, %blk_3_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %343 = stablehlo.slice %342 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %344 = stablehlo.slice %342 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %345 = stablehlo.logistic %343 : tensor<1x1536xf32>
    %346 = stablehlo.multiply %343, %345 : tensor<1x1536xf32>
    %347 = stablehlo.multiply %346, %344 : tensor<1x1536xf32>
    %348 = stablehlo.dot_general %347, %blk_3_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %349 = stablehlo.add %329, %348 : tensor<1x576xf32>
    %350 = stablehlo.multiply %349, %349 : tensor<1x576xf32>
    %351 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %352 = stablehlo.reduce(%350 init: %351) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %353 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %354 = stablehlo.divide %352, %353 : tensor<1xf32>
    %355 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %356 = stablehlo.add %354, %355 : tensor<1xf32>
    %357 = stablehlo.rsqrt %356 : tensor<1xf32>
    %358 = stablehlo.broadcast_in_dim %357, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %359 = stablehlo.multiply %349, %358 : tensor<1x576xf32>
    %360 = stablehlo.broadcast_in_dim %blk_4_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %361 = stablehlo.multiply %359, %360 : tensor<1x576xf32>
    %362 = stablehlo.dot_general %361, %blk_4_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %363 = stablehlo.reshape %362 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %364 = stablehlo.slice %363 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %365 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %366 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %367 = stablehlo.reshape %364 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %368 = stablehlo.slice %367 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %369 = stablehlo.reshape %368 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %370 = stablehlo.slice %367 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %371 = stablehlo.reshape %370 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %372 = stablehlo.multiply %369, %365 : tensor<1x12x32xf32>
    %373 = stablehlo.multiply %371, %366 : tensor<1x12x32xf32>
    %374 = stablehlo.multiply %371, %365 : tensor<1x12x32xf32>
    %375 = stablehlo.multiply %369, %366 : tensor<1x12x32xf32>
    %376 = stablehlo.subtract %372, %373 : tensor<1x12x32xf32>
    %377 = stablehlo.add %374, %375 : tensor<1x12x32xf32>
    %378 = stablehlo.concatenate %376, %377, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %379 = stablehlo.slice %378 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %380 = stablehlo.slice %378 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %381 = stablehlo.slice %363 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %382 = stablehlo.constant dense<0> : tensor<i32>
    %383 = stablehlo.transpose %380, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %384 = stablehlo.dynamic_update_slice %kv_0_8, %383, %382, %0, %382 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %385 = stablehlo.constant dense<0> : tensor<i32>
    %386 = stablehlo.transpose %381, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %387 = stablehlo.dynamic_update_slice %kv_0_9, %386, %385, %0, %385 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %388 = stablehlo.reshape %379 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %389 = stablehlo.transpose %388, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %390 = stablehlo.reshape %389 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %391 = stablehlo.dot_general %390, %384, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %392 = stablehlo.reshape %391 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %393 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %394 = stablehlo.multiply %392, %393 : tensor<3x3x1x300xf32>
    %395 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %396 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %397 = stablehlo.select %395, %394, %396 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %398 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %399 = stablehlo.reduce(%397 init: %398) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %400 = stablehlo.broadcast_in_dim %399, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %401 = stablehlo.subtract %397, %400 : tensor<3x3x1x300xf32>
    %402 = stablehlo.exponential %401 : tensor<3x3x1x300xf32>
    %403 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %404 = stablehlo.reduce(%402 init: %403) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %405 = stablehlo.reshape %402 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %406 = stablehlo.dot_general %405, %387, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %407 = stablehlo.broadcast_in_dim %404, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %408 = stablehlo.reshape %406 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %409 = stablehlo.divide %408, %407 : tensor<3x3x1x64xf32>
    %410 = stablehlo.transpose %409, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %411 = stablehlo.reshape %410 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %412 = stablehlo.dot_general %411, %blk_4_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %413 = stablehlo.add %349, %412 : tensor<1x576xf32>
    %414 = stablehlo.multiply %413, %413 : tensor<1x576xf32>
    %415 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %416 = stablehlo.reduce(%414 init: %415) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %417 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %418 = stablehlo.divide %416, %417 : tensor<1xf32>
    %419 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %420 = stablehlo.add %418, %419 : tensor<1xf32>
    %421 = stablehlo.rsqrt %420 : tensor<1xf32>
    %422 = stablehlo.broadcast_in_dim %421, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %423 = stablehlo.multiply %413, %422 : tensor<1x576xf32>
    %424 = stablehlo.broadcast_in_dim %blk_4_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %425 = stablehlo.multiply %423, %424 : tensor<1x576xf32>
    %426 = stablehlo.dot_general %425, %blk_4_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %427 = stablehlo.slice %426 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %428 = stablehlo.slice %426 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %429 = stablehlo.logistic %427 : tensor<1x1536xf32>
    %430 = stablehlo.multiply %427, %429 : tensor<1x1536xf32>
    %431 = stablehlo.multiply %430, %428 : tensor<1x1536xf32>
    %432 = stablehlo.dot_general %431, %blk_4_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %433 = stablehlo.add %413, %432 : tensor<1x576xf32>
    %434 = stablehlo.multiply %433, %433 : tensor<1x576xf32>
    %435 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %436 = stablehlo.reduce(%434 init: %435) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %437 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %438 = stablehlo.divide %436, %437 : tensor<1xf32>
    %439 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %440 = stablehlo.add %438, %439 : tensor<1xf32>
    %441 = stablehlo.rsqrt %440 : tensor<1xf32>
    %442 = stablehlo.broadcast_in_dim %441, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %443 = stablehlo.multiply %433, %442 : tensor<1x576xf32>
    %444 = stablehlo.broadcast_in_dim %blk_5_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %445 = stablehlo.multiply %443, %444 : tensor<1x576xf32>
    %446 = stablehlo.dot_general %445, %blk_5_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %447 = stablehlo.reshape %446 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %448 = stablehlo.slice %447 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %449 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %450 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %451 = stablehlo.reshape %448 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %452 = stablehlo.slice %451 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %453 = stablehlo.reshape %452 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %454 = stablehlo.slice %451 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %455 = stablehlo.reshape %454 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %456 = stablehlo.multiply %453, %449 : tensor<1x12x32xf32>
    %457 = stablehlo.multiply %455, %450 : tensor<1x12x32xf32>
    %458 = stablehlo.multiply %455, %449 : tensor<1x12x32xf32>
    %459 = stablehlo.multiply %453, %450 : tensor<1x12x32xf32>
    %460 = stablehlo.subtract %456, %457 : tensor<1x12x32xf32>
    %461 = stablehlo.add %458, %459 : tensor<1x12x32xf32>
    %462 = stablehlo.concatenate %460, %461, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %463 = stablehlo.slice %462 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %464 = stablehlo.slice %462 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %465 = stablehlo.slice %447 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %466 = stablehlo.constant dense<0> : tensor<i32>
    %467 = stablehlo.transpose %464, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %468 = stablehlo.dynamic_update_slice %kv_0_10, %467, %466, %0, %466 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %469 = stablehlo.constant dense<0> : tensor<i32>
    %470 = stablehlo.transpose %465, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %471 = stablehlo.dynamic_update_slice %kv_0_11, %470, %469, %0, %469 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %472 = stablehlo.reshape %463 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %473 = stablehlo.transpose %472, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %474 = stablehlo.reshape %473 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %475 = stablehlo.dot_general %474, %468, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %476 = stablehlo.reshape %475 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %477 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %478 = stablehlo.multiply %476, %477 : tensor<3x3x1x300xf32>
    %479 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %480 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %481 = stablehlo.select %479, %478, %480 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %482 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %483 = stablehlo.reduce(%481 init: %482) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %484 = stablehlo.broadcast_in_dim %483, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %485 = stablehlo.subtract %481, %484 : tensor<3x3x1x300xf32>
    %486 = stablehlo.exponential %485 : tensor<3x3x1x300xf32>
    %487 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %488 = stablehlo.reduce(%486 init: %487) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %489 = stablehlo.reshape %486 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %490 = stablehlo.dot_general %489, %471, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %491 = stablehlo.broadcast_in_dim %488, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %492 = stablehlo.reshape %490 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %493 = stablehlo.divide %492, %491 : tensor<3x3x1x64xf32>
    %494 = stablehlo.transpose %493, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %495 = stablehlo.reshape %494 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %496 = stablehlo.dot_general %495, %blk_5_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %497 = stablehlo.add %433, %496 : tensor<1x576xf32>
    %498 = stablehlo.multiply %497, %497 : tensor<1x576xf32>
    %499 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %500 = stablehlo.reduce(%498 init: %499) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %501 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %502 = stablehlo.divide %500, %501 : tensor<1xf32>
    %503 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %504 = stablehlo.add %502, %503 : tensor<1xf32>
    %505 = stablehlo.rsqrt %504 : tensor<1xf32>
    %506 = stablehlo.broadcast_in_dim %505, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %507 = stablehlo.multiply %497, %506 : tensor<1x576xf32>
    %508 = stablehlo.broadcast_in_dim %blk_5_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %509 = stablehlo.multiply %507, %508 : tensor<1x576xf32>
    %510 = stablehlo.dot_general %509, %blk_5_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %511 = stablehlo.slice %510 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %512 = stablehlo.slice %510 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %513 = stablehlo.logistic %511 : tensor<1x1536xf32>
    %514 = stablehlo.multiply %511, %513 : tensor<1x1536xf32>
    %515 = stablehlo.multiply %514, %512 : tensor<1x1536xf32>
    %516 = stablehlo.dot_general %515, %blk_5_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %517 = stablehlo.add %497, %516 : tensor<1x576xf32>
    %518 = stablehlo.multiply %517, %517 : tensor<1x576xf32>
    %519 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %520 = stablehlo.reduce(%518 init: %519) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %521 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %522 = stablehlo.divide %520, %521 : tensor<1xf32>
    %523 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %524 = stablehlo.add %522, %523 : tensor<1xf32>
    %525 = stablehlo.rsqrt %524 : tensor<1xf32>
    %526 = stablehlo.broadcast_in_dim %525, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %527 = stablehlo.multiply %517, %526 : tensor<1x576xf32>
    %528 = stablehlo.broadcast_in_dim %blk_6_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %529 = stablehlo.multiply %527, %528 : tensor<1x576xf32>
    %530 = stablehlo.dot_general %529, %blk_6_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %531 = stablehlo.reshape %530 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %532 = stablehlo.slice %531 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %533 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %534 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %535 = stablehlo.reshape %532 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %536 = stablehlo.slice %535 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %537 = stablehlo.reshape %536 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %538 = stablehlo.slice %535 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %539 = stablehlo.reshape %538 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %540 = stablehlo.multiply %537, %533 : tensor<1x12x32xf32>
    %541 = stablehlo.multiply %539, %534 : tensor<1x12x32xf32>
    %542 = stablehlo.multiply %539, %533 : tensor<1x12x32xf32>
    %543 = stablehlo.multiply %537, %534 : tensor<1x12x32xf32>
    %544 = stablehlo.subtract %540, %541 : tensor<1x12x32xf32>
    %545 = stablehlo.add %542, %543 : tensor<1x12x32xf32>
    %546 = stablehlo.concatenate %544, %545, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %547 = stablehlo.slice %546 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %548 = stablehlo.slice %546 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %549 = stablehlo.slice %531 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %550 = stablehlo.constant dense<0> : tensor<i32>
    %551 = stablehlo.transpose %548, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %552 = stablehlo.dynamic_update_slice %kv_0_12, %551, %550, %0, %550 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %553 = stablehlo.constant dense<0> : tensor<i32>
    %554 = stablehlo.transpose %549, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %555 = stablehlo.dynamic_update_slice %kv_0_13, %554, %553, %0, %553 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %556 = stablehlo.reshape %547 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %557 = stablehlo.transpose %556, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %558 = stablehlo.reshape %557 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %559 = stablehlo.dot_general %558, %552, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %560 = stablehlo.reshape %559 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %561 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %562 = stablehlo.multiply %560, %561 : tensor<3x3x1x300xf32>
    %563 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %564 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %565 = stablehlo.select %563, %562, %564 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %566 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %567 = stablehlo.reduce(%565 init: %566) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %568 = stablehlo.broadcast_in_dim %567, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %569 = stablehlo.subtract %565, %568 : tensor<3x3x1x300xf32>
    %570 = stablehlo.exponential %569 : tensor<3x3x1x300xf32>
    %571 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %572 = stablehlo.reduce(%570 init: %571) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %573 = stablehlo.reshape %570 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %574 = stablehlo.dot_general %573, %555, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %575 = stablehlo.broadcast_in_dim %572, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %576 = stablehlo.reshape %574 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %577 = stablehlo.divide %576, %575 : tensor<3x3x1x64xf32>
    %578 = stablehlo.transpose %577, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %579 = stablehlo.reshape %578 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %580 = stablehlo.dot_general %579, %blk_6_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %581 = stablehlo.add %517, %580 : tensor<1x576xf32>
    %582 = stablehlo.multiply %581, %581 : tensor<1x576xf32>
    %583 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %584 = stablehlo.reduce(%582 init: %583) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %585 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %586 = stablehlo.divide %584, %585 : tensor<1xf32>
    %587 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %588 = stablehlo.add %586, %587 : tensor<1xf32>
    %589 = stablehlo.rsqrt %588 : tensor<1xf32>
    %590 = stablehlo.broadcast_in_dim %589, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %591 = stablehlo.multiply %581, %590 : tensor<1x576xf32>
    %592 = stablehlo.broadcast_in_dim %blk_6_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %593 = stablehlo.multiply %591, %592 : tensor<1x576xf32>
    %594 = stablehlo.dot_general %593, %blk_6_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %595 = stablehlo.slice %594 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %596 = stablehlo.slice %594 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %597 = stablehlo.logistic %595 : tensor<1x1536xf32>
    %598 = stablehlo.multiply %595, %597 : tensor<1x1536xf32>
    %599 = stablehlo.multiply %598, %596 : tensor<1x1536xf32>
    %600 = stablehlo.dot_general %599, %blk_6_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %601 = stablehlo.add %581, %600 : tensor<1x576xf32>
    %602 = stablehlo.multiply %601, %601 : tensor<1x576xf32>
    %603 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %604 = stablehlo.reduce(%602 init: %603) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %605 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %606 = stablehlo.divide %604, %605 : tensor<1xf32>
    %607 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %608 = stablehlo.add %606, %607 : tensor<1xf32>
    %609 = stablehlo.rsqrt %608 : tensor<1xf32>
    %610 = stablehlo.broadcast_in_dim %609, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %611 = stablehlo.multiply %601, %610 : tensor<1x576xf32>
    %612 = stablehlo.broadcast_in_dim %blk_7_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %613 = stablehlo.multiply %611, %612 : tensor<1x576xf32>
    %614 = stablehlo.dot_general %613, %blk_7_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %615 = stablehlo.reshape %614 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %616 = stablehlo.slice %615 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %617 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %618 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %619 = stablehlo.reshape %616 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %620 = stablehlo.slice %619 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %621 = stablehlo.reshape %620 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %622 = stablehlo.slice %619 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %623 = stablehlo.reshape %622 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %624 = stablehlo.multiply %621, %617 : tensor<1x12x32xf32>
    %625 = stablehlo.multiply %623, %618 : tensor<1x12x32xf32>
    %626 = stablehlo.multiply %623, %617 : tensor<1x12x32xf32>
    %627 = stablehlo.multiply %621, %618 : tensor<1x12x32xf32>
    %628 = stablehlo.subtract %624, %625 : tensor<1x12x32xf32>
    %629 = stablehlo.add %626, %627 : tensor<1x12x32xf32>
    %630 = stablehlo.concatenate %628, %629, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %631 = stablehlo.slice %630 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %632 = stablehlo.slice %630 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %633 = stablehlo.slice %615 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %634 = stablehlo.constant dense<0> : tensor<i32>
    %635 = stablehlo.transpose %632, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %636 = stablehlo.dynamic_update_slice %kv_0_14, %635, %634, %0, %634 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %637 = stablehlo.constant dense<0> : tensor<i32>
    %638 = stablehlo.transpose %633, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %639 = stablehlo.dynamic_update_slice %kv_0_15, %638, %637, %0, %637 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %640 = stablehlo.reshape %631 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %641 = stablehlo.transpose %640, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %642 = stablehlo.reshape %641 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %643 = stablehlo.dot_general %642, %636, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %644 = stablehlo.reshape %643 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %645 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %646 = stablehlo.multiply %644, %645 : tensor<3x3x1x300xf32>
    %647 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %648 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %649 = stablehlo.select %647, %646, %648 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %650 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %651 = stablehlo.reduce(%649 init: %650) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %652 = stablehlo.broadcast_in_dim %651, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %653 = stablehlo.subtract %649, %652 : tensor<3x3x1x300xf32>
    %654 = stablehlo.exponential %653 : tensor<3x3x1x300xf32>
    %655 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %656 = stablehlo.reduce(%654 init: %655) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %657 = stablehlo.reshape %654 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %658 = stablehlo.dot_general %657, %639, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %659 = stablehlo.broadcast_in_dim %656, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %660 = stablehlo.reshape %658 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %661 = stablehlo.divide %660, %659 : tensor<3x3x1x64xf32>
    %662 = stablehlo.transpose %661, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %663 = stablehlo.reshape %662 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %664 = stablehlo.dot_general %663, %blk_7_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %665 = stablehlo.add %601, %664 : tensor<1x576xf32>
    %666 = stablehlo.multiply %665, %665 : tensor<1x576xf32>
    %667 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %668 = stablehlo.reduce(%666 init: %667) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %669 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %670 = stablehlo.divide %668, %669 : tensor<1xf32>
    %671 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %672 = stablehlo.add %670, %671 : tensor<1xf32>
    %673 = stablehlo.rsqrt %672 : tensor<1xf32>
    %674 = stablehlo.broadcast_in_dim %673, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %675 = stablehlo.multiply %665, %674 : tensor<1x576xf32>
    %676 = stablehlo.broadcast_in_dim %blk_7_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %677 = stablehlo.multiply %675, %676 : tensor<1x576xf32>
    %678 = stablehlo.dot_general %677, %blk_7_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %679 = stablehlo.slice %678 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %680 = stablehlo.slice %678 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %681 = stablehlo.logistic %679 : tensor<1x1536xf32>
    %682 = stablehlo.multiply %679, %681 : tensor<1x1536xf32>
    %683 = stablehlo.multiply %682, %680 : tensor<1x1536xf32>
    %684 = stablehlo.dot_general %683, %blk_7_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %685 = stablehlo.add %665, %684 : tensor<1x576xf32>
    %686 = stablehlo.multiply %685, %685 : tensor<1x576xf32>
    %687 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %688 = stablehlo.reduce(%686 init: %687) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %689 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %690 = stablehlo.divide %688, %689 : tensor<1xf32>
    %691 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %692 = stablehlo.add %690, %691 : tensor<1xf32>
    %693 = stablehlo.rsqrt %692 : tensor<1xf32>
    %694 = stablehlo.broadcast_in_dim %693, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %695 = stablehlo.multiply %685, %694 : tensor<1x576xf32>
    %696 = stablehlo.broadcast_in_dim %blk_8_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %697 = stablehlo.multiply %695, %696 : tensor<1x576xf32>
    %698 = stablehlo.dot_general %697, %blk_8_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %699 = stablehlo.reshape %698 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %700 = stablehlo.slice %699 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %701 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %702 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %703 = stablehlo.reshape %700 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %704 = stablehlo.slice %703 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %705 = stablehlo.reshape %704 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %706 = stablehlo.slice %703 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %707 = stablehlo.reshape %706 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %708 = stablehlo.multiply %705, %701 : tensor<1x12x32xf32>
    %709 = stablehlo.multiply %707, %702 : tensor<1x12x32xf32>
    %710 = stablehlo.multiply %707, %701 : tensor<1x12x32xf32>
    %711 = stablehlo.multiply %705, %702 : tensor<1x12x32xf32>
    %712 = stablehlo.subtract %708, %709 : tensor<1x12x32xf32>
    %713 = stablehlo.add %710, %711 : tensor<1x12x32xf32>
    %714 = stablehlo.concatenate %712, %713, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %715 = stablehlo.slice %714 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %716 = stablehlo.slice %714 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %717 = stablehlo.slice %699 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %718 = stablehlo.constant dense<0> : tensor<i32>
    %719 = stablehlo.transpose %716, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %720 = stablehlo.dynamic_update_slice %kv_0_16, %719, %718, %0, %718 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %721 = stablehlo.constant dense<0> : tensor<i32>
    %722 = stablehlo.transpose %717, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %723 = stablehlo.dynamic_update_slice %kv_0_17, %722, %721, %0, %721 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %724 = stablehlo.reshape %715 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %725 = stablehlo.transpose %724, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %726 = stablehlo.reshape %725 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %727 = stablehlo.dot_general %726, %720, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %728 = stablehlo.reshape %727 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %729 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %730 = stablehlo.multiply %728, %729 : tensor<3x3x1x300xf32>
    %731 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %732 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %733 = stablehlo.select %731, %730, %732 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %734 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %735 = stablehlo.reduce(%733 init: %734) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %736 = stablehlo.broadcast_in_dim %735, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %737 = stablehlo.subtract %733, %736 : tensor<3x3x1x300xf32>
    %738 = stablehlo.exponential %737 : tensor<3x3x1x300xf32>
    %739 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %740 = stablehlo.reduce(%738 init: %739) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %741 = stablehlo.reshape %738 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %742 = stablehlo.dot_general %741, %723, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %743 = stablehlo.broadcast_in_dim %740, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %744 = stablehlo.reshape %742 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %745 = stablehlo.divide %744, %743 : tensor<3x3x1x64xf32>
    %746 = stablehlo.transpose %745, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %747 = stablehlo.reshape %746 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %748 = stablehlo.dot_general %747, %blk_8_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %749 = stablehlo.add %685, %748 : tensor<1x576xf32>
    %750 = stablehlo.multiply %749, %749 : tensor<1x576xf32>
    %751 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %752 = stablehlo.reduce(%750 init: %751) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %753 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %754 = stablehlo.divide %752, %753 : tensor<1xf32>
    %755 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %756 = stablehlo.add %754, %755 : tensor<1xf32>
    %757 = stablehlo.rsqrt %756 : tensor<1xf32>
    %758 = stablehlo.broadcast_in_dim %757, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %759 = stablehlo.multiply %749, %758 : tensor<1x576xf32>
    %760 = stablehlo.broadcast_in_dim %blk_8_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %761 = stablehlo.multiply %759, %760 : tensor<1x576xf32>
    %762 = stablehlo.dot_general %761, %blk_8_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %763 = stablehlo.slice %762 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %764 = stablehlo.slice %762 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %765 = stablehlo.logistic %763 : tensor<1x1536xf32>
    %766 = stablehlo.multiply %763, %765 : tensor<1x1536xf32>
    %767 = stablehlo.multiply %766, %764 : tensor<1x1536xf32>
    %768 = stablehlo.dot_general %767, %blk_8_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %769 = stablehlo.add %749, %768 : tensor<1x576xf32>
    %770 = stablehlo.multiply %769, %769 : tensor<1x576xf32>
    %771 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %772 = stablehlo.reduce(%770 init: %771) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %773 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %774 = stablehlo.divide %772, %773 : tensor<1xf32>
    %775 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %776 = stablehlo.add %774, %775 : tensor<1xf32>
    %777 = stablehlo.rsqrt %776 : tensor<1xf32>
    %778 = stablehlo.broadcast_in_dim %777, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %779 = stablehlo.multiply %769, %778 : tensor<1x576xf32>
    %780 = stablehlo.broadcast_in_dim %blk_9_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %781 = stablehlo.multiply %779, %780 : tensor<1x576xf32>
    %782 = stablehlo.dot_general %781, %blk_9_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %783 = stablehlo.reshape %782 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %784 = stablehlo.slice %783 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %785 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %786 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %787 = stablehlo.reshape %784 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %788 = stablehlo.slice %787 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %789 = stablehlo.reshape %788 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %790 = stablehlo.slice %787 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %791 = stablehlo.reshape %790 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %792 = stablehlo.multiply %789, %785 : tensor<1x12x32xf32>
    %793 = stablehlo.multiply %791, %786 : tensor<1x12x32xf32>
    %794 = stablehlo.multiply %791, %785 : tensor<1x12x32xf32>
    %795 = stablehlo.multiply %789, %786 : tensor<1x12x32xf32>
    %796 = stablehlo.subtract %792, %793 : tensor<1x12x32xf32>
    %797 = stablehlo.add %794, %795 : tensor<1x12x32xf32>
    %798 = stablehlo.concatenate %796, %797, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %799 = stablehlo.slice %798 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %800 = stablehlo.slice %798 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %801 = stablehlo.slice %783 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %802 = stablehlo.constant dense<0> : tensor<i32>
    %803 = stablehlo.transpose %800, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %804 = stablehlo.dynamic_update_slice %kv_0_18, %803, %802, %0, %802 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %805 = stablehlo.constant dense<0> : tensor<i32>
    %806 = stablehlo.transpose %801, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %807 = stablehlo.dynamic_update_slice %kv_0_19, %806, %805, %0, %805 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %808 = stablehlo.reshape %799 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %809 = stablehlo.transpose %808, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %810 = stablehlo.reshape %809 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %811 = stablehlo.dot_general %810, %804, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %812 = stablehlo.reshape %811 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %813 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %814 = stablehlo.multiply %812, %813 : tensor<3x3x1x300xf32>
    %815 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %816 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %817 = stablehlo.select %815, %814, %816 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %818 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %819 = stablehlo.reduce(%817 init: %818) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %820 = stablehlo.broadcast_in_dim %819, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %821 = stablehlo.subtract %817, %820 : tensor<3x3x1x300xf32>
    %822 = stablehlo.exponential %821 : tensor<3x3x1x300xf32>
    %823 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %824 = stablehlo.reduce(%822 init: %823) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %825 = stablehlo.reshape %822 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %826 = stablehlo.dot_general %825, %807, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %827 = stablehlo.broadcast_in_dim %824, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %828 = stablehlo.reshape %826 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %829 = stablehlo.divide %828, %827 : tensor<3x3x1x64xf32>
    %830 = stablehlo.transpose %829, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %831 = stablehlo.reshape %830 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %832 = stablehlo.dot_general %831, %blk_9_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %833 = stablehlo.add %769, %832 : tensor<1x576xf32>
    %834 = stablehlo.multiply %833, %833 : tensor<1x576xf32>
    %835 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %836 = stablehlo.reduce(%834 init: %835) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %837 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %838 = stablehlo.divide %836, %837 : tensor<1xf32>
    %839 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %840 = stablehlo.add %838, %839 : tensor<1xf32>
    %841 = stablehlo.rsqrt %840 : tensor<1xf32>
    %842 = stablehlo.broadcast_in_dim %841, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %843 = stablehlo.multiply %833, %842 : tensor<1x576xf32>
    %844 = stablehlo.broadcast_in_dim %blk_9_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %845 = stablehlo.multiply %843, %844 : tensor<1x576xf32>
    %846 = stablehlo.dot_general %845, %blk_9_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %847 = stablehlo.slice %846 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %848 = stablehlo.slice %846 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %849 = stablehlo.logistic %847 : tensor<1x1536xf32>
    %850 = stablehlo.multiply %847, %849 : tensor<1x1536xf32>
    %851 = stablehlo.multiply %850, %848 : tensor<1x1536xf32>
    %852 = stablehlo.dot_general %851, %blk_9_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %853 = stablehlo.add %833, %852 : tensor<1x576xf32>
    %854 = stablehlo.multiply %853, %853 : tensor<1x576xf32>
    %855 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %856 = stablehlo.reduce(%854 init: %855) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %857 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %858 = stablehlo.divide %856, %857 : tensor<1xf32>
    %859 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %860 = stablehlo.add %858, %859 : tensor<1xf32>
    %861 = stablehlo.rsqrt %860 : tensor<1xf32>
    %862 = stablehlo.broadcast_in_dim %861, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %863 = stablehlo.multiply %853, %862 : tensor<1x576xf32>
    %864 = stablehlo.broadcast_in_dim %blk_10_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %865 = stablehlo.multiply %863, %864 : tensor<1x576xf32>
    %866 = stablehlo.dot_general %865, %blk_10_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %867 = stablehlo.reshape %866 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %868 = stablehlo.slice %867 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %869 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %870 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %871 = stablehlo.reshape %868 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %872 = stablehlo.slice %871 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %873 = stablehlo.reshape %872 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %874 = stablehlo.slice %871 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %875 = stablehlo.reshape %874 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %876 = stablehlo.multiply %873, %869 : tensor<1x12x32xf32>
    %877 = stablehlo.multiply %875, %870 : tensor<1x12x32xf32>
    %878 = stablehlo.multiply %875, %869 : tensor<1x12x32xf32>
    %879 = stablehlo.multiply %873, %870 : tensor<1x12x32xf32>
    %880 = stablehlo.subtract %876, %877 : tensor<1x12x32xf32>
    %881 = stablehlo.add %878, %879 : tensor<1x12x32xf32>
    %882 = stablehlo.concatenate %880, %881, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %883 = stablehlo.slice %882 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %884 = stablehlo.slice %882 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %885 = stablehlo.slice %867 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %886 = stablehlo.constant dense<0> : tensor<i32>
    %887 = stablehlo.transpose %884, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %888 = stablehlo.dynamic_update_slice %kv_0_20, %887, %886, %0, %886 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %889 = stablehlo.constant dense<0> : tensor<i32>
    %890 = stablehlo.transpose %885, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %891 = stablehlo.dynamic_update_slice %kv_0_21, %890, %889, %0, %889 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %892 = stablehlo.reshape %883 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %893 = stablehlo.transpose %892, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %894 = stablehlo.reshape %893 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %895 = stablehlo.dot_general %894, %888, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %896 = stablehlo.reshape %895 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %897 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %898 = stablehlo.multiply %896, %897 : tensor<3x3x1x300xf32>
    %899 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %900 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %901 = stablehlo.select %899, %898, %900 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %902 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %903 = stablehlo.reduce(%901 init: %902) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %904 = stablehlo.broadcast_in_dim %903, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %905 = stablehlo.subtract %901, %904 : tensor<3x3x1x300xf32>
    %906 = stablehlo.exponential %905 : tensor<3x3x1x300xf32>
    %907 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %908 = stablehlo.reduce(%906 init: %907) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %909 = stablehlo.reshape %906 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %910 = stablehlo.dot_general %909, %891, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %911 = stablehlo.broadcast_in_dim %908, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %912 = stablehlo.reshape %910 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %913 = stablehlo.divide %912, %911 : tensor<3x3x1x64xf32>
    %914 = stablehlo.transpose %913, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %915 = stablehlo.reshape %914 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %916 = stablehlo.dot_general %915, %blk_10_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %917 = stablehlo.add %853, %916 : tensor<1x576xf32>
    %918 = stablehlo.multiply %917, %917 : tensor<1x576xf32>
    %919 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %920 = stablehlo.reduce(%918 init: %919) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %921 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %922 = stablehlo.divide %920, %921 : tensor<1xf32>
    %923 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %924 = stablehlo.add %922, %923 : tensor<1xf32>
    %925 = stablehlo.rsqrt %924 : tensor<1xf32>
    %926 = stablehlo.broadcast_in_dim %925, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %927 = stablehlo.multiply %917, %926 : tensor<1x576xf32>
    %928 = stablehlo.broadcast_in_dim %blk_10_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %929 = stablehlo.multiply %927, %928 : tensor<1x576xf32>
    %930 = stablehlo.dot_general %929, %blk_10_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %931 = stablehlo.slice %930 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %932 = stablehlo.slice %930 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %933 = stablehlo.logistic %931 : tensor<1x1536xf32>
    %934 = stablehlo.multiply %931, %933 : tensor<1x1536xf32>
    %935 = stablehlo.multiply %934, %932 : tensor<1x1536xf32>
    %936 = stablehlo.dot_general %935, %blk_10_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %937 = stablehlo.add %917, %936 : tensor<1x576xf32>
    %938 = stablehlo.multiply %937, %937 : tensor<1x576xf32>
    %939 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %940 = stablehlo.reduce(%938 init: %939) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %941 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %942 = stablehlo.divide %940, %941 : tensor<1xf32>
    %943 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %944 = stablehlo.add %942, %943 : tensor<1xf32>
    %945 = stablehlo.rsqrt %944 : tensor<1xf32>
    %946 = stablehlo.broadcast_in_dim %945, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %947 = stablehlo.multiply %937, %946 : tensor<1x576xf32>
    %948 = stablehlo.broadcast_in_dim %blk_11_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %949 = stablehlo.multiply %947, %948 : tensor<1x576xf32>
    %950 = stablehlo.dot_general %949, %blk_11_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %951 = stablehlo.reshape %950 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %952 = stablehlo.slice %951 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %953 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %954 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %955 = stablehlo.reshape %952 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %956 = stablehlo.slice %955 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %957 = stablehlo.reshape %956 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %958 = stablehlo.slice %955 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %959 = stablehlo.reshape %958 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %960 = stablehlo.multiply %957, %953 : tensor<1x12x32xf32>
    %961 = stablehlo.multiply %959, %954 : tensor<1x12x32xf32>
    %962 = stablehlo.multiply %959, %953 : tensor<1x12x32xf32>
    %963 = stablehlo.multiply %957, %954 : tensor<1x12x32xf32>
    %964 = stablehlo.subtract %960, %961 : tensor<1x12x32xf32>
    %965 = stablehlo.add %962, %963 : tensor<1x12x32xf32>
    %966 = stablehlo.concatenate %964, %965, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %967 = stablehlo.slice %966 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %968 = stablehlo.slice %966 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %969 = stablehlo.slice %951 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %970 = stablehlo.constant dense<0> : tensor<i32>
    %971 = stablehlo.transpose %968, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %972 = stablehlo.dynamic_update_slice %kv_0_22, %971, %970, %0, %970 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %973 = stablehlo.constant dense<0> : tensor<i32>
    %974 = stablehlo.transpose %969, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %975 = stablehlo.dynamic_update_slice %kv_0_23, %974, %973, %0, %973 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %976 = stablehlo.reshape %967 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %977 = stablehlo.transpose %976, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %978 = stablehlo.reshape %977 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %979 = stablehlo.dot_general %978, %972, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %980 = stablehlo.reshape %979 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %981 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %982 = stablehlo.multiply %980, %981 : tensor<3x3x1x300xf32>
    %983 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %984 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %985 = stablehlo.select %983, %982, %984 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %986 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %987 = stablehlo.reduce(%985 init: %986) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %988 = stablehlo.broadcast_in_dim %987, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %989 = stablehlo.subtract %985, %988 : tensor<3x3x1x300xf32>
    %990 = stablehlo.exponential %989 : tensor<3x3x1x300xf32>
    %991 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %992 = stablehlo.reduce(%990 init: %991) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %993 = stablehlo.reshape %990 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %994 = stablehlo.dot_general %993, %975, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %995 = stablehlo.broadcast_in_dim %992, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %996 = stablehlo.reshape %994 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %997 = stablehlo.divide %996, %995 : tensor<3x3x1x64xf32>
    %998 = stablehlo.transpose %997, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %999 = stablehlo.reshape %998 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1000 = stablehlo.dot_general %999, %blk_11_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1001 = stablehlo.add %937, %1000 : tensor<1x576xf32>
    %1002 = stablehlo.multiply %1001, %1001 : tensor<1x576xf32>
    %1003 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1004 = stablehlo.reduce(%1002 init: %1003) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1005 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1006 = stablehlo.divide %1004, %1005 : tensor<1xf32>
    %1007 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1008 = stablehlo.add %1006, %1007 : tensor<1xf32>
    %1009 = stablehlo.rsqrt %1008 : tensor<1xf32>
    %1010 = stablehlo.broadcast_in_dim %1009, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1011 = stablehlo.multiply %1001, %1010 : tensor<1x576xf32>
    %1012 = stablehlo.broadcast_in_dim %blk_11_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1013 = stablehlo.multiply %1011, %1012 : tensor<1x576xf32>
    %1014 = stablehlo.dot_general %1013, %blk_11_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1015 = stablehlo.slice %1014 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1016 = stablehlo.slice %1014 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1017 = stablehlo.logistic %1015 : tensor<1x1536xf32>
    %1018 = stablehlo.multiply %1015, %1017 : tensor<1x1536xf32>
    %1019 = stablehlo.multiply %1018, %1016 : tensor<1x1536xf32>
    %1020 = stablehlo.dot_general %1019, %blk_11_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1021 = stablehlo.add %1001, %1020 : tensor<1x576xf32>
    %1022 = stablehlo.multiply %1021, %1021 : tensor<1x576xf32>
    %1023 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1024 = stablehlo.reduce(%1022 init: %1023) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1025 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1026 = stablehlo.divide %1024, %1025 : tensor<1xf32>
    %1027 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1028 = stablehlo.add %1026, %1027 : tensor<1xf32>
    %1029 = stablehlo.rsqrt %1028 : tensor<1xf32>
    %1030 = stablehlo.broadcast_in_dim %1029, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1031 = stablehlo.multiply %1021, %1030 : tensor<1x576xf32>
    %1032 = stablehlo.broadcast_in_dim %blk_12_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1033 = stablehlo.multiply %1031, %1032 : tensor<1x576xf32>
    %1034 = stablehlo.dot_general %1033, %blk_12_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1035 = stablehlo.reshape %1034 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1036 = stablehlo.slice %1035 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1037 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1038 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1039 = stablehlo.reshape %1036 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1040 = stablehlo.slice %1039 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1041 = stablehlo.reshape %1040 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1042 = stablehlo.slice %1039 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1043 = stablehlo.reshape %1042 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1044 = stablehlo.multiply %1041, %1037 : tensor<1x12x32xf32>
    %1045 = stablehlo.multiply %1043, %1038 : tensor<1x12x32xf32>
    %1046 = stablehlo.multiply %1043, %1037 : tensor<1x12x32xf32>
    %1047 = stablehlo.multiply %1041, %1038 : tensor<1x12x32xf32>
    %1048 = stablehlo.subtract %1044, %1045 : tensor<1x12x32xf32>
    %1049 = stablehlo.add %1046, %1047 : tensor<1x12x32xf32>
    %1050 = stablehlo.concatenate %1048, %1049, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1051 = stablehlo.slice %1050 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1052 = stablehlo.slice %1050 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1053 = stablehlo.slice %1035 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1054 = stablehlo.constant dense<0> : tensor<i32>
    %1055 = stablehlo.transpose %1052, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1056 = stablehlo.dynamic_update_slice %kv_0_24, %1055, %1054, %0, %1054 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1057 = stablehlo.constant dense<0> : tensor<i32>
    %1058 = stablehlo.transpose %1053, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1059 = stablehlo.dynamic_update_slice %kv_0_25, %1058, %1057, %0, %1057 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1060 = stablehlo.reshape %1051 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1061 = stablehlo.transpose %1060, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1062 = stablehlo.reshape %1061 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1063 = stablehlo.dot_general %1062, %1056, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1064 = stablehlo.reshape %1063 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1065 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1066 = stablehlo.multiply %1064, %1065 : tensor<3x3x1x300xf32>
    %1067 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1068 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1069 = stablehlo.select %1067, %1066, %1068 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1070 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1071 = stablehlo.reduce(%1069 init: %1070) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1072 = stablehlo.broadcast_in_dim %1071, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1073 = stablehlo.subtract %1069, %1072 : tensor<3x3x1x300xf32>
    %1074 = stablehlo.exponential %1073 : tensor<3x3x1x300xf32>
    %1075 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1076 = stablehlo.reduce(%1074 init: %1075) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1077 = stablehlo.reshape %1074 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1078 = stablehlo.dot_general %1077, %1059, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1079 = stablehlo.broadcast_in_dim %1076, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1080 = stablehlo.reshape %1078 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1081 = stablehlo.divide %1080, %1079 : tensor<3x3x1x64xf32>
    %1082 = stablehlo.transpose %1081, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1083 = stablehlo.reshape %1082 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1084 = stablehlo.dot_general %1083, %blk_12_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1085 = stablehlo.add %1021, %1084 : tensor<1x576xf32>
    %1086 = stablehlo.multiply %1085, %1085 : tensor<1x576xf32>
    %1087 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1088 = stablehlo.reduce(%1086 init: %1087) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1089 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1090 = stablehlo.divide %1088, %1089 : tensor<1xf32>
    %1091 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1092 = stablehlo.add %1090, %1091 : tensor<1xf32>
    %1093 = stablehlo.rsqrt %1092 : tensor<1xf32>
    %1094 = stablehlo.broadcast_in_dim %1093, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1095 = stablehlo.multiply %1085, %1094 : tensor<1x576xf32>
    %1096 = stablehlo.broadcast_in_dim %blk_12_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1097 = stablehlo.multiply %1095, %1096 : tensor<1x576xf32>
    %1098 = stablehlo.dot_general %1097, %blk_12_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1099 = stablehlo.slice %1098 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1100 = stablehlo.slice %1098 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1101 = stablehlo.logistic %1099 : tensor<1x1536xf32>
    %1102 = stablehlo.multiply %1099, %1101 : tensor<1x1536xf32>
    %1103 = stablehlo.multiply %1102, %1100 : tensor<1x1536xf32>
    %1104 = stablehlo.dot_general %1103, %blk_12_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1105 = stablehlo.add %1085, %1104 : tensor<1x576xf32>
    %1106 = stablehlo.multiply %1105, %1105 : tensor<1x576xf32>
    %1107 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1108 = stablehlo.reduce(%1106 init: %1107) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1109 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1110 = stablehlo.divide %1108, %1109 : tensor<1xf32>
    %1111 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1112 = stablehlo.add %1110, %1111 : tensor<1xf32>
    %1113 = stablehlo.rsqrt %1112 : tensor<1xf32>
    %1114 = stablehlo.broadcast_in_dim %1113, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1115 = stablehlo.multiply %1105, %1114 : tensor<1x576xf32>
    %1116 = stablehlo.broadcast_in_dim %blk_13_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1117 = stablehlo.multiply %1115, %1116 : tensor<1x576xf32>
    %1118 = stablehlo.dot_general %1117, %blk_13_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1119 = stablehlo.reshape %1118 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1120 = stablehlo.slice %1119 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1121 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1122 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1123 = stablehlo.reshape %1120 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1124 = stablehlo.slice %1123 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1125 = stablehlo.reshape %1124 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1126 = stablehlo.slice %1123 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1127 = stablehlo.reshape %1126 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1128 = stablehlo.multiply %1125, %1121 : tensor<1x12x32xf32>
    %1129 = stablehlo.multiply %1127, %1122 : tensor<1x12x32xf32>
    %1130 = stablehlo.multiply %1127, %1121 : tensor<1x12x32xf32>
    %1131 = stablehlo.multiply %1125, %1122 : tensor<1x12x32xf32>
    %1132 = stablehlo.subtract %1128, %1129 : tensor<1x12x32xf32>
    %1133 = stablehlo.add %1130, %1131 : tensor<1x12x32xf32>
    %1134 = stablehlo.concatenate %1132, %1133, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1135 = stablehlo.slice %1134 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1136 = stablehlo.slice %1134 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1137 = stablehlo.slice %1119 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1138 = stablehlo.constant dense<0> : tensor<i32>
    %1139 = stablehlo.transpose %1136, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1140 = stablehlo.dynamic_update_slice %kv_0_26, %1139, %1138, %0, %1138 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1141 = stablehlo.constant dense<0> : tensor<i32>
    %1142 = stablehlo.transpose %1137, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1143 = stablehlo.dynamic_update_slice %kv_0_27, %1142, %1141, %0, %1141 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1144 = stablehlo.reshape %1135 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1145 = stablehlo.transpose %1144, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1146 = stablehlo.reshape %1145 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1147 = stablehlo.dot_general %1146, %1140, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1148 = stablehlo.reshape %1147 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1149 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1150 = stablehlo.multiply %1148, %1149 : tensor<3x3x1x300xf32>
    %1151 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1152 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1153 = stablehlo.select %1151, %1150, %1152 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1154 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1155 = stablehlo.reduce(%1153 init: %1154) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1156 = stablehlo.broadcast_in_dim %1155, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1157 = stablehlo.subtract %1153, %1156 : tensor<3x3x1x300xf32>
    %1158 = stablehlo.exponential %1157 : tensor<3x3x1x300xf32>
    %1159 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1160 = stablehlo.reduce(%1158 init: %1159) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1161 = stablehlo.reshape %1158 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1162 = stablehlo.dot_general %1161, %1143, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1163 = stablehlo.broadcast_in_dim %1160, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1164 = stablehlo.reshape %1162 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1165 = stablehlo.divide %1164, %1163 : tensor<3x3x1x64xf32>
    %1166 = stablehlo.transpose %1165, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1167 = stablehlo.reshape %1166 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1168 = stablehlo.dot_general %1167, %blk_13_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1169 = stablehlo.add %1105, %1168 : tensor<1x576xf32>
    %1170 = stablehlo.multiply %1169, %1169 : tensor<1x576xf32>
    %1171 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1172 = stablehlo.reduce(%1170 init: %1171) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1173 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1174 = stablehlo.divide %1172, %1173 : tensor<1xf32>
    %1175 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1176 = stablehlo.add %1174, %1175 : tensor<1xf32>
    %1177 = stablehlo.rsqrt %1176 : tensor<1xf32>
    %1178 = stablehlo.broadcast_in_dim %1177, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1179 = stablehlo.multiply %1169, %1178 : tensor<1x576xf32>
    %1180 = stablehlo.broadcast_in_dim %blk_13_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1181 = stablehlo.multiply %1179, %1180 : tensor<1x576xf32>
    %1182 = stablehlo.dot_general %1181, %blk_13_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1183 = stablehlo.slice %1182 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1184 = stablehlo.slice %1182 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1185 = stablehlo.logistic %1183 : tensor<1x1536xf32>
    %1186 = stablehlo.multiply %1183, %1185 : tensor<1x1536xf32>
    %1187 = stablehlo.multiply %1186, %1184 : tensor<1x1536xf32>
    %1188 = stablehlo.dot_general %1187, %blk_13_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1189 = stablehlo.add %1169, %1188 : tensor<1x576xf32>
    %1190 = stablehlo.multiply %1189, %1189 : tensor<1x576xf32>
    %1191 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1192 = stablehlo.reduce(%1190 init: %1191) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1193 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1194 = stablehlo.divide %1192, %1193 : tensor<1xf32>
    %1195 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1196 = stablehlo.add %1194, %1195 : tensor<1xf32>
    %1197 = stablehlo.rsqrt %1196 : tensor<1xf32>
    %1198 = stablehlo.broadcast_in_dim %1197, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1199 = stablehlo.multiply %1189, %1198 : tensor<1x576xf32>
    %1200 = stablehlo.broadcast_in_dim %blk_14_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1201 = stablehlo.multiply %1199, %1200 : tensor<1x576xf32>
    %1202 = stablehlo.dot_general %1201, %blk_14_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1203 = stablehlo.reshape %1202 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1204 = stablehlo.slice %1203 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1205 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1206 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1207 = stablehlo.reshape %1204 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1208 = stablehlo.slice %1207 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1209 = stablehlo.reshape %1208 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1210 = stablehlo.slice %1207 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1211 = stablehlo.reshape %1210 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1212 = stablehlo.multiply %1209, %1205 : tensor<1x12x32xf32>
    %1213 = stablehlo.multiply %1211, %1206 : tensor<1x12x32xf32>
    %1214 = stablehlo.multiply %1211, %1205 : tensor<1x12x32xf32>
    %1215 = stablehlo.multiply %1209, %1206 : tensor<1x12x32xf32>
    %1216 = stablehlo.subtract %1212, %1213 : tensor<1x12x32xf32>
    %1217 = stablehlo.add %1214, %1215 : tensor<1x12x32xf32>
    %1218 = stablehlo.concatenate %1216, %1217, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1219 = stablehlo.slice %1218 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1220 = stablehlo.slice %1218 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1221 = stablehlo.slice %1203 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1222 = stablehlo.constant dense<0> : tensor<i32>
    %1223 = stablehlo.transpose %1220, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1224 = stablehlo.dynamic_update_slice %kv_0_28, %1223, %1222, %0, %1222 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1225 = stablehlo.constant dense<0> : tensor<i32>
    %1226 = stablehlo.transpose %1221, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1227 = stablehlo.dynamic_update_slice %kv_0_29, %1226, %1225, %0, %1225 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1228 = stablehlo.reshape %1219 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1229 = stablehlo.transpose %1228, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1230 = stablehlo.reshape %1229 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1231 = stablehlo.dot_general %1230, %1224, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1232 = stablehlo.reshape %1231 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1233 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1234 = stablehlo.multiply %1232, %1233 : tensor<3x3x1x300xf32>
    %1235 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1236 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1237 = stablehlo.select %1235, %1234, %1236 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1238 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1239 = stablehlo.reduce(%1237 init: %1238) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1240 = stablehlo.broadcast_in_dim %1239, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1241 = stablehlo.subtract %1237, %1240 : tensor<3x3x1x300xf32>
    %1242 = stablehlo.exponential %1241 : tensor<3x3x1x300xf32>
    %1243 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1244 = stablehlo.reduce(%1242 init: %1243) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1245 = stablehlo.reshape %1242 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1246 = stablehlo.dot_general %1245, %1227, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1247 = stablehlo.broadcast_in_dim %1244, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1248 = stablehlo.reshape %1246 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1249 = stablehlo.divide %1248, %1247 : tensor<3x3x1x64xf32>
    %1250 = stablehlo.transpose %1249, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1251 = stablehlo.reshape %1250 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1252 = stablehlo.dot_general %1251, %blk_14_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1253 = stablehlo.add %1189, %1252 : tensor<1x576xf32>
    %1254 = stablehlo.multiply %1253, %1253 : tensor<1x576xf32>
    %1255 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1256 = stablehlo.reduce(%1254 init: %1255) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1257 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1258 = stablehlo.divide %1256, %1257 : tensor<1xf32>
    %1259 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1260 = stablehlo.add %1258, %1259 : tensor<1xf32>
    %1261 = stablehlo.rsqrt %1260 : tensor<1xf32>
    %1262 = stablehlo.broadcast_in_dim %1261, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1263 = stablehlo.multiply %1253, %1262 : tensor<1x576xf32>
    %1264 = stablehlo.broadcast_in_dim %blk_14_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1265 = stablehlo.multiply %1263, %1264 : tensor<1x576xf32>
    %1266 = stablehlo.dot_general %1265, %blk_14_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1267 = stablehlo.slice %1266 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1268 = stablehlo.slice %1266 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1269 = stablehlo.logistic %1267 : tensor<1x1536xf32>
    %1270 = stablehlo.multiply %1267, %1269 : tensor<1x1536xf32>
    %1271 = stablehlo.multiply %1270, %1268 : tensor<1x1536xf32>
    %1272 = stablehlo.dot_general %1271, %blk_14_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1273 = stablehlo.add %1253, %1272 : tensor<1x576xf32>
    %1274 = stablehlo.multiply %1273, %1273 : tensor<1x576xf32>
    %1275 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1276 = stablehlo.reduce(%1274 init: %1275) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1277 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1278 = stablehlo.divide %1276, %1277 : tensor<1xf32>
    %1279 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1280 = stablehlo.add %1278, %1279 : tensor<1xf32>
    %1281 = stablehlo.rsqrt %1280 : tensor<1xf32>
    %1282 = stablehlo.broadcast_in_dim %1281, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1283 = stablehlo.multiply %1273, %1282 : tensor<1x576xf32>
    %1284 = stablehlo.broadcast_in_dim %blk_15_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1285 = stablehlo.multiply %1283, %1284 : tensor<1x576xf32>
    %1286 = stablehlo.dot_general %1285, %blk_15_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1287 = stablehlo.reshape %1286 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1288 = stablehlo.slice %1287 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1289 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1290 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1291 = stablehlo.reshape %1288 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1292 = stablehlo.slice %1291 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1293 = stablehlo.reshape %1292 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1294 = stablehlo.slice %1291 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1295 = stablehlo.reshape %1294 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1296 = stablehlo.multiply %1293, %1289 : tensor<1x12x32xf32>
    %1297 = stablehlo.multiply %1295, %1290 : tensor<1x12x32xf32>
    %1298 = stablehlo.multiply %1295, %1289 : tensor<1x12x32xf32>
    %1299 = stablehlo.multiply %1293, %1290 : tensor<1x12x32xf32>
    %1300 = stablehlo.subtract %1296, %1297 : tensor<1x12x32xf32>
    %1301 = stablehlo.add %1298, %1299 : tensor<1x12x32xf32>
    %1302 = stablehlo.concatenate %1300, %1301, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1303 = stablehlo.slice %1302 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1304 = stablehlo.slice %1302 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1305 = stablehlo.slice %1287 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1306 = stablehlo.constant dense<0> : tensor<i32>
    %1307 = stablehlo.transpose %1304, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1308 = stablehlo.dynamic_update_slice %kv_0_30, %1307, %1306, %0, %1306 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1309 = stablehlo.constant dense<0> : tensor<i32>
    %1310 = stablehlo.transpose %1305, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1311 = stablehlo.dynamic_update_slice %kv_0_31, %1310, %1309, %0, %1309 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1312 = stablehlo.reshape %1303 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1313 = stablehlo.transpose %1312, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1314 = stablehlo.reshape %1313 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1315 = stablehlo.dot_general %1314, %1308, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1316 = stablehlo.reshape %1315 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1317 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1318 = stablehlo.multiply %1316, %1317 : tensor<3x3x1x300xf32>
    %1319 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1320 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1321 = stablehlo.select %1319, %1318, %1320 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1322 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1323 = stablehlo.reduce(%1321 init: %1322) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1324 = stablehlo.broadcast_in_dim %1323, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1325 = stablehlo.subtract %1321, %1324 : tensor<3x3x1x300xf32>
    %1326 = stablehlo.exponential %1325 : tensor<3x3x1x300xf32>
    %1327 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1328 = stablehlo.reduce(%1326 init: %1327) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1329 = stablehlo.reshape %1326 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1330 = stablehlo.dot_general %1329, %1311, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1331 = stablehlo.broadcast_in_dim %1328, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1332 = stablehlo.reshape %1330 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1333 = stablehlo.divide %1332, %1331 : tensor<3x3x1x64xf32>
    %1334 = stablehlo.transpose %1333, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1335 = stablehlo.reshape %1334 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1336 = stablehlo.dot_general %1335, %blk_15_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1337 = stablehlo.add %1273, %1336 : tensor<1x576xf32>
    %1338 = stablehlo.multiply %1337, %1337 : tensor<1x576xf32>
    %1339 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1340 = stablehlo.reduce(%1338 init: %1339) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1341 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1342 = stablehlo.divide %1340, %1341 : tensor<1xf32>
    %1343 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1344 = stablehlo.add %1342, %1343 : tensor<1xf32>
    %1345 = stablehlo.rsqrt %1344 : tensor<1xf32>
    %1346 = stablehlo.broadcast_in_dim %1345, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1347 = stablehlo.multiply %1337, %1346 : tensor<1x576xf32>
    %1348 = stablehlo.broadcast_in_dim %blk_15_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1349 = stablehlo.multiply %1347, %1348 : tensor<1x576xf32>
    %1350 = stablehlo.dot_general %1349, %blk_15_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1351 = stablehlo.slice %1350 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1352 = stablehlo.slice %1350 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1353 = stablehlo.logistic %1351 : tensor<1x1536xf32>
    %1354 = stablehlo.multiply %1351, %1353 : tensor<1x1536xf32>
    %1355 = stablehlo.multiply %1354, %1352 : tensor<1x1536xf32>
    %1356 = stablehlo.dot_general %1355, %blk_15_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1357 = stablehlo.add %1337, %1356 : tensor<1x576xf32>
    %1358 = stablehlo.multiply %1357, %1357 : tensor<1x576xf32>
    %1359 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1360 = stablehlo.reduce(%1358 init: %1359) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1361 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1362 = stablehlo.divide %1360, %1361 : tensor<1xf32>
    %1363 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1364 = stablehlo.add %1362, %1363 : tensor<1xf32>
    %1365 = stablehlo.rsqrt %1364 : tensor<1xf32>
    %1366 = stablehlo.broadcast_in_dim %1365, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1367 = stablehlo.multiply %1357, %1366 : tensor<1x576xf32>
    %1368 = stablehlo.broadcast_in_dim %blk_16_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1369 = stablehlo.multiply %1367, %1368 : tensor<1x576xf32>
    %1370 = stablehlo.dot_general %1369, %blk_16_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1371 = stablehlo.reshape %1370 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1372 = stablehlo.slice %1371 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1373 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1374 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1375 = stablehlo.reshape %1372 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1376 = stablehlo.slice %1375 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1377 = stablehlo.reshape %1376 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1378 = stablehlo.slice %1375 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1379 = stablehlo.reshape %1378 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1380 = stablehlo.multiply %1377, %1373 : tensor<1x12x32xf32>
    %1381 = stablehlo.multiply %1379, %1374 : tensor<1x12x32xf32>
    %1382 = stablehlo.multiply %1379, %1373 : tensor<1x12x32xf32>
    %1383 = stablehlo.multiply %1377, %1374 : tensor<1x12x32xf32>
    %1384 = stablehlo.subtract %1380, %1381 : tensor<1x12x32xf32>
    %1385 = stablehlo.add %1382, %1383 : tensor<1x12x32xf32>
    %1386 = stablehlo.concatenate %1384, %1385, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1387 = stablehlo.slice %1386 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1388 = stablehlo.slice %1386 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1389 = stablehlo.slice %1371 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1390 = stablehlo.constant dense<0> : tensor<i32>
    %1391 = stablehlo.transpose %1388, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1392 = stablehlo.dynamic_update_slice %kv_0_32, %1391, %1390, %0, %1390 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1393 = stablehlo.constant dense<0> : tensor<i32>
    %1394 = stablehlo.transpose %1389, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1395 = stablehlo.dynamic_update_slice %kv_0_33, %1394, %1393, %0, %1393 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1396 = stablehlo.reshape %1387 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1397 = stablehlo.transpose %1396, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1398 = stablehlo.reshape %1397 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1399 = stablehlo.dot_general %1398, %1392, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1400 = stablehlo.reshape %1399 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1401 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1402 = stablehlo.multiply %1400, %1401 : tensor<3x3x1x300xf32>
    %1403 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1404 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1405 = stablehlo.select %1403, %1402, %1404 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1406 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1407 = stablehlo.reduce(%1405 init: %1406) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1408 = stablehlo.broadcast_in_dim %1407, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1409 = stablehlo.subtract %1405, %1408 : tensor<3x3x1x300xf32>
    %1410 = stablehlo.exponential %1409 : tensor<3x3x1x300xf32>
    %1411 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1412 = stablehlo.reduce(%1410 init: %1411) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1413 = stablehlo.reshape %1410 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1414 = stablehlo.dot_general %1413, %1395, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1415 = stablehlo.broadcast_in_dim %1412, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1416 = stablehlo.reshape %1414 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1417 = stablehlo.divide %1416, %1415 : tensor<3x3x1x64xf32>
    %1418 = stablehlo.transpose %1417, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1419 = stablehlo.reshape %1418 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1420 = stablehlo.dot_general %1419, %blk_16_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1421 = stablehlo.add %1357, %1420 : tensor<1x576xf32>
    %1422 = stablehlo.multiply %1421, %1421 : tensor<1x576xf32>
    %1423 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1424 = stablehlo.reduce(%1422 init: %1423) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1425 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1426 = stablehlo.divide %1424, %1425 : tensor<1xf32>
    %1427 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1428 = stablehlo.add %1426, %1427 : tensor<1xf32>
    %1429 = stablehlo.rsqrt %1428 : tensor<1xf32>
    %1430 = stablehlo.broadcast_in_dim %1429, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1431 = stablehlo.multiply %1421, %1430 : tensor<1x576xf32>
    %1432 = stablehlo.broadcast_in_dim %blk_16_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1433 = stablehlo.multiply %1431, %1432 : tensor<1x576xf32>
    %1434 = stablehlo.dot_general %1433, %blk_16_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1435 = stablehlo.slice %1434 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1436 = stablehlo.slice %1434 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1437 = stablehlo.logistic %1435 : tensor<1x1536xf32>
    %1438 = stablehlo.multiply %1435, %1437 : tensor<1x1536xf32>
    %1439 = stablehlo.multiply %1438, %1436 : tensor<1x1536xf32>
    %1440 = stablehlo.dot_general %1439, %blk_16_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1441 = stablehlo.add %1421, %1440 : tensor<1x576xf32>
    %1442 = stablehlo.multiply %1441, %1441 : tensor<1x576xf32>
    %1443 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1444 = stablehlo.reduce(%1442 init: %1443) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1445 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1446 = stablehlo.divide %1444, %1445 : tensor<1xf32>
    %1447 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1448 = stablehlo.add %1446, %1447 : tensor<1xf32>
    %1449 = stablehlo.rsqrt %1448 : tensor<1xf32>
    %1450 = stablehlo.broadcast_in_dim %1449, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1451 = stablehlo.multiply %1441, %1450 : tensor<1x576xf32>
    %1452 = stablehlo.broadcast_in_dim %blk_17_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1453 = stablehlo.multiply %1451, %1452 : tensor<1x576xf32>
    %1454 = stablehlo.dot_general %1453, %blk_17_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1455 = stablehlo.reshape %1454 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1456 = stablehlo.slice %1455 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1457 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1458 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1459 = stablehlo.reshape %1456 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1460 = stablehlo.slice %1459 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1461 = stablehlo.reshape %1460 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1462 = stablehlo.slice %1459 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1463 = stablehlo.reshape %1462 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1464 = stablehlo.multiply %1461, %1457 : tensor<1x12x32xf32>
    %1465 = stablehlo.multiply %1463, %1458 : tensor<1x12x32xf32>
    %1466 = stablehlo.multiply %1463, %1457 : tensor<1x12x32xf32>
    %1467 = stablehlo.multiply %1461, %1458 : tensor<1x12x32xf32>
    %1468 = stablehlo.subtract %1464, %1465 : tensor<1x12x32xf32>
    %1469 = stablehlo.add %1466, %1467 : tensor<1x12x32xf32>
    %1470 = stablehlo.concatenate %1468, %1469, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1471 = stablehlo.slice %1470 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1472 = stablehlo.slice %1470 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1473 = stablehlo.slice %1455 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1474 = stablehlo.constant dense<0> : tensor<i32>
    %1475 = stablehlo.transpose %1472, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1476 = stablehlo.dynamic_update_slice %kv_0_34, %1475, %1474, %0, %1474 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1477 = stablehlo.constant dense<0> : tensor<i32>
    %1478 = stablehlo.transpose %1473, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1479 = stablehlo.dynamic_update_slice %kv_0_35, %1478, %1477, %0, %1477 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1480 = stablehlo.reshape %1471 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1481 = stablehlo.transpose %1480, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1482 = stablehlo.reshape %1481 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1483 = stablehlo.dot_general %1482, %1476, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1484 = stablehlo.reshape %1483 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1485 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1486 = stablehlo.multiply %1484, %1485 : tensor<3x3x1x300xf32>
    %1487 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1488 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1489 = stablehlo.select %1487, %1486, %1488 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1490 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1491 = stablehlo.reduce(%1489 init: %1490) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1492 = stablehlo.broadcast_in_dim %1491, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1493 = stablehlo.subtract %1489, %1492 : tensor<3x3x1x300xf32>
    %1494 = stablehlo.exponential %1493 : tensor<3x3x1x300xf32>
    %1495 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1496 = stablehlo.reduce(%1494 init: %1495) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1497 = stablehlo.reshape %1494 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1498 = stablehlo.dot_general %1497, %1479, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1499 = stablehlo.broadcast_in_dim %1496, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1500 = stablehlo.reshape %1498 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1501 = stablehlo.divide %1500, %1499 : tensor<3x3x1x64xf32>
    %1502 = stablehlo.transpose %1501, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1503 = stablehlo.reshape %1502 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1504 = stablehlo.dot_general %1503, %blk_17_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1505 = stablehlo.add %1441, %1504 : tensor<1x576xf32>
    %1506 = stablehlo.multiply %1505, %1505 : tensor<1x576xf32>
    %1507 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1508 = stablehlo.reduce(%1506 init: %1507) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1509 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1510 = stablehlo.divide %1508, %1509 : tensor<1xf32>
    %1511 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1512 = stablehlo.add %1510, %1511 : tensor<1xf32>
    %1513 = stablehlo.rsqrt %1512 : tensor<1xf32>
    %1514 = stablehlo.broadcast_in_dim %1513, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1515 = stablehlo.multiply %1505, %1514 : tensor<1x576xf32>
    %1516 = stablehlo.broadcast_in_dim %blk_17_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1517 = stablehlo.multiply %1515, %1516 : tensor<1x576xf32>
    %1518 = stablehlo.dot_general %1517, %blk_17_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1519 = stablehlo.slice %1518 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1520 = stablehlo.slice %1518 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1521 = stablehlo.logistic %1519 : tensor<1x1536xf32>
    %1522 = stablehlo.multiply %1519, %1521 : tensor<1x1536xf32>
    %1523 = stablehlo.multiply %1522, %1520 : tensor<1x1536xf32>
    %1524 = stablehlo.dot_general %1523, %blk_17_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1525 = stablehlo.add %1505, %1524 : tensor<1x576xf32>
    %1526 = stablehlo.multiply %1525, %1525 : tensor<1x576xf32>
    %1527 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1528 = stablehlo.reduce(%1526 init: %1527) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1529 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1530 = stablehlo.divide %1528, %1529 : tensor<1xf32>
    %1531 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1532 = stablehlo.add %1530, %1531 : tensor<1xf32>
    %1533 = stablehlo.rsqrt %1532 : tensor<1xf32>
    %1534 = stablehlo.broadcast_in_dim %1533, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1535 = stablehlo.multiply %1525, %1534 : tensor<1x576xf32>
    %1536 = stablehlo.broadcast_in_dim %blk_18_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1537 = stablehlo.multiply %1535, %1536 : tensor<1x576xf32>
    %1538 = stablehlo.dot_general %1537, %blk_18_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1539 = stablehlo.reshape %1538 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1540 = stablehlo.slice %1539 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1541 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1542 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1543 = stablehlo.reshape %1540 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1544 = stablehlo.slice %1543 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1545 = stablehlo.reshape %1544 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1546 = stablehlo.slice %1543 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1547 = stablehlo.reshape %1546 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1548 = stablehlo.multiply %1545, %1541 : tensor<1x12x32xf32>
    %1549 = stablehlo.multiply %1547, %1542 : tensor<1x12x32xf32>
    %1550 = stablehlo.multiply %1547, %1541 : tensor<1x12x32xf32>
    %1551 = stablehlo.multiply %1545, %1542 : tensor<1x12x32xf32>
    %1552 = stablehlo.subtract %1548, %1549 : tensor<1x12x32xf32>
    %1553 = stablehlo.add %1550, %1551 : tensor<1x12x32xf32>
    %1554 = stablehlo.concatenate %1552, %1553, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1555 = stablehlo.slice %1554 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1556 = stablehlo.slice %1554 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1557 = stablehlo.slice %1539 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1558 = stablehlo.constant dense<0> : tensor<i32>
    %1559 = stablehlo.transpose %1556, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1560 = stablehlo.dynamic_update_slice %kv_0_36, %1559, %1558, %0, %1558 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1561 = stablehlo.constant dense<0> : tensor<i32>
    %1562 = stablehlo.transpose %1557, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1563 = stablehlo.dynamic_update_slice %kv_0_37, %1562, %1561, %0, %1561 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1564 = stablehlo.reshape %1555 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1565 = stablehlo.transpose %1564, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1566 = stablehlo.reshape %1565 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1567 = stablehlo.dot_general %1566, %1560, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1568 = stablehlo.reshape %1567 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1569 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1570 = stablehlo.multiply %1568, %1569 : tensor<3x3x1x300xf32>
    %1571 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1572 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1573 = stablehlo.select %1571, %1570, %1572 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1574 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1575 = stablehlo.reduce(%1573 init: %1574) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1576 = stablehlo.broadcast_in_dim %1575, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1577 = stablehlo.subtract %1573, %1576 : tensor<3x3x1x300xf32>
    %1578 = stablehlo.exponential %1577 : tensor<3x3x1x300xf32>
    %1579 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1580 = stablehlo.reduce(%1578 init: %1579) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1581 = stablehlo.reshape %1578 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1582 = stablehlo.dot_general %1581, %1563, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1583 = stablehlo.broadcast_in_dim %1580, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1584 = stablehlo.reshape %1582 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1585 = stablehlo.divide %1584, %1583 : tensor<3x3x1x64xf32>
    %1586 = stablehlo.transpose %1585, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1587 = stablehlo.reshape %1586 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1588 = stablehlo.dot_general %1587, %blk_18_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1589 = stablehlo.add %1525, %1588 : tensor<1x576xf32>
    %1590 = stablehlo.multiply %1589, %1589 : tensor<1x576xf32>
    %1591 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1592 = stablehlo.reduce(%1590 init: %1591) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1593 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1594 = stablehlo.divide %1592, %1593 : tensor<1xf32>
    %1595 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1596 = stablehlo.add %1594, %1595 : tensor<1xf32>
    %1597 = stablehlo.rsqrt %1596 : tensor<1xf32>
    %1598 = stablehlo.broadcast_in_dim %1597, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1599 = stablehlo.multiply %1589, %1598 : tensor<1x576xf32>
    %1600 = stablehlo.broadcast_in_dim %blk_18_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1601 = stablehlo.multiply %1599, %1600 : tensor<1x576xf32>
    %1602 = stablehlo.dot_general %1601, %blk_18_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1603 = stablehlo.slice %1602 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1604 = stablehlo.slice %1602 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1605 = stablehlo.logistic %1603 : tensor<1x1536xf32>
    %1606 = stablehlo.multiply %1603, %1605 : tensor<1x1536xf32>
    %1607 = stablehlo.multiply %1606, %1604 : tensor<1x1536xf32>
    %1608 = stablehlo.dot_general %1607, %blk_18_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1609 = stablehlo.add %1589, %1608 : tensor<1x576xf32>
    %1610 = stablehlo.multiply %1609, %1609 : tensor<1x576xf32>
    %1611 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1612 = stablehlo.reduce(%1610 init: %1611) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1613 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1614 = stablehlo.divide %1612, %1613 : tensor<1xf32>
    %1615 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1616 = stablehlo.add %1614, %1615 : tensor<1xf32>
    %1617 = stablehlo.rsqrt %1616 : tensor<1xf32>
    %1618 = stablehlo.broadcast_in_dim %1617, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1619 = stablehlo.multiply %1609, %1618 : tensor<1x576xf32>
    %1620 = stablehlo.broadcast_in_dim %blk_19_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1621 = stablehlo.multiply %1619, %1620 : tensor<1x576xf32>
    %1622 = stablehlo.dot_general %1621, %blk_19_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1623 = stablehlo.reshape %1622 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1624 = stablehlo.slice %1623 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1625 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1626 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1627 = stablehlo.reshape %1624 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1628 = stablehlo.slice %1627 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1629 = stablehlo.reshape %1628 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1630 = stablehlo.slice %1627 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1631 = stablehlo.reshape %1630 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1632 = stablehlo.multiply %1629, %1625 : tensor<1x12x32xf32>
    %1633 = stablehlo.multiply %1631, %1626 : tensor<1x12x32xf32>
    %1634 = stablehlo.multiply %1631, %1625 : tensor<1x12x32xf32>
    %1635 = stablehlo.multiply %1629, %1626 : tensor<1x12x32xf32>
    %1636 = stablehlo.subtract %1632, %1633 : tensor<1x12x32xf32>
    %1637 = stablehlo.add %1634, %1635 : tensor<1x12x32xf32>
    %1638 = stablehlo.concatenate %1636, %1637, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1639 = stablehlo.slice %1638 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1640 = stablehlo.slice %1638 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1641 = stablehlo.slice %1623 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1642 = stablehlo.constant dense<0> : tensor<i32>
    %1643 = stablehlo.transpose %1640, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1644 = stablehlo.dynamic_update_slice %kv_0_38, %1643, %1642, %0, %1642 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1645 = stablehlo.constant dense<0> : tensor<i32>
    %1646 = stablehlo.transpose %1641, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1647 = stablehlo.dynamic_update_slice %kv_0_39, %1646, %1645, %0, %1645 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1648 = stablehlo.reshape %1639 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1649 = stablehlo.transpose %1648, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1650 = stablehlo.reshape %1649 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1651 = stablehlo.dot_general %1650, %1644, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1652 = stablehlo.reshape %1651 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1653 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1654 = stablehlo.multiply %1652, %1653 : tensor<3x3x1x300xf32>
    %1655 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1656 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1657 = stablehlo.select %1655, %1654, %1656 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1658 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1659 = stablehlo.reduce(%1657 init: %1658) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1660 = stablehlo.broadcast_in_dim %1659, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1661 = stablehlo.subtract %1657, %1660 : tensor<3x3x1x300xf32>
    %1662 = stablehlo.exponential %1661 : tensor<3x3x1x300xf32>
    %1663 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1664 = stablehlo.reduce(%1662 init: %1663) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1665 = stablehlo.reshape %1662 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1666 = stablehlo.dot_general %1665, %1647, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1667 = stablehlo.broadcast_in_dim %1664, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1668 = stablehlo.reshape %1666 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1669 = stablehlo.divide %1668, %1667 : tensor<3x3x1x64xf32>
    %1670 = stablehlo.transpose %1669, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1671 = stablehlo.reshape %1670 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1672 = stablehlo.dot_general %1671, %blk_19_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1673 = stablehlo.add %1609, %1672 : tensor<1x576xf32>
    %1674 = stablehlo.multiply %1673, %1673 : tensor<1x576xf32>
    %1675 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1676 = stablehlo.reduce(%1674 init: %1675) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1677 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1678 = stablehlo.divide %1676, %1677 : tensor<1xf32>
    %1679 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1680 = stablehlo.add %1678, %1679 : tensor<1xf32>
    %1681 = stablehlo.rsqrt %1680 : tensor<1xf32>
    %1682 = stablehlo.broadcast_in_dim %1681, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1683 = stablehlo.multiply %1673, %1682 : tensor<1x576xf32>
    %1684 = stablehlo.broadcast_in_dim %blk_19_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1685 = stablehlo.multiply %1683, %1684 : tensor<1x576xf32>
    %1686 = stablehlo.dot_general %1685, %blk_19_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1687 = stablehlo.slice %1686 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1688 = stablehlo.slice %1686 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1689 = stablehlo.logistic %1687 : tensor<1x1536xf32>
    %1690 = stablehlo.multiply %1687, %1689 : tensor<1x1536xf32>
    %1691 = stablehlo.multiply %1690, %1688 : tensor<1x1536xf32>
    %1692 = stablehlo.dot_general %1691, %blk_19_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1693 = stablehlo.add %1673, %1692 : tensor<1x576xf32>
    %1694 = stablehlo.multiply %1693, %1693 : tensor<1x576xf32>
    %1695 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1696 = stablehlo.reduce(%1694 init: %1695) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1697 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1698 = stablehlo.divide %1696, %1697 : tensor<1xf32>
    %1699 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1700 = stablehlo.add %1698, %1699 : tensor<1xf32>
    %1701 = stablehlo.rsqrt %1700 : tensor<1xf32>
    %1702 = stablehlo.broadcast_in_dim %1701, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1703 = stablehlo.multiply %1693, %1702 : tensor<1x576xf32>
    %1704 = stablehlo.broadcast_in_dim %blk_20_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1705 = stablehlo.multiply %1703, %1704 : tensor<1x576xf32>
    %1706 = stablehlo.dot_general %1705, %blk_20_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1707 = stablehlo.reshape %1706 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1708 = stablehlo.slice %1707 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1709 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1710 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1711 = stablehlo.reshape %1708 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1712 = stablehlo.slice %1711 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1713 = stablehlo.reshape %1712 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1714 = stablehlo.slice %1711 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1715 = stablehlo.reshape %1714 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1716 = stablehlo.multiply %1713, %1709 : tensor<1x12x32xf32>
    %1717 = stablehlo.multiply %1715, %1710 : tensor<1x12x32xf32>
    %1718 = stablehlo.multiply %1715, %1709 : tensor<1x12x32xf32>
    %1719 = stablehlo.multiply %1713, %1710 : tensor<1x12x32xf32>
    %1720 = stablehlo.subtract %1716, %1717 : tensor<1x12x32xf32>
    %1721 = stablehlo.add %1718, %1719 : tensor<1x12x32xf32>
    %1722 = stablehlo.concatenate %1720, %1721, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1723 = stablehlo.slice %1722 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1724 = stablehlo.slice %1722 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1725 = stablehlo.slice %1707 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1726 = stablehlo.constant dense<0> : tensor<i32>
    %1727 = stablehlo.transpose %1724, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1728 = stablehlo.dynamic_update_slice %kv_0_40, %1727, %1726, %0, %1726 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1729 = stablehlo.constant dense<0> : tensor<i32>
    %1730 = stablehlo.transpose %1725, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1731 = stablehlo.dynamic_update_slice %kv_0_41, %1730, %1729, %0, %1729 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1732 = stablehlo.reshape %1723 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1733 = stablehlo.transpose %1732, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1734 = stablehlo.reshape %1733 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1735 = stablehlo.dot_general %1734, %1728, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1736 = stablehlo.reshape %1735 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1737 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1738 = stablehlo.multiply %1736, %1737 : tensor<3x3x1x300xf32>
    %1739 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1740 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1741 = stablehlo.select %1739, %1738, %1740 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1742 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1743 = stablehlo.reduce(%1741 init: %1742) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1744 = stablehlo.broadcast_in_dim %1743, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1745 = stablehlo.subtract %1741, %1744 : tensor<3x3x1x300xf32>
    %1746 = stablehlo.exponential %1745 : tensor<3x3x1x300xf32>
    %1747 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1748 = stablehlo.reduce(%1746 init: %1747) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1749 = stablehlo.reshape %1746 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1750 = stablehlo.dot_general %1749, %1731, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1751 = stablehlo.broadcast_in_dim %1748, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1752 = stablehlo.reshape %1750 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1753 = stablehlo.divide %1752, %1751 : tensor<3x3x1x64xf32>
    %1754 = stablehlo.transpose %1753, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1755 = stablehlo.reshape %1754 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1756 = stablehlo.dot_general %1755, %blk_20_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1757 = stablehlo.add %1693, %1756 : tensor<1x576xf32>
    %1758 = stablehlo.multiply %1757, %1757 : tensor<1x576xf32>
    %1759 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1760 = stablehlo.reduce(%1758 init: %1759) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1761 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1762 = stablehlo.divide %1760, %1761 : tensor<1xf32>
    %1763 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1764 = stablehlo.add %1762, %1763 : tensor<1xf32>
    %1765 = stablehlo.rsqrt %1764 : tensor<1xf32>
    %1766 = stablehlo.broadcast_in_dim %1765, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1767 = stablehlo.multiply %1757, %1766 : tensor<1x576xf32>
    %1768 = stablehlo.broadcast_in_dim %blk_20_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1769 = stablehlo.multiply %1767, %1768 : tensor<1x576xf32>
    %1770 = stablehlo.dot_general %1769, %blk_20_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1771 = stablehlo.slice %1770 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1772 = stablehlo.slice %1770 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1773 = stablehlo.logistic %1771 : tensor<1x1536xf32>
    %1774 = stablehlo.multiply %1771, %1773 : tensor<1x1536xf32>
    %1775 = stablehlo.multiply %1774, %1772 : tensor<1x1536xf32>
    %1776 = stablehlo.dot_general %1775, %blk_20_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1777 = stablehlo.add %1757, %1776 : tensor<1x576xf32>
    %1778 = stablehlo.multiply %1777, %1777 : tensor<1x576xf32>
    %1779 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1780 = stablehlo.reduce(%1778 init: %1779) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1781 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1782 = stablehlo.divide %1780, %1781 : tensor<1xf32>
    %1783 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1784 = stablehlo.add %1782, %1783 : tensor<1xf32>
    %1785 = stablehlo.rsqrt %1784 : tensor<1xf32>
    %1786 = stablehlo.broadcast_in_dim %1785, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1787 = stablehlo.multiply %1777, %1786 : tensor<1x576xf32>
    %1788 = stablehlo.broadcast_in_dim %blk_21_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1789 = stablehlo.multiply %1787, %1788 : tensor<1x576xf32>
    %1790 = stablehlo.dot_general %1789, %blk_21_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1791 = stablehlo.reshape %1790 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1792 = stablehlo.slice %1791 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1793 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1794 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1795 = stablehlo.reshape %1792 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1796 = stablehlo.slice %1795 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1797 = stablehlo.reshape %1796 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1798 = stablehlo.slice %1795 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1799 = stablehlo.reshape %1798 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1800 = stablehlo.multiply %1797, %1793 : tensor<1x12x32xf32>
    %1801 = stablehlo.multiply %1799, %1794 : tensor<1x12x32xf32>
    %1802 = stablehlo.multiply %1799, %1793 : tensor<1x12x32xf32>
    %1803 = stablehlo.multiply %1797, %1794 : tensor<1x12x32xf32>
    %1804 = stablehlo.subtract %1800, %1801 : tensor<1x12x32xf32>
    %1805 = stablehlo.add %1802, %1803 : tensor<1x12x32xf32>
    %1806 = stablehlo.concatenate %1804, %1805, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1807 = stablehlo.slice %1806 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1808 = stablehlo.slice %1806 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1809 = stablehlo.slice %1791 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1810 = stablehlo.constant dense<0> : tensor<i32>
    %1811 = stablehlo.transpose %1808, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1812 = stablehlo.dynamic_update_slice %kv_0_42, %1811, %1810, %0, %1810 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1813 = stablehlo.constant dense<0> : tensor<i32>
    %1814 = stablehlo.transpose %1809, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1815 = stablehlo.dynamic_update_slice %kv_0_43, %1814, %1813, %0, %1813 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1816 = stablehlo.reshape %1807 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1817 = stablehlo.transpose %1816, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1818 = stablehlo.reshape %1817 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1819 = stablehlo.dot_general %1818, %1812, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1820 = stablehlo.reshape %1819 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1821 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1822 = stablehlo.multiply %1820, %1821 : tensor<3x3x1x300xf32>
    %1823 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1824 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1825 = stablehlo.select %1823, %1822, %1824 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1826 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1827 = stablehlo.reduce(%1825 init: %1826) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1828 = stablehlo.broadcast_in_dim %1827, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1829 = stablehlo.subtract %1825, %1828 : tensor<3x3x1x300xf32>
    %1830 = stablehlo.exponential %1829 : tensor<3x3x1x300xf32>
    %1831 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1832 = stablehlo.reduce(%1830 init: %1831) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1833 = stablehlo.reshape %1830 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1834 = stablehlo.dot_general %1833, %1815, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1835 = stablehlo.broadcast_in_dim %1832, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1836 = stablehlo.reshape %1834 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1837 = stablehlo.divide %1836, %1835 : tensor<3x3x1x64xf32>
    %1838 = stablehlo.transpose %1837, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1839 = stablehlo.reshape %1838 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1840 = stablehlo.dot_general %1839, %blk_21_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1841 = stablehlo.add %1777, %1840 : tensor<1x576xf32>
    %1842 = stablehlo.multiply %1841, %1841 : tensor<1x576xf32>
    %1843 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1844 = stablehlo.reduce(%1842 init: %1843) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1845 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1846 = stablehlo.divide %1844, %1845 : tensor<1xf32>
    %1847 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1848 = stablehlo.add %1846, %1847 : tensor<1xf32>
    %1849 = stablehlo.rsqrt %1848 : tensor<1xf32>
    %1850 = stablehlo.broadcast_in_dim %1849, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1851 = stablehlo.multiply %1841, %1850 : tensor<1x576xf32>
    %1852 = stablehlo.broadcast_in_dim %blk_21_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1853 = stablehlo.multiply %1851, %1852 : tensor<1x576xf32>
    %1854 = stablehlo.dot_general %1853, %blk_21_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1855 = stablehlo.slice %1854 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1856 = stablehlo.slice %1854 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1857 = stablehlo.logistic %1855 : tensor<1x1536xf32>
    %1858 = stablehlo.multiply %1855, %1857 : tensor<1x1536xf32>
    %1859 = stablehlo.multiply %1858, %1856 : tensor<1x1536xf32>
    %1860 = stablehlo.dot_general %1859, %blk_21_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1861 = stablehlo.add %1841, %1860 : tensor<1x576xf32>
    %1862 = stablehlo.multiply %1861, %1861 : tensor<1x576xf32>
    %1863 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1864 = stablehlo.reduce(%1862 init: %1863) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1865 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1866 = stablehlo.divide %1864, %1865 : tensor<1xf32>
    %1867 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1868 = stablehlo.add %1866, %1867 : tensor<1xf32>
    %1869 = stablehlo.rsqrt %1868 : tensor<1xf32>
    %1870 = stablehlo.broadcast_in_dim %1869, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1871 = stablehlo.multiply %1861, %1870 : tensor<1x576xf32>
    %1872 = stablehlo.broadcast_in_dim %blk_22_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1873 = stablehlo.multiply %1871, %1872 : tensor<1x576xf32>
    %1874 = stablehlo.dot_general %1873, %blk_22_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1875 = stablehlo.reshape %1874 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1876 = stablehlo.slice %1875 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1877 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1878 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1879 = stablehlo.reshape %1876 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1880 = stablehlo.slice %1879 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1881 = stablehlo.reshape %1880 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1882 = stablehlo.slice %1879 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1883 = stablehlo.reshape %1882 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1884 = stablehlo.multiply %1881, %1877 : tensor<1x12x32xf32>
    %1885 = stablehlo.multiply %1883, %1878 : tensor<1x12x32xf32>
    %1886 = stablehlo.multiply %1883, %1877 : tensor<1x12x32xf32>
    %1887 = stablehlo.multiply %1881, %1878 : tensor<1x12x32xf32>
    %1888 = stablehlo.subtract %1884, %1885 : tensor<1x12x32xf32>
    %1889 = stablehlo.add %1886, %1887 : tensor<1x12x32xf32>
    %1890 = stablehlo.concatenate %1888, %1889, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1891 = stablehlo.slice %1890 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1892 = stablehlo.slice %1890 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1893 = stablehlo.slice %1875 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1894 = stablehlo.constant dense<0> : tensor<i32>
    %1895 = stablehlo.transpose %1892, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1896 = stablehlo.dynamic_update_slice %kv_0_44, %1895, %1894, %0, %1894 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1897 = stablehlo.constant dense<0> : tensor<i32>
    %1898 = stablehlo.transpose %1893, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1899 = stablehlo.dynamic_update_slice %kv_0_45, %1898, %1897, %0, %1897 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1900 = stablehlo.reshape %1891 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1901 = stablehlo.transpose %1900, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1902 = stablehlo.reshape %1901 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1903 = stablehlo.dot_general %1902, %1896, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1904 = stablehlo.reshape %1903 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1905 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1906 = stablehlo.multiply %1904, %1905 : tensor<3x3x1x300xf32>
    %1907 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1908 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1909 = stablehlo.select %1907, %1906, %1908 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1910 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1911 = stablehlo.reduce(%1909 init: %1910) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1912 = stablehlo.broadcast_in_dim %1911, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1913 = stablehlo.subtract %1909, %1912 : tensor<3x3x1x300xf32>
    %1914 = stablehlo.exponential %1913 : tensor<3x3x1x300xf32>
    %1915 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1916 = stablehlo.reduce(%1914 init: %1915) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1917 = stablehlo.reshape %1914 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %1918 = stablehlo.dot_general %1917, %1899, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %1919 = stablehlo.broadcast_in_dim %1916, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %1920 = stablehlo.reshape %1918 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1921 = stablehlo.divide %1920, %1919 : tensor<3x3x1x64xf32>
    %1922 = stablehlo.transpose %1921, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %1923 = stablehlo.reshape %1922 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %1924 = stablehlo.dot_general %1923, %blk_22_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %1925 = stablehlo.add %1861, %1924 : tensor<1x576xf32>
    %1926 = stablehlo.multiply %1925, %1925 : tensor<1x576xf32>
    %1927 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1928 = stablehlo.reduce(%1926 init: %1927) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1929 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1930 = stablehlo.divide %1928, %1929 : tensor<1xf32>
    %1931 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1932 = stablehlo.add %1930, %1931 : tensor<1xf32>
    %1933 = stablehlo.rsqrt %1932 : tensor<1xf32>
    %1934 = stablehlo.broadcast_in_dim %1933, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1935 = stablehlo.multiply %1925, %1934 : tensor<1x576xf32>
    %1936 = stablehlo.broadcast_in_dim %blk_22_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1937 = stablehlo.multiply %1935, %1936 : tensor<1x576xf32>
    %1938 = stablehlo.dot_general %1937, %blk_22_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %1939 = stablehlo.slice %1938 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1940 = stablehlo.slice %1938 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %1941 = stablehlo.logistic %1939 : tensor<1x1536xf32>
    %1942 = stablehlo.multiply %1939, %1941 : tensor<1x1536xf32>
    %1943 = stablehlo.multiply %1942, %1940 : tensor<1x1536xf32>
    %1944 = stablehlo.dot_general %1943, %blk_22_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %1945 = stablehlo.add %1925, %1944 : tensor<1x576xf32>
    %1946 = stablehlo.multiply %1945, %1945 : tensor<1x576xf32>
    %1947 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1948 = stablehlo.reduce(%1946 init: %1947) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %1949 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %1950 = stablehlo.divide %1948, %1949 : tensor<1xf32>
    %1951 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %1952 = stablehlo.add %1950, %1951 : tensor<1xf32>
    %1953 = stablehlo.rsqrt %1952 : tensor<1xf32>
    %1954 = stablehlo.broadcast_in_dim %1953, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %1955 = stablehlo.multiply %1945, %1954 : tensor<1x576xf32>
    %1956 = stablehlo.broadcast_in_dim %blk_23_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %1957 = stablehlo.multiply %1955, %1956 : tensor<1x576xf32>
    %1958 = stablehlo.dot_general %1957, %blk_23_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %1959 = stablehlo.reshape %1958 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %1960 = stablehlo.slice %1959 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %1961 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1962 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %1963 = stablehlo.reshape %1960 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %1964 = stablehlo.slice %1963 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1965 = stablehlo.reshape %1964 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1966 = stablehlo.slice %1963 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %1967 = stablehlo.reshape %1966 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %1968 = stablehlo.multiply %1965, %1961 : tensor<1x12x32xf32>
    %1969 = stablehlo.multiply %1967, %1962 : tensor<1x12x32xf32>
    %1970 = stablehlo.multiply %1967, %1961 : tensor<1x12x32xf32>
    %1971 = stablehlo.multiply %1965, %1962 : tensor<1x12x32xf32>
    %1972 = stablehlo.subtract %1968, %1969 : tensor<1x12x32xf32>
    %1973 = stablehlo.add %1970, %1971 : tensor<1x12x32xf32>
    %1974 = stablehlo.concatenate %1972, %1973, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %1975 = stablehlo.slice %1974 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %1976 = stablehlo.slice %1974 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %1977 = stablehlo.slice %1959 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %1978 = stablehlo.constant dense<0> : tensor<i32>
    %1979 = stablehlo.transpose %1976, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1980 = stablehlo.dynamic_update_slice %kv_0_46, %1979, %1978, %0, %1978 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1981 = stablehlo.constant dense<0> : tensor<i32>
    %1982 = stablehlo.transpose %1977, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %1983 = stablehlo.dynamic_update_slice %kv_0_47, %1982, %1981, %0, %1981 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1984 = stablehlo.reshape %1975 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %1985 = stablehlo.transpose %1984, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %1986 = stablehlo.reshape %1985 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %1987 = stablehlo.dot_general %1986, %1980, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %1988 = stablehlo.reshape %1987 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %1989 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %1990 = stablehlo.multiply %1988, %1989 : tensor<3x3x1x300xf32>
    %1991 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %1992 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %1993 = stablehlo.select %1991, %1990, %1992 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %1994 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1995 = stablehlo.reduce(%1993 init: %1994) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %1996 = stablehlo.broadcast_in_dim %1995, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %1997 = stablehlo.subtract %1993, %1996 : tensor<3x3x1x300xf32>
    %1998 = stablehlo.exponential %1997 : tensor<3x3x1x300xf32>
    %1999 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2000 = stablehlo.reduce(%1998 init: %1999) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2001 = stablehlo.reshape %1998 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %2002 = stablehlo.dot_general %2001, %1983, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %2003 = stablehlo.broadcast_in_dim %2000, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %2004 = stablehlo.reshape %2002 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2005 = stablehlo.divide %2004, %2003 : tensor<3x3x1x64xf32>
    %2006 = stablehlo.transpose %2005, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %2007 = stablehlo.reshape %2006 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %2008 = stablehlo.dot_general %2007, %blk_23_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %2009 = stablehlo.add %1945, %2008 : tensor<1x576xf32>
    %2010 = stablehlo.multiply %2009, %2009 : tensor<1x576xf32>
    %2011 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2012 = stablehlo.reduce(%2010 init: %2011) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2013 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2014 = stablehlo.divide %2012, %2013 : tensor<1xf32>
    %2015 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2016 = stablehlo.add %2014, %2015 : tensor<1xf32>
    %2017 = stablehlo.rsqrt %2016 : tensor<1xf32>
    %2018 = stablehlo.broadcast_in_dim %2017, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2019 = stablehlo.multiply %2009, %2018 : tensor<1x576xf32>
    %2020 = stablehlo.broadcast_in_dim %blk_23_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2021 = stablehlo.multiply %2019, %2020 : tensor<1x576xf32>
    %2022 = stablehlo.dot_general %2021, %blk_23_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %2023 = stablehlo.slice %2022 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2024 = stablehlo.slice %2022 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2025 = stablehlo.logistic %2023 : tensor<1x1536xf32>
    %2026 = stablehlo.multiply %2023, %2025 : tensor<1x1536xf32>
    %2027 = stablehlo.multiply %2026, %2024 : tensor<1x1536xf32>
    %2028 = stablehlo.dot_general %2027, %blk_23_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %2029 = stablehlo.add %2009, %2028 : tensor<1x576xf32>
    %2030 = stablehlo.multiply %2029, %2029 : tensor<1x576xf32>
    %2031 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2032 = stablehlo.reduce(%2030 init: %2031) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2033 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2034 = stablehlo.divide %2032, %2033 : tensor<1xf32>
    %2035 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2036 = stablehlo.add %2034, %2035 : tensor<1xf32>
    %2037 = stablehlo.rsqrt %2036 : tensor<1xf32>
    %2038 = stablehlo.broadcast_in_dim %2037, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2039 = stablehlo.multiply %2029, %2038 : tensor<1x576xf32>
    %2040 = stablehlo.broadcast_in_dim %blk_24_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2041 = stablehlo.multiply %2039, %2040 : tensor<1x576xf32>
    %2042 = stablehlo.dot_general %2041, %blk_24_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %2043 = stablehlo.reshape %2042 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %2044 = stablehlo.slice %2043 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %2045 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2046 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2047 = stablehlo.reshape %2044 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %2048 = stablehlo.slice %2047 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2049 = stablehlo.reshape %2048 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2050 = stablehlo.slice %2047 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2051 = stablehlo.reshape %2050 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2052 = stablehlo.multiply %2049, %2045 : tensor<1x12x32xf32>
    %2053 = stablehlo.multiply %2051, %2046 : tensor<1x12x32xf32>
    %2054 = stablehlo.multiply %2051, %2045 : tensor<1x12x32xf32>
    %2055 = stablehlo.multiply %2049, %2046 : tensor<1x12x32xf32>
    %2056 = stablehlo.subtract %2052, %2053 : tensor<1x12x32xf32>
    %2057 = stablehlo.add %2054, %2055 : tensor<1x12x32xf32>
    %2058 = stablehlo.concatenate %2056, %2057, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %2059 = stablehlo.slice %2058 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %2060 = stablehlo.slice %2058 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %2061 = stablehlo.slice %2043 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %2062 = stablehlo.constant dense<0> : tensor<i32>
    %2063 = stablehlo.transpose %2060, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2064 = stablehlo.dynamic_update_slice %kv_0_48, %2063, %2062, %0, %2062 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2065 = stablehlo.constant dense<0> : tensor<i32>
    %2066 = stablehlo.transpose %2061, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2067 = stablehlo.dynamic_update_slice %kv_0_49, %2066, %2065, %0, %2065 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2068 = stablehlo.reshape %2059 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %2069 = stablehlo.transpose %2068, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2070 = stablehlo.reshape %2069 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %2071 = stablehlo.dot_general %2070, %2064, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %2072 = stablehlo.reshape %2071 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %2073 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %2074 = stablehlo.multiply %2072, %2073 : tensor<3x3x1x300xf32>
    %2075 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %2076 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %2077 = stablehlo.select %2075, %2074, %2076 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %2078 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2079 = stablehlo.reduce(%2077 init: %2078) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2080 = stablehlo.broadcast_in_dim %2079, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %2081 = stablehlo.subtract %2077, %2080 : tensor<3x3x1x300xf32>
    %2082 = stablehlo.exponential %2081 : tensor<3x3x1x300xf32>
    %2083 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2084 = stablehlo.reduce(%2082 init: %2083) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2085 = stablehlo.reshape %2082 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %2086 = stablehlo.dot_general %2085, %2067, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %2087 = stablehlo.broadcast_in_dim %2084, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %2088 = stablehlo.reshape %2086 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2089 = stablehlo.divide %2088, %2087 : tensor<3x3x1x64xf32>
    %2090 = stablehlo.transpose %2089, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %2091 = stablehlo.reshape %2090 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %2092 = stablehlo.dot_general %2091, %blk_24_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %2093 = stablehlo.add %2029, %2092 : tensor<1x576xf32>
    %2094 = stablehlo.multiply %2093, %2093 : tensor<1x576xf32>
    %2095 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2096 = stablehlo.reduce(%2094 init: %2095) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2097 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2098 = stablehlo.divide %2096, %2097 : tensor<1xf32>
    %2099 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2100 = stablehlo.add %2098, %2099 : tensor<1xf32>
    %2101 = stablehlo.rsqrt %2100 : tensor<1xf32>
    %2102 = stablehlo.broadcast_in_dim %2101, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2103 = stablehlo.multiply %2093, %2102 : tensor<1x576xf32>
    %2104 = stablehlo.broadcast_in_dim %blk_24_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2105 = stablehlo.multiply %2103, %2104 : tensor<1x576xf32>
    %2106 = stablehlo.dot_general %2105, %blk_24_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %2107 = stablehlo.slice %2106 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2108 = stablehlo.slice %2106 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2109 = stablehlo.logistic %2107 : tensor<1x1536xf32>
    %2110 = stablehlo.multiply %2107, %2109 : tensor<1x1536xf32>
    %2111 = stablehlo.multiply %2110, %2108 : tensor<1x1536xf32>
    %2112 = stablehlo.dot_general %2111, %blk_24_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %2113 = stablehlo.add %2093, %2112 : tensor<1x576xf32>
    %2114 = stablehlo.multiply %2113, %2113 : tensor<1x576xf32>
    %2115 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2116 = stablehlo.reduce(%2114 init: %2115) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2117 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2118 = stablehlo.divide %2116, %2117 : tensor<1xf32>
    %2119 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2120 = stablehlo.add %2118, %2119 : tensor<1xf32>
    %2121 = stablehlo.rsqrt %2120 : tensor<1xf32>
    %2122 = stablehlo.broadcast_in_dim %2121, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2123 = stablehlo.multiply %2113, %2122 : tensor<1x576xf32>
    %2124 = stablehlo.broadcast_in_dim %blk_25_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2125 = stablehlo.multiply %2123, %2124 : tensor<1x576xf32>
    %2126 = stablehlo.dot_general %2125, %blk_25_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %2127 = stablehlo.reshape %2126 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %2128 = stablehlo.slice %2127 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %2129 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2130 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2131 = stablehlo.reshape %2128 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %2132 = stablehlo.slice %2131 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2133 = stablehlo.reshape %2132 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2134 = stablehlo.slice %2131 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2135 = stablehlo.reshape %2134 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2136 = stablehlo.multiply %2133, %2129 : tensor<1x12x32xf32>
    %2137 = stablehlo.multiply %2135, %2130 : tensor<1x12x32xf32>
    %2138 = stablehlo.multiply %2135, %2129 : tensor<1x12x32xf32>
    %2139 = stablehlo.multiply %2133, %2130 : tensor<1x12x32xf32>
    %2140 = stablehlo.subtract %2136, %2137 : tensor<1x12x32xf32>
    %2141 = stablehlo.add %2138, %2139 : tensor<1x12x32xf32>
    %2142 = stablehlo.concatenate %2140, %2141, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %2143 = stablehlo.slice %2142 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %2144 = stablehlo.slice %2142 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %2145 = stablehlo.slice %2127 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %2146 = stablehlo.constant dense<0> : tensor<i32>
    %2147 = stablehlo.transpose %2144, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2148 = stablehlo.dynamic_update_slice %kv_0_50, %2147, %2146, %0, %2146 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2149 = stablehlo.constant dense<0> : tensor<i32>
    %2150 = stablehlo.transpose %2145, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2151 = stablehlo.dynamic_update_slice %kv_0_51, %2150, %2149, %0, %2149 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2152 = stablehlo.reshape %2143 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %2153 = stablehlo.transpose %2152, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2154 = stablehlo.reshape %2153 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %2155 = stablehlo.dot_general %2154, %2148, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %2156 = stablehlo.reshape %2155 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %2157 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %2158 = stablehlo.multiply %2156, %2157 : tensor<3x3x1x300xf32>
    %2159 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %2160 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %2161 = stablehlo.select %2159, %2158, %2160 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %2162 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2163 = stablehlo.reduce(%2161 init: %2162) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2164 = stablehlo.broadcast_in_dim %2163, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %2165 = stablehlo.subtract %2161, %2164 : tensor<3x3x1x300xf32>
    %2166 = stablehlo.exponential %2165 : tensor<3x3x1x300xf32>
    %2167 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2168 = stablehlo.reduce(%2166 init: %2167) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2169 = stablehlo.reshape %2166 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %2170 = stablehlo.dot_general %2169, %2151, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %2171 = stablehlo.broadcast_in_dim %2168, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %2172 = stablehlo.reshape %2170 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2173 = stablehlo.divide %2172, %2171 : tensor<3x3x1x64xf32>
    %2174 = stablehlo.transpose %2173, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %2175 = stablehlo.reshape %2174 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %2176 = stablehlo.dot_general %2175, %blk_25_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %2177 = stablehlo.add %2113, %2176 : tensor<1x576xf32>
    %2178 = stablehlo.multiply %2177, %2177 : tensor<1x576xf32>
    %2179 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2180 = stablehlo.reduce(%2178 init: %2179) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2181 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2182 = stablehlo.divide %2180, %2181 : tensor<1xf32>
    %2183 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2184 = stablehlo.add %2182, %2183 : tensor<1xf32>
    %2185 = stablehlo.rsqrt %2184 : tensor<1xf32>
    %2186 = stablehlo.broadcast_in_dim %2185, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2187 = stablehlo.multiply %2177, %2186 : tensor<1x576xf32>
    %2188 = stablehlo.broadcast_in_dim %blk_25_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2189 = stablehlo.multiply %2187, %2188 : tensor<1x576xf32>
    %2190 = stablehlo.dot_general %2189, %blk_25_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %2191 = stablehlo.slice %2190 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2192 = stablehlo.slice %2190 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2193 = stablehlo.logistic %2191 : tensor<1x1536xf32>
    %2194 = stablehlo.multiply %2191, %2193 : tensor<1x1536xf32>
    %2195 = stablehlo.multiply %2194, %2192 : tensor<1x1536xf32>
    %2196 = stablehlo.dot_general %2195, %blk_25_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %2197 = stablehlo.add %2177, %2196 : tensor<1x576xf32>
    %2198 = stablehlo.multiply %2197, %2197 : tensor<1x576xf32>
    %2199 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2200 = stablehlo.reduce(%2198 init: %2199) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2201 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2202 = stablehlo.divide %2200, %2201 : tensor<1xf32>
    %2203 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2204 = stablehlo.add %2202, %2203 : tensor<1xf32>
    %2205 = stablehlo.rsqrt %2204 : tensor<1xf32>
    %2206 = stablehlo.broadcast_in_dim %2205, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2207 = stablehlo.multiply %2197, %2206 : tensor<1x576xf32>
    %2208 = stablehlo.broadcast_in_dim %blk_26_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2209 = stablehlo.multiply %2207, %2208 : tensor<1x576xf32>
    %2210 = stablehlo.dot_general %2209, %blk_26_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %2211 = stablehlo.reshape %2210 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %2212 = stablehlo.slice %2211 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %2213 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2214 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2215 = stablehlo.reshape %2212 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %2216 = stablehlo.slice %2215 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2217 = stablehlo.reshape %2216 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2218 = stablehlo.slice %2215 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2219 = stablehlo.reshape %2218 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2220 = stablehlo.multiply %2217, %2213 : tensor<1x12x32xf32>
    %2221 = stablehlo.multiply %2219, %2214 : tensor<1x12x32xf32>
    %2222 = stablehlo.multiply %2219, %2213 : tensor<1x12x32xf32>
    %2223 = stablehlo.multiply %2217, %2214 : tensor<1x12x32xf32>
    %2224 = stablehlo.subtract %2220, %2221 : tensor<1x12x32xf32>
    %2225 = stablehlo.add %2222, %2223 : tensor<1x12x32xf32>
    %2226 = stablehlo.concatenate %2224, %2225, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %2227 = stablehlo.slice %2226 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %2228 = stablehlo.slice %2226 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %2229 = stablehlo.slice %2211 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %2230 = stablehlo.constant dense<0> : tensor<i32>
    %2231 = stablehlo.transpose %2228, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2232 = stablehlo.dynamic_update_slice %kv_0_52, %2231, %2230, %0, %2230 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2233 = stablehlo.constant dense<0> : tensor<i32>
    %2234 = stablehlo.transpose %2229, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2235 = stablehlo.dynamic_update_slice %kv_0_53, %2234, %2233, %0, %2233 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2236 = stablehlo.reshape %2227 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %2237 = stablehlo.transpose %2236, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2238 = stablehlo.reshape %2237 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %2239 = stablehlo.dot_general %2238, %2232, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %2240 = stablehlo.reshape %2239 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %2241 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %2242 = stablehlo.multiply %2240, %2241 : tensor<3x3x1x300xf32>
    %2243 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %2244 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %2245 = stablehlo.select %2243, %2242, %2244 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %2246 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2247 = stablehlo.reduce(%2245 init: %2246) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2248 = stablehlo.broadcast_in_dim %2247, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %2249 = stablehlo.subtract %2245, %2248 : tensor<3x3x1x300xf32>
    %2250 = stablehlo.exponential %2249 : tensor<3x3x1x300xf32>
    %2251 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2252 = stablehlo.reduce(%2250 init: %2251) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2253 = stablehlo.reshape %2250 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %2254 = stablehlo.dot_general %2253, %2235, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %2255 = stablehlo.broadcast_in_dim %2252, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %2256 = stablehlo.reshape %2254 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2257 = stablehlo.divide %2256, %2255 : tensor<3x3x1x64xf32>
    %2258 = stablehlo.transpose %2257, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %2259 = stablehlo.reshape %2258 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %2260 = stablehlo.dot_general %2259, %blk_26_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %2261 = stablehlo.add %2197, %2260 : tensor<1x576xf32>
    %2262 = stablehlo.multiply %2261, %2261 : tensor<1x576xf32>
    %2263 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2264 = stablehlo.reduce(%2262 init: %2263) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2265 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2266 = stablehlo.divide %2264, %2265 : tensor<1xf32>
    %2267 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2268 = stablehlo.add %2266, %2267 : tensor<1xf32>
    %2269 = stablehlo.rsqrt %2268 : tensor<1xf32>
    %2270 = stablehlo.broadcast_in_dim %2269, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2271 = stablehlo.multiply %2261, %2270 : tensor<1x576xf32>
    %2272 = stablehlo.broadcast_in_dim %blk_26_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2273 = stablehlo.multiply %2271, %2272 : tensor<1x576xf32>
    %2274 = stablehlo.dot_general %2273, %blk_26_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %2275 = stablehlo.slice %2274 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2276 = stablehlo.slice %2274 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2277 = stablehlo.logistic %2275 : tensor<1x1536xf32>
    %2278 = stablehlo.multiply %2275, %2277 : tensor<1x1536xf32>
    %2279 = stablehlo.multiply %2278, %2276 : tensor<1x1536xf32>
    %2280 = stablehlo.dot_general %2279, %blk_26_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %2281 = stablehlo.add %2261, %2280 : tensor<1x576xf32>
    %2282 = stablehlo.multiply %2281, %2281 : tensor<1x576xf32>
    %2283 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2284 = stablehlo.reduce(%2282 init: %2283) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2285 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2286 = stablehlo.divide %2284, %2285 : tensor<1xf32>
    %2287 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2288 = stablehlo.add %2286, %2287 : tensor<1xf32>
    %2289 = stablehlo.rsqrt %2288 : tensor<1xf32>
    %2290 = stablehlo.broadcast_in_dim %2289, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2291 = stablehlo.multiply %2281, %2290 : tensor<1x576xf32>
    %2292 = stablehlo.broadcast_in_dim %blk_27_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2293 = stablehlo.multiply %2291, %2292 : tensor<1x576xf32>
    %2294 = stablehlo.dot_general %2293, %blk_27_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %2295 = stablehlo.reshape %2294 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %2296 = stablehlo.slice %2295 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %2297 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2298 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2299 = stablehlo.reshape %2296 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %2300 = stablehlo.slice %2299 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2301 = stablehlo.reshape %2300 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2302 = stablehlo.slice %2299 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2303 = stablehlo.reshape %2302 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2304 = stablehlo.multiply %2301, %2297 : tensor<1x12x32xf32>
    %2305 = stablehlo.multiply %2303, %2298 : tensor<1x12x32xf32>
    %2306 = stablehlo.multiply %2303, %2297 : tensor<1x12x32xf32>
    %2307 = stablehlo.multiply %2301, %2298 : tensor<1x12x32xf32>
    %2308 = stablehlo.subtract %2304, %2305 : tensor<1x12x32xf32>
    %2309 = stablehlo.add %2306, %2307 : tensor<1x12x32xf32>
    %2310 = stablehlo.concatenate %2308, %2309, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %2311 = stablehlo.slice %2310 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %2312 = stablehlo.slice %2310 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %2313 = stablehlo.slice %2295 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %2314 = stablehlo.constant dense<0> : tensor<i32>
    %2315 = stablehlo.transpose %2312, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2316 = stablehlo.dynamic_update_slice %kv_0_54, %2315, %2314, %0, %2314 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2317 = stablehlo.constant dense<0> : tensor<i32>
    %2318 = stablehlo.transpose %2313, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2319 = stablehlo.dynamic_update_slice %kv_0_55, %2318, %2317, %0, %2317 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2320 = stablehlo.reshape %2311 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %2321 = stablehlo.transpose %2320, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2322 = stablehlo.reshape %2321 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %2323 = stablehlo.dot_general %2322, %2316, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %2324 = stablehlo.reshape %2323 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %2325 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %2326 = stablehlo.multiply %2324, %2325 : tensor<3x3x1x300xf32>
    %2327 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %2328 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %2329 = stablehlo.select %2327, %2326, %2328 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %2330 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2331 = stablehlo.reduce(%2329 init: %2330) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2332 = stablehlo.broadcast_in_dim %2331, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %2333 = stablehlo.subtract %2329, %2332 : tensor<3x3x1x300xf32>
    %2334 = stablehlo.exponential %2333 : tensor<3x3x1x300xf32>
    %2335 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2336 = stablehlo.reduce(%2334 init: %2335) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2337 = stablehlo.reshape %2334 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %2338 = stablehlo.dot_general %2337, %2319, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %2339 = stablehlo.broadcast_in_dim %2336, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %2340 = stablehlo.reshape %2338 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2341 = stablehlo.divide %2340, %2339 : tensor<3x3x1x64xf32>
    %2342 = stablehlo.transpose %2341, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %2343 = stablehlo.reshape %2342 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %2344 = stablehlo.dot_general %2343, %blk_27_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %2345 = stablehlo.add %2281, %2344 : tensor<1x576xf32>
    %2346 = stablehlo.multiply %2345, %2345 : tensor<1x576xf32>
    %2347 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2348 = stablehlo.reduce(%2346 init: %2347) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2349 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2350 = stablehlo.divide %2348, %2349 : tensor<1xf32>
    %2351 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2352 = stablehlo.add %2350, %2351 : tensor<1xf32>
    %2353 = stablehlo.rsqrt %2352 : tensor<1xf32>
    %2354 = stablehlo.broadcast_in_dim %2353, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2355 = stablehlo.multiply %2345, %2354 : tensor<1x576xf32>
    %2356 = stablehlo.broadcast_in_dim %blk_27_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2357 = stablehlo.multiply %2355, %2356 : tensor<1x576xf32>
    %2358 = stablehlo.dot_general %2357, %blk_27_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %2359 = stablehlo.slice %2358 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2360 = stablehlo.slice %2358 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2361 = stablehlo.logistic %2359 : tensor<1x1536xf32>
    %2362 = stablehlo.multiply %2359, %2361 : tensor<1x1536xf32>
    %2363 = stablehlo.multiply %2362, %2360 : tensor<1x1536xf32>
    %2364 = stablehlo.dot_general %2363, %blk_27_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %2365 = stablehlo.add %2345, %2364 : tensor<1x576xf32>
    %2366 = stablehlo.multiply %2365, %2365 : tensor<1x576xf32>
    %2367 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2368 = stablehlo.reduce(%2366 init: %2367) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2369 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2370 = stablehlo.divide %2368, %2369 : tensor<1xf32>
    %2371 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2372 = stablehlo.add %2370, %2371 : tensor<1xf32>
    %2373 = stablehlo.rsqrt %2372 : tensor<1xf32>
    %2374 = stablehlo.broadcast_in_dim %2373, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2375 = stablehlo.multiply %2365, %2374 : tensor<1x576xf32>
    %2376 = stablehlo.broadcast_in_dim %blk_28_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2377 = stablehlo.multiply %2375, %2376 : tensor<1x576xf32>
    %2378 = stablehlo.dot_general %2377, %blk_28_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %2379 = stablehlo.reshape %2378 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %2380 = stablehlo.slice %2379 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %2381 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2382 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2383 = stablehlo.reshape %2380 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %2384 = stablehlo.slice %2383 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2385 = stablehlo.reshape %2384 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2386 = stablehlo.slice %2383 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2387 = stablehlo.reshape %2386 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2388 = stablehlo.multiply %2385, %2381 : tensor<1x12x32xf32>
    %2389 = stablehlo.multiply %2387, %2382 : tensor<1x12x32xf32>
    %2390 = stablehlo.multiply %2387, %2381 : tensor<1x12x32xf32>
    %2391 = stablehlo.multiply %2385, %2382 : tensor<1x12x32xf32>
    %2392 = stablehlo.subtract %2388, %2389 : tensor<1x12x32xf32>
    %2393 = stablehlo.add %2390, %2391 : tensor<1x12x32xf32>
    %2394 = stablehlo.concatenate %2392, %2393, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %2395 = stablehlo.slice %2394 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %2396 = stablehlo.slice %2394 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %2397 = stablehlo.slice %2379 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %2398 = stablehlo.constant dense<0> : tensor<i32>
    %2399 = stablehlo.transpose %2396, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2400 = stablehlo.dynamic_update_slice %kv_0_56, %2399, %2398, %0, %2398 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2401 = stablehlo.constant dense<0> : tensor<i32>
    %2402 = stablehlo.transpose %2397, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2403 = stablehlo.dynamic_update_slice %kv_0_57, %2402, %2401, %0, %2401 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2404 = stablehlo.reshape %2395 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %2405 = stablehlo.transpose %2404, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2406 = stablehlo.reshape %2405 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %2407 = stablehlo.dot_general %2406, %2400, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %2408 = stablehlo.reshape %2407 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %2409 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %2410 = stablehlo.multiply %2408, %2409 : tensor<3x3x1x300xf32>
    %2411 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %2412 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %2413 = stablehlo.select %2411, %2410, %2412 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %2414 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2415 = stablehlo.reduce(%2413 init: %2414) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2416 = stablehlo.broadcast_in_dim %2415, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %2417 = stablehlo.subtract %2413, %2416 : tensor<3x3x1x300xf32>
    %2418 = stablehlo.exponential %2417 : tensor<3x3x1x300xf32>
    %2419 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2420 = stablehlo.reduce(%2418 init: %2419) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2421 = stablehlo.reshape %2418 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %2422 = stablehlo.dot_general %2421, %2403, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %2423 = stablehlo.broadcast_in_dim %2420, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %2424 = stablehlo.reshape %2422 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2425 = stablehlo.divide %2424, %2423 : tensor<3x3x1x64xf32>
    %2426 = stablehlo.transpose %2425, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %2427 = stablehlo.reshape %2426 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %2428 = stablehlo.dot_general %2427, %blk_28_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %2429 = stablehlo.add %2365, %2428 : tensor<1x576xf32>
    %2430 = stablehlo.multiply %2429, %2429 : tensor<1x576xf32>
    %2431 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2432 = stablehlo.reduce(%2430 init: %2431) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2433 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2434 = stablehlo.divide %2432, %2433 : tensor<1xf32>
    %2435 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2436 = stablehlo.add %2434, %2435 : tensor<1xf32>
    %2437 = stablehlo.rsqrt %2436 : tensor<1xf32>
    %2438 = stablehlo.broadcast_in_dim %2437, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2439 = stablehlo.multiply %2429, %2438 : tensor<1x576xf32>
    %2440 = stablehlo.broadcast_in_dim %blk_28_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2441 = stablehlo.multiply %2439, %2440 : tensor<1x576xf32>
    %2442 = stablehlo.dot_general %2441, %blk_28_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %2443 = stablehlo.slice %2442 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2444 = stablehlo.slice %2442 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2445 = stablehlo.logistic %2443 : tensor<1x1536xf32>
    %2446 = stablehlo.multiply %2443, %2445 : tensor<1x1536xf32>
    %2447 = stablehlo.multiply %2446, %2444 : tensor<1x1536xf32>
    %2448 = stablehlo.dot_general %2447, %blk_28_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %2449 = stablehlo.add %2429, %2448 : tensor<1x576xf32>
    %2450 = stablehlo.multiply %2449, %2449 : tensor<1x576xf32>
    %2451 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2452 = stablehlo.reduce(%2450 init: %2451) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2453 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2454 = stablehlo.divide %2452, %2453 : tensor<1xf32>
    %2455 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2456 = stablehlo.add %2454, %2455 : tensor<1xf32>
    %2457 = stablehlo.rsqrt %2456 : tensor<1xf32>
    %2458 = stablehlo.broadcast_in_dim %2457, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2459 = stablehlo.multiply %2449, %2458 : tensor<1x576xf32>
    %2460 = stablehlo.broadcast_in_dim %blk_29_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2461 = stablehlo.multiply %2459, %2460 : tensor<1x576xf32>
    %2462 = stablehlo.dot_general %2461, %blk_29_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<960x576xf32>) -> tensor<1x960xf32>
    %2463 = stablehlo.reshape %2462 : (tensor<1x960xf32>) -> tensor<1x15x64xf32>
    %2464 = stablehlo.slice %2463 [0:1, 0:12, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x12x64xf32>
    %2465 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2466 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<1x32xf32>) -> tensor<1x12x32xf32>
    %2467 = stablehlo.reshape %2464 : (tensor<1x12x64xf32>) -> tensor<1x12x32x2xf32>
    %2468 = stablehlo.slice %2467 [0:1, 0:12, 0:32, 0:1] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2469 = stablehlo.reshape %2468 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2470 = stablehlo.slice %2467 [0:1, 0:12, 0:32, 1:2] : (tensor<1x12x32x2xf32>) -> tensor<1x12x32x1xf32>
    %2471 = stablehlo.reshape %2470 : (tensor<1x12x32x1xf32>) -> tensor<1x12x32xf32>
    %2472 = stablehlo.multiply %2469, %2465 : tensor<1x12x32xf32>
    %2473 = stablehlo.multiply %2471, %2466 : tensor<1x12x32xf32>
    %2474 = stablehlo.multiply %2471, %2465 : tensor<1x12x32xf32>
    %2475 = stablehlo.multiply %2469, %2466 : tensor<1x12x32xf32>
    %2476 = stablehlo.subtract %2472, %2473 : tensor<1x12x32xf32>
    %2477 = stablehlo.add %2474, %2475 : tensor<1x12x32xf32>
    %2478 = stablehlo.concatenate %2476, %2477, dim = 2 : (tensor<1x12x32xf32>, tensor<1x12x32xf32>) -> tensor<1x12x64xf32>
    %2479 = stablehlo.slice %2478 [0:1, 0:9, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x9x64xf32>
    %2480 = stablehlo.slice %2478 [0:1, 9:12, 0:64] : (tensor<1x12x64xf32>) -> tensor<1x3x64xf32>
    %2481 = stablehlo.slice %2463 [0:1, 12:15, 0:64] : (tensor<1x15x64xf32>) -> tensor<1x3x64xf32>
    %2482 = stablehlo.constant dense<0> : tensor<i32>
    %2483 = stablehlo.transpose %2480, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2484 = stablehlo.dynamic_update_slice %kv_0_58, %2483, %2482, %0, %2482 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2485 = stablehlo.constant dense<0> : tensor<i32>
    %2486 = stablehlo.transpose %2481, dims = [1, 0, 2] : (tensor<1x3x64xf32>) -> tensor<3x1x64xf32>
    %2487 = stablehlo.dynamic_update_slice %kv_0_59, %2486, %2485, %0, %2485 : (tensor<3x300x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2488 = stablehlo.reshape %2479 : (tensor<1x9x64xf32>) -> tensor<1x3x3x64xf32>
    %2489 = stablehlo.transpose %2488, dims = [1, 2, 0, 3] : (tensor<1x3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2490 = stablehlo.reshape %2489 : (tensor<3x3x1x64xf32>) -> tensor<3x3x64xf32>
    %2491 = stablehlo.dot_general %2490, %2484, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x3x64xf32>, tensor<3x300x64xf32>) -> tensor<3x3x300xf32>
    %2492 = stablehlo.reshape %2491 : (tensor<3x3x300xf32>) -> tensor<3x3x1x300xf32>
    %2493 = stablehlo.constant dense<1.25e-01> : tensor<3x3x1x300xf32>
    %2494 = stablehlo.multiply %2492, %2493 : tensor<3x3x1x300xf32>
    %2495 = stablehlo.broadcast_in_dim %3, dims = [2, 3] : (tensor<1x300xi1>) -> tensor<3x3x1x300xi1>
    %2496 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x1x300xf32>
    %2497 = stablehlo.select %2495, %2494, %2496 : tensor<3x3x1x300xi1>, tensor<3x3x1x300xf32>
    %2498 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2499 = stablehlo.reduce(%2497 init: %2498) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2500 = stablehlo.broadcast_in_dim %2499, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x300xf32>
    %2501 = stablehlo.subtract %2497, %2500 : tensor<3x3x1x300xf32>
    %2502 = stablehlo.exponential %2501 : tensor<3x3x1x300xf32>
    %2503 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2504 = stablehlo.reduce(%2502 init: %2503) applies stablehlo.add across dimensions = [3] : (tensor<3x3x1x300xf32>, tensor<f32>) -> tensor<3x3x1xf32>
    %2505 = stablehlo.reshape %2502 : (tensor<3x3x1x300xf32>) -> tensor<3x3x300xf32>
    %2506 = stablehlo.dot_general %2505, %2487, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x300xf32>, tensor<3x300x64xf32>) -> tensor<3x3x64xf32>
    %2507 = stablehlo.broadcast_in_dim %2504, dims = [0, 1, 2] : (tensor<3x3x1xf32>) -> tensor<3x3x1x64xf32>
    %2508 = stablehlo.reshape %2506 : (tensor<3x3x64xf32>) -> tensor<3x3x1x64xf32>
    %2509 = stablehlo.divide %2508, %2507 : tensor<3x3x1x64xf32>
    %2510 = stablehlo.transpose %2509, dims = [2, 0, 1, 3] : (tensor<3x3x1x64xf32>) -> tensor<1x3x3x64xf32>
    %2511 = stablehlo.reshape %2510 : (tensor<1x3x3x64xf32>) -> tensor<1x576xf32>
    %2512 = stablehlo.dot_general %2511, %blk_29_attn_output_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<576x576xf32>) -> tensor<1x576xf32>
    %2513 = stablehlo.add %2449, %2512 : tensor<1x576xf32>
    %2514 = stablehlo.multiply %2513, %2513 : tensor<1x576xf32>
    %2515 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2516 = stablehlo.reduce(%2514 init: %2515) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2517 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2518 = stablehlo.divide %2516, %2517 : tensor<1xf32>
    %2519 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2520 = stablehlo.add %2518, %2519 : tensor<1xf32>
    %2521 = stablehlo.rsqrt %2520 : tensor<1xf32>
    %2522 = stablehlo.broadcast_in_dim %2521, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2523 = stablehlo.multiply %2513, %2522 : tensor<1x576xf32>
    %2524 = stablehlo.broadcast_in_dim %blk_29_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2525 = stablehlo.multiply %2523, %2524 : tensor<1x576xf32>
    %2526 = stablehlo.dot_general %2525, %blk_29_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<3072x576xf32>) -> tensor<1x3072xf32>
    %2527 = stablehlo.slice %2526 [0:1, 0:1536] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2528 = stablehlo.slice %2526 [0:1, 1536:3072] : (tensor<1x3072xf32>) -> tensor<1x1536xf32>
    %2529 = stablehlo.logistic %2527 : tensor<1x1536xf32>
    %2530 = stablehlo.multiply %2527, %2529 : tensor<1x1536xf32>
    %2531 = stablehlo.multiply %2530, %2528 : tensor<1x1536xf32>
    %2532 = stablehlo.dot_general %2531, %blk_29_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<1x1536xf32>, tensor<576x1536xf32>) -> tensor<1x576xf32>
    %2533 = stablehlo.add %2513, %2532 : tensor<1x576xf32>
    %2534 = stablehlo.multiply %2533, %2533 : tensor<1x576xf32>
    %2535 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2536 = stablehlo.reduce(%2534 init: %2535) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2537 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2538 = stablehlo.divide %2536, %2537 : tensor<1xf32>
    %2539 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2540 = stablehlo.add %2538, %2539 : tensor<1xf32>
    %2541 = stablehlo.rsqrt %2540 : tensor<1xf32>
    %2542 = stablehlo.broadcast_in_dim %2541, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2543 = stablehlo.multiply %2533, %2542 : tensor<1x576xf32>
    %2544 = stablehlo.broadcast_in_dim %output_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2545 = stablehlo.multiply %2543, %2544 : tensor<1x576xf32>
    %2546 = stablehlo.dot_general %2545, %token_embd_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<49152x576xf32>) -> tensor<1x49152xf32>
    return %48, %51, %132, %135, %216, %219, %300, %303, %384, %387, %468, %471, %552, %555, %636, %639, %720, %723, %804, %807, %888, %891, %972, %975, %1056, %1059, %1140, %1143, %1224, %1227, %1308, %1311, %1392, %1395, %1476, %1479, %1560, %1563, %1644, %1647, %1728, %1731, %1812, %1815, %1896, %1899, %1980, %1983, %2064, %2067, %2148, %2151, %2232, %2235, %2316, %2319, %2400, %2403, %2484, %2487, %2546 : tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<1x49152xf32>
  }
}
