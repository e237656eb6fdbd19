module @prefill_16_at_300 {
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
      %tokens: tensor<16xi32>,
      %position: tensor<i32>,
      %valid: tensor<i32>
  ) -> (tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<49152xf32>) {
    %0 = stablehlo.iota dim = 0 : tensor<16xi32>
    %1 = stablehlo.broadcast_in_dim %position, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %2 = stablehlo.add %1, %0 : tensor<16xi32>
    %3 = stablehlo.iota dim = 1 : tensor<16x300xi32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<16xi32>) -> tensor<16x300xi32>
    %5 = stablehlo.compare LE, %3, %4 : (tensor<16x300xi32>, tensor<16x300xi32>) -> tensor<16x300xi1>
    %6 = stablehlo.constant dense<[1.0e+00, 6.9783056e-01, 4.8696753e-01, 3.3982083e-01, 2.3713736e-01, 1.654817e-01, 1.154782e-01, 8.058421e-02, 5.623413e-02, 3.92419e-02, 2.7384195e-02, 1.910953e-02, 1.3335215e-02, 9.30572e-03, 6.4938166e-03, 4.5315837e-03, 3.1622779e-03, 2.2067341e-03, 1.5399265e-03, 1.0746078e-03, 7.498942e-04, 5.232991e-04, 3.651741e-04, 2.5482968e-04, 1.7782794e-04, 1.2409377e-04, 8.659643e-05, 6.0429637e-05, 4.2169653e-05, 2.9427272e-05, 2.053525e-05, 1.4330127e-05]> : tensor<32xf32>
    %7 = stablehlo.convert %2 : (tensor<16xi32>) -> tensor<16xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<16xf32>) -> tensor<16x32xf32>
    %9 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<16x32xf32>
    %11 = stablehlo.cosine %10 : tensor<16x32xf32>
    %12 = stablehlo.optimization_barrier %11 : tensor<16x32xf32>
    %13 = stablehlo.sine %10 : tensor<16x32xf32>
    %14 = stablehlo.optimization_barrier %13 : tensor<16x32xf32>
    %15 = "stablehlo.gather"(%token_embd_weight, %tokens) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 576>}> : (tensor<49152x576xf32>, tensor<16xi32>) -> tensor<16x576xf32>
    %16 = stablehlo.multiply %15, %15 : tensor<16x576xf32>
    %17 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %18 = stablehlo.reduce(%16 init: %17) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %19 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %20 = stablehlo.divide %18, %19 : tensor<16xf32>
    %21 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %22 = stablehlo.add %20, %21 : tensor<16xf32>
    %23 = stablehlo.rsqrt %22 : tensor<16xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %25 = stablehlo.multiply %15, %24 : tensor<16x576xf32>
    %26 = stablehlo.broadcast_in_dim %blk_0_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %27 = stablehlo.multiply %25, %26 : tensor<16x576xf32>
    %28 = stablehlo.dot_general %27, %blk_0_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %29 = stablehlo.reshape %28 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %30 = stablehlo.slice %29 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %31 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %32 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %33 = stablehlo.reshape %30 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %34 = stablehlo.slice %33 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %35 = stablehlo.reshape %34 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %36 = stablehlo.slice %33 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %37 = stablehlo.reshape %36 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %38 = stablehlo.multiply %35, %31 : tensor<16x12x32xf32>
    %39 = stablehlo.multiply %37, %32 : tensor<16x12x32xf32>
    %40 = stablehlo.multiply %37, %31 : tensor<16x12x32xf32>
    %41 = stablehlo.multiply %35, %32 : tensor<16x12x32xf32>
    %42 = stablehlo.subtract %38, %39 : tensor<16x12x32xf32>
    %43 = stablehlo.add %40, %41 : tensor<16x12x32xf32>
    %44 = stablehlo.concatenate %42, %43, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %45 = stablehlo.slice %44 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %46 = stablehlo.slice %44 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %47 = stablehlo.slice %29 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %48 = stablehlo.constant dense<0> : tensor<i32>
    %49 = stablehlo.transpose %46, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %50 = stablehlo.dynamic_update_slice %kv_0_0, %49, %48, %position, %48 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %51 = stablehlo.constant dense<0> : tensor<i32>
    %52 = stablehlo.transpose %47, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %53 = stablehlo.dynamic_update_slice %kv_0_1, %52, %51, %position, %51 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %54 = stablehlo.reshape %45 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %55 = stablehlo.transpose %54, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %56 = stablehlo.reshape %55 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %57 = stablehlo.dot_general %56, %50, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %58 = stablehlo.reshape %57 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %59 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %60 = stablehlo.multiply %58, %59 : tensor<3x3x16x300xf32>
    %61 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %62 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %63 = stablehlo.select %61, %60, %62 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %64 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %65 = stablehlo.reduce(%63 init: %64) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %67 = stablehlo.subtract %63, %66 : tensor<3x3x16x300xf32>
    %68 = stablehlo.exponential %67 : tensor<3x3x16x300xf32>
    %69 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %70 = stablehlo.reduce(%68 init: %69) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %71 = stablehlo.reshape %68 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %72 = stablehlo.dot_general %71, %53, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %73 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %74 = stablehlo.reshape %72 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %75 = stablehlo.divide %74, %73 : tensor<3x3x16x64xf32>
    %76 = stablehlo.transpose %75, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %77 = stablehlo.reshape %76 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %78 = stablehlo.dot_general %77, %blk_0_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %79 = stablehlo.add %15, %78 : tensor<16x576xf32>
    %80 = stablehlo.multiply %79, %79 : tensor<16x576xf32>
    %81 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %82 = stablehlo.reduce(%80 init: %81) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %83 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %84 = stablehlo.divide %82, %83 : tensor<16xf32>
    %85 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %86 = stablehlo.add %84, %85 : tensor<16xf32>
    %87 = stablehlo.rsqrt %86 : tensor<16xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %89 = stablehlo.multiply %79, %88 : tensor<16x576xf32>
    %90 = stablehlo.broadcast_in_dim %blk_0_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %91 = stablehlo.multiply %89, %90 : tensor<16x576xf32>
    %92 = stablehlo.dot_general %91, %blk_0_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %93 = stablehlo.slice %92 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %94 = stablehlo.slice %92 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %95 = stablehlo.logistic %93 : tensor<16x1536xf32>
    %96 = stablehlo.multiply %93, %95 : tensor<16x1536xf32>
    %97 = stablehlo.multiply %96, %94 : tensor<16x1536xf32>
    %98 = stablehlo.dot_general %97, %blk_0_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %99 = stablehlo.add %79, %98 : tensor<16x576xf32>
    %100 = stablehlo.multiply %99, %99 : tensor<16x576xf32>
    %101 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %102 = stablehlo.reduce(%100 init: %101) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %103 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %104 = stablehlo.divide %102, %103 : tensor<16xf32>
    %105 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %106 = stablehlo.add %104, %105 : tensor<16xf32>
    %107 = stablehlo.rsqrt %106 : tensor<16xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %109 = stablehlo.multiply %99, %108 : tensor<16x576xf32>
    %110 = stablehlo.broadcast_in_dim %blk_1_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %111 = stablehlo.multiply %109, %110 : tensor<16x576xf32>
    %112 = stablehlo.dot_general %111, %blk_1_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %113 = stablehlo.reshape %112 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %114 = stablehlo.slice %113 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %115 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %116 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %117 = stablehlo.reshape %114 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %118 = stablehlo.slice %117 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %119 = stablehlo.reshape %118 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %120 = stablehlo.slice %117 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %121 = stablehlo.reshape %120 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %122 = stablehlo.multiply %119, %115 : tensor<16x12x32xf32>
    %123 = stablehlo.multiply %121, %116 : tensor<16x12x32xf32>
    %124 = stablehlo.multiply %121, %115 : tensor<16x12x32xf32>
    %125 = stablehlo.multiply %119, %116 : tensor<16x12x32xf32>
    %126 = stablehlo.subtract %122, %123 : tensor<16x12x32xf32>
    %127 = stablehlo.add %124, %125 : tensor<16x12x32xf32>
    %128 = stablehlo.concatenate %126, %127, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %129 = stablehlo.slice %128 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %130 = stablehlo.slice %128 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %131 = stablehlo.slice %113 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %132 = stablehlo.constant dense<0> : tensor<i32>
    %133 = stablehlo.transpose %130, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %134 = stablehlo.dynamic_update_slice %kv_0_2, %133, %132, %position, %132 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %135 = stablehlo.constant dense<0> : tensor<i32>
    %136 = stablehlo.transpose %131, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %137 = stablehlo.dynamic_update_slice %kv_0_3, %136, %135, %position, %135 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %138 = stablehlo.reshape %129 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %139 = stablehlo.transpose %138, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %140 = stablehlo.reshape %139 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %141 = stablehlo.dot_general %140, %134, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %142 = stablehlo.reshape %141 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %143 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %144 = stablehlo.multiply %142, %143 : tensor<3x3x16x300xf32>
    %145 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %146 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %147 = stablehlo.select %145, %144, %146 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %148 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %149 = stablehlo.reduce(%147 init: %148) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %151 = stablehlo.subtract %147, %150 : tensor<3x3x16x300xf32>
    %152 = stablehlo.exponential %151 : tensor<3x3x16x300xf32>
    %153 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %154 = stablehlo.reduce(%152 init: %153) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %155 = stablehlo.reshape %152 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %156 = stablehlo.dot_general %155, %137, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %157 = stablehlo.broadcast_in_dim %154, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %158 = stablehlo.reshape %156 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %159 = stablehlo.divide %158, %157 : tensor<3x3x16x64xf32>
    %160 = stablehlo.transpose %159, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %161 = stablehlo.reshape %160 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %162 = stablehlo.dot_general %161, %blk_1_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %163 = stablehlo.add %99, %162 : tensor<16x576xf32>
    %164 = stablehlo.multiply %163, %163 : tensor<16x576xf32>
    %165 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %166 = stablehlo.reduce(%164 init: %165) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %167 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %168 = stablehlo.divide %166, %167 : tensor<16xf32>
    %169 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %170 = stablehlo.add %168, %169 : tensor<16xf32>
    %171 = stablehlo.rsqrt %170 : tensor<16xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %173 = stablehlo.multiply %163, %172 : tensor<16x576xf32>
    %174 = stablehlo.broadcast_in_dim %blk_1_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %175 = stablehlo.multiply %173, %174 : tensor<16x576xf32>
    %176 = stablehlo.dot_general %175, %blk_1_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %177 = stablehlo.slice %176 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %178 = stablehlo.slice %176 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %179 = stablehlo.logistic %177 : tensor<16x1536xf32>
    %180 = stablehlo.multiply %177, %179 : tensor<16x1536xf32>
    %181 = stablehlo.multiply %180, %178 : tensor<16x1536xf32>
    %182 = stablehlo.dot_general %181, %blk_1_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %183 = stablehlo.add %163, %182 : tensor<16x576xf32>
    %184 = stablehlo.multiply %183, %183 : tensor<16x576xf32>
    %185 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %186 = stablehlo.reduce(%184 init: %185) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %187 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %188 = stablehlo.divide %186, %187 : tensor<16xf32>
    %189 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %190 = stablehlo.add %188, %189 : tensor<16xf32>
    %191 = stablehlo.rsqrt %190 : tensor<16xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %193 = stablehlo.multiply %183, %192 : tensor<16x576xf32>
    %194 = stablehlo.broadcast_in_dim %blk_2_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %195 = stablehlo.multiply %193, %194 : tensor<16x576xf32>
    %196 = stablehlo.dot_general %195, %blk_2_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %197 = stablehlo.reshape %196 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %198 = stablehlo.slice %197 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %199 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %200 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %201 = stablehlo.reshape %198 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %202 = stablehlo.slice %201 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %203 = stablehlo.reshape %202 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %204 = stablehlo.slice %201 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %205 = stablehlo.reshape %204 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %206 = stablehlo.multiply %203, %199 : tensor<16x12x32xf32>
    %207 = stablehlo.multiply %205, %200 : tensor<16x12x32xf32>
    %208 = stablehlo.multiply %205, %199 : tensor<16x12x32xf32>
    %209 = stablehlo.multiply %203, %200 : tensor<16x12x32xf32>
    %210 = stablehlo.subtract %206, %207 : tensor<16x12x32xf32>
    %211 = stablehlo.add %208, %209 : tensor<16x12x32xf32>
    %212 = stablehlo.concatenate %210, %211, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %213 = stablehlo.slice %212 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %214 = stablehlo.slice %212 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %215 = stablehlo.slice %197 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %216 = stablehlo.constant dense<0> : tensor<i32>
    %217 = stablehlo.transpose %214, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %218 = stablehlo.dynamic_update_slice %kv_0_4, %217, %216, %position, %216 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %219 = stablehlo.constant dense<0> : tensor<i32>
    %220 = stablehlo.transpose %215, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %221 = stablehlo.dynamic_update_slice %kv_0_5, %220, %219, %position, %219 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %222 = stablehlo.reshape %213 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %223 = stablehlo.transpose %222, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %224 = stablehlo.reshape %223 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %225 = stablehlo.dot_general %224, %218, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %226 = stablehlo.reshape %225 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %227 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %228 = stablehlo.multiply %226, %227 : tensor<3x3x16x300xf32>
    %229 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %230 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %231 = stablehlo.select %229, %228, %230 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %232 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %233 = stablehlo.reduce(%231 init: %232) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %234 = stablehlo.broadcast_in_dim %233, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %235 = stablehlo.subtract %231, %234 : tensor<3x3x16x300xf32>
    %236 = stablehlo.exponential %235 : tensor<3x3x16x300xf32>
    %237 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %238 = stablehlo.reduce(%236 init: %237) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %239 = stablehlo.reshape %236 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %240 = stablehlo.dot_general %239, %221, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %241 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %242 = stablehlo.reshape %240 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %243 = stablehlo.divide %242, %241 : tensor<3x3x16x64xf32>
    %244 = stablehlo.transpose %243, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %245 = stablehlo.reshape %244 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %246 = stablehlo.dot_general %245, %blk_2_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %247 = stablehlo.add %183, %246 : tensor<16x576xf32>
    %248 = stablehlo.multiply %247, %247 : tensor<16x576xf32>
    %249 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %250 = stablehlo.reduce(%248 init: %249) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %251 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %252 = stablehlo.divide %250, %251 : tensor<16xf32>
    %253 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %254 = stablehlo.add %252, %253 : tensor<16xf32>
    %255 = stablehlo.rsqrt %254 : tensor<16xf32>
    %256 = stablehlo.broadcast_in_dim %255, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %257 = stablehlo.multiply %247, %256 : tensor<16x576xf32>
    %258 = stablehlo.broadcast_in_dim %blk_2_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %259 = stablehlo.multiply %257, %258 : tensor<16x576xf32>
    %260 = stablehlo.dot_general %259, %blk_2_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %261 = stablehlo.slice %260 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %262 = stablehlo.slice %260 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %263 = stablehlo.logistic %261 : tensor<16x1536xf32>
    %264 = stablehlo.multiply %261, %263 : tensor<16x1536xf32>
    %265 = stablehlo.multiply %264, %262 : tensor<16x1536xf32>
    %266 = stablehlo.dot_general %265, %blk_2_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %267 = stablehlo.add %247, %266 : tensor<16x576xf32>
    %268 = stablehlo.multiply %267, %267 : tensor<16x576xf32>
    %269 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %270 = stablehlo.reduce(%268 init: %269) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %271 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %272 = stablehlo.divide %270, %271 : tensor<16xf32>
    %273 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %274 = stablehlo.add %272, %273 : tensor<16xf32>
    %275 = stablehlo.rsqrt %274 : tensor<16xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %277 = stablehlo.multiply %267, %276 : tensor<16x576xf32>
    %278 = stablehlo.broadcast_in_dim %blk_3_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %279 = stablehlo.multiply %277, %278 : tensor<16x576xf32>
    %280 = stablehlo.dot_general %279, %blk_3_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %281 = stablehlo.reshape %280 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %282 = stablehlo.slice %281 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %283 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %284 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %285 = stablehlo.reshape %282 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %286 = stablehlo.slice %285 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %287 = stablehlo.reshape %286 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %288 = stablehlo.slice %285 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %289 = stablehlo.reshape %288 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %290 = stablehlo.multiply %287, %283 : tensor<16x12x32xf32>
    %291 = stablehlo.multiply %289, %284 : tensor<16x12x32xf32>
    %292 = stablehlo.multiply %289, %283 : tensor<16x12x32xf32>
    %293 = stablehlo.multiply %287, %284 : tensor<16x12x32xf32>
    %294 = stablehlo.subtract %290, %291 : tensor<16x12x32xf32>
    %295 = stablehlo.add %292, %293 : tensor<16x12x32xf32>
    %296 = stablehlo.concatenate %294, %295, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %297 = stablehlo.slice %296 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %298 = stablehlo.slice %296 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %299 = stablehlo.slice %281 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %300 = stablehlo.constant dense<0> : tensor<i32>
    %301 = stablehlo.transpose %298, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %302 = stablehlo.dynamic_update_slice %kv_0_6, %301, %300, %position, %300 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %303 = stablehlo.constant dense<0> : tensor<i32>
    %304 = stablehlo.transpose %299, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %305 = stablehlo.dynamic_update_slice %kv_0_7, %304, %303, %position, %303 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %306 = stablehlo.reshape %297 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %307 = stablehlo.transpose %306, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %308 = stablehlo.reshape %307 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %309 = stablehlo.dot_general %308, %302, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %310 = stablehlo.reshape %309 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %311 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %312 = stablehlo.multiply %310, %311 : tensor<3x3x16x300xf32>
    %313 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %314 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %315 = stablehlo.select %313, %312, %314 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %316 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %317 = stablehlo.reduce(%315 init: %316) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %318 = stablehlo.broadcast_in_dim %317, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %319 = stablehlo.subtract %315, %318 : tensor<3x3x16x300xf32>
    %320 = stablehlo.exponential %319 : tensor<3x3x16x300xf32>
    %321 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %322 = stablehlo.reduce(%320 init: %321) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %323 = stablehlo.reshape %320 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %324 = stablehlo.dot_general %323, %305, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %325 = stablehlo.broadcast_in_dim %322, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %326 = stablehlo.reshape %324 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %327 = stablehlo.divide %326, %325 : tensor<3x3x16x64xf32>
    %328 = stablehlo.transpose %327, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %329 = stablehlo.reshape %328 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %330 = stablehlo.dot_general %329, %blk_3_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %331 = stablehlo.add %267, %330 : tensor<16x576xf32>
    %332 = stablehlo.multiply %331, %331 : tensor<16x576xf32>
    %333 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %334 = stablehlo.reduce(%332 init: %333) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %335 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %336 = stablehlo.divide %334, %335 : tensor<16xf32>
    %337 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %338 = stablehlo.add %336, %337 : tensor<16xf32>
    %339 = stablehlo.rsqrt %338 : tensor<16xf32>
    %340 = stablehlo.broadcast_in_dim %339, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %341 = stablehlo.multiply %331, %340 : tensor<16x576xf32>
    %342 = stablehlo.broadcast_in_dim %blk_3_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %343 = stablehlo.multiply %341, %342 : tensor<16x576xf32>
    %344 = stablehlo.dot_general %343, %blk_3_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %345 = stablehlo.slice %344 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %346 = stablehlo.slice %344 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %347 = stablehlo.logistic %345 : tensor<16x1536xf32>
    %348 = stablehlo.multiply %345, %347 : tensor<16x1536xf32>
    %349 = stablehlo.multiply %348, %346 : tensor<16x1536xf32>
    %350 = stablehlo.dot_general %349, %blk_3_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %351 = stablehlo.add %331, %350 : tensor<16x576xf32>
    %352 = stablehlo.multiply %351, %351 : tensor<16x576xf32>
    %353 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %354 = stablehlo.reduce(%352 init: %353) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %355 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %356 = stablehlo.divide %354, %355 : tensor<16xf32>
    %357 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %358 = stablehlo.add %356, %357 : tensor<16xf32>
    %359 = stablehlo.rsqrt %358 : tensor<16xf32>
    %360 = stablehlo.broadcast_in_dim %359, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %361 = stablehlo.multiply %351, %360 : tensor<16x576xf32>
    %362 = stablehlo.broadcast_in_dim %blk_4_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %363 = stablehlo.multiply %361, %362 : tensor<16x576xf32>
    %364 = stablehlo.dot_general %363, %blk_4_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %365 = stablehlo.reshape %364 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %366 = stablehlo.slice %365 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %367 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %368 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %369 = stablehlo.reshape %366 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %370 = stablehlo.slice %369 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %371 = stablehlo.reshape %370 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %372 = stablehlo.slice %369 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %373 = stablehlo.reshape %372 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %374 = stablehlo.multiply %371, %367 : tensor<16x12x32xf32>
    %375 = stablehlo.multiply %373, %368 : tensor<16x12x32xf32>
    %376 = stablehlo.multiply %373, %367 : tensor<16x12x32xf32>
    %377 = stablehlo.multiply %371, %368 : tensor<16x12x32xf32>
    %378 = stablehlo.subtract %374, %375 : tensor<16x12x32xf32>
    %379 = stablehlo.add %376, %377 : tensor<16x12x32xf32>
    %380 = stablehlo.concatenate %378, %379, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %381 = stablehlo.slice %380 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %382 = stablehlo.slice %380 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %383 = stablehlo.slice %365 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %384 = stablehlo.constant dense<0> : tensor<i32>
    %385 = stablehlo.transpose %382, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %386 = stablehlo.dynamic_update_slice %kv_0_8, %385, %384, %position, %384 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %387 = stablehlo.constant dense<0> : tensor<i32>
    %388 = stablehlo.transpose %383, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %389 = stablehlo.dynamic_update_slice %kv_0_9, %388, %387, %position, %387 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %390 = stablehlo.reshape %381 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %391 = stablehlo.transpose %390, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %392 = stablehlo.reshape %391 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %393 = stablehlo.dot_general %392, %386, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %394 = stablehlo.reshape %393 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %395 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %396 = stablehlo.multiply %394, %395 : tensor<3x3x16x300xf32>
    %397 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %398 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %399 = stablehlo.select %397, %396, %398 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %400 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %401 = stablehlo.reduce(%399 init: %400) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %402 = stablehlo.broadcast_in_dim %401, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %403 = stablehlo.subtract %399, %402 : tensor<3x3x16x300xf32>
    %404 = stablehlo.exponential %403 : tensor<3x3x16x300xf32>
    %405 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %406 = stablehlo.reduce(%404 init: %405) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %407 = stablehlo.reshape %404 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %408 = stablehlo.dot_general %407, %389, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %409 = stablehlo.broadcast_in_dim %406, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %410 = stablehlo.reshape %408 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %411 = stablehlo.divide %410, %409 : tensor<3x3x16x64xf32>
    %412 = stablehlo.transpose %411, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %413 = stablehlo.reshape %412 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %414 = stablehlo.dot_general %413, %blk_4_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %415 = stablehlo.add %351, %414 : tensor<16x576xf32>
    %416 = stablehlo.multiply %415, %415 : tensor<16x576xf32>
    %417 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %418 = stablehlo.reduce(%416 init: %417) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %419 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %420 = stablehlo.divide %418, %419 : tensor<16xf32>
    %421 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %422 = stablehlo.add %420, %421 : tensor<16xf32>
    %423 = stablehlo.rsqrt %422 : tensor<16xf32>
    %424 = stablehlo.broadcast_in_dim %423, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %425 = stablehlo.multiply %415, %424 : tensor<16x576xf32>
    %426 = stablehlo.broadcast_in_dim %blk_4_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %427 = stablehlo.multiply %425, %426 : tensor<16x576xf32>
    %428 = stablehlo.dot_general %427, %blk_4_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %429 = stablehlo.slice %428 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %430 = stablehlo.slice %428 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %431 = stablehlo.logistic %429 : tensor<16x1536xf32>
    %432 = stablehlo.multiply %429, %431 : tensor<16x1536xf32>
    %433 = stablehlo.multiply %432, %430 : tensor<16x1536xf32>
    %434 = stablehlo.dot_general %433, %blk_4_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %435 = stablehlo.add %415, %434 : tensor<16x576xf32>
    %436 = stablehlo.multiply %435, %435 : tensor<16x576xf32>
    %437 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %438 = stablehlo.reduce(%436 init: %437) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %439 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %440 = stablehlo.divide %438, %439 : tensor<16xf32>
    %441 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %442 = stablehlo.add %440, %441 : tensor<16xf32>
    %443 = stablehlo.rsqrt %442 : tensor<16xf32>
    %444 = stablehlo.broadcast_in_dim %443, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %445 = stablehlo.multiply %435, %444 : tensor<16x576xf32>
    %446 = stablehlo.broadcast_in_dim %blk_5_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %447 = stablehlo.multiply %445, %446 : tensor<16x576xf32>
    %448 = stablehlo.dot_general %447, %blk_5_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %449 = stablehlo.reshape %448 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %450 = stablehlo.slice %449 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %451 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %452 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %453 = stablehlo.reshape %450 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %454 = stablehlo.slice %453 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %455 = stablehlo.reshape %454 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %456 = stablehlo.slice %453 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %457 = stablehlo.reshape %456 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %458 = stablehlo.multiply %455, %451 : tensor<16x12x32xf32>
    %459 = stablehlo.multiply %457, %452 : tensor<16x12x32xf32>
    %460 = stablehlo.multiply %457, %451 : tensor<16x12x32xf32>
    %461 = stablehlo.multiply %455, %452 : tensor<16x12x32xf32>
    %462 = stablehlo.subtract %458, %459 : tensor<16x12x32xf32>
    %463 = stablehlo.add %460, %461 : tensor<16x12x32xf32>
    %464 = stablehlo.concatenate %462, %463, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %465 = stablehlo.slice %464 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %466 = stablehlo.slice %464 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %467 = stablehlo.slice %449 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %468 = stablehlo.constant dense<0> : tensor<i32>
    %469 = stablehlo.transpose %466, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %470 = stablehlo.dynamic_update_slice %kv_0_10, %469, %468, %position, %468 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %471 = stablehlo.constant dense<0> : tensor<i32>
    %472 = stablehlo.transpose %467, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %473 = stablehlo.dynamic_update_slice %kv_0_11, %472, %471, %position, %471 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %474 = stablehlo.reshape %465 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %475 = stablehlo.transpose %474, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %476 = stablehlo.reshape %475 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %477 = stablehlo.dot_general %476, %470, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %478 = stablehlo.reshape %477 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %479 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %480 = stablehlo.multiply %478, %479 : tensor<3x3x16x300xf32>
    %481 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %482 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %483 = stablehlo.select %481, %480, %482 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %484 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %485 = stablehlo.reduce(%483 init: %484) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %486 = stablehlo.broadcast_in_dim %485, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %487 = stablehlo.subtract %483, %486 : tensor<3x3x16x300xf32>
    %488 = stablehlo.exponential %487 : tensor<3x3x16x300xf32>
    %489 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %490 = stablehlo.reduce(%488 init: %489) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %491 = stablehlo.reshape %488 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %492 = stablehlo.dot_general %491, %473, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %493 = stablehlo.broadcast_in_dim %490, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %494 = stablehlo.reshape %492 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %495 = stablehlo.divide %494, %493 : tensor<3x3x16x64xf32>
    %496 = stablehlo.transpose %495, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %497 = stablehlo.reshape %496 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %498 = stablehlo.dot_general %497, %blk_5_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %499 = stablehlo.add %435, %498 : tensor<16x576xf32>
    %500 = stablehlo.multiply %499, %499 : tensor<16x576xf32>
    %501 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %502 = stablehlo.reduce(%500 init: %501) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %503 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %504 = stablehlo.divide %502, %503 : tensor<16xf32>
    %505 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %506 = stablehlo.add %504, %505 : tensor<16xf32>
    %507 = stablehlo.rsqrt %506 : tensor<16xf32>
    %508 = stablehlo.broadcast_in_dim %507, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %509 = stablehlo.multiply %499, %508 : tensor<16x576xf32>
    %510 = stablehlo.broadcast_in_dim %blk_5_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %511 = stablehlo.multiply %509, %510 : tensor<16x576xf32>
    %512 = stablehlo.dot_general %511, %blk_5_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %513 = stablehlo.slice %512 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %514 = stablehlo.slice %512 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %515 = stablehlo.logistic %513 : tensor<16x1536xf32>
    %516 = stablehlo.multiply %513, %515 : tensor<16x1536xf32>
    %517 = stablehlo.multiply %516, %514 : tensor<16x1536xf32>
    %518 = stablehlo.dot_general %517, %blk_5_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %519 = stablehlo.add %499, %518 : tensor<16x576xf32>
    %520 = stablehlo.multiply %519, %519 : tensor<16x576xf32>
    %521 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %522 = stablehlo.reduce(%520 init: %521) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %523 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %524 = stablehlo.divide %522, %523 : tensor<16xf32>
    %525 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %526 = stablehlo.add %524, %525 : tensor<16xf32>
    %527 = stablehlo.rsqrt %526 : tensor<16xf32>
    %528 = stablehlo.broadcast_in_dim %527, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %529 = stablehlo.multiply %519, %528 : tensor<16x576xf32>
    %530 = stablehlo.broadcast_in_dim %blk_6_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %531 = stablehlo.multiply %529, %530 : tensor<16x576xf32>
    %532 = stablehlo.dot_general %531, %blk_6_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %533 = stablehlo.reshape %532 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %534 = stablehlo.slice %533 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %535 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %536 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %537 = stablehlo.reshape %534 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %538 = stablehlo.slice %537 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %539 = stablehlo.reshape %538 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %540 = stablehlo.slice %537 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %541 = stablehlo.reshape %540 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %542 = stablehlo.multiply %539, %535 : tensor<16x12x32xf32>
    %543 = stablehlo.multiply %541, %536 : tensor<16x12x32xf32>
    %544 = stablehlo.multiply %541, %535 : tensor<16x12x32xf32>
    %545 = stablehlo.multiply %539, %536 : tensor<16x12x32xf32>
    %546 = stablehlo.subtract %542, %543 : tensor<16x12x32xf32>
    %547 = stablehlo.add %544, %545 : tensor<16x12x32xf32>
    %548 = stablehlo.concatenate %546, %547, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %549 = stablehlo.slice %548 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %550 = stablehlo.slice %548 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %551 = stablehlo.slice %533 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %552 = stablehlo.constant dense<0> : tensor<i32>
    %553 = stablehlo.transpose %550, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %554 = stablehlo.dynamic_update_slice %kv_0_12, %553, %552, %position, %552 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %555 = stablehlo.constant dense<0> : tensor<i32>
    %556 = stablehlo.transpose %551, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %557 = stablehlo.dynamic_update_slice %kv_0_13, %556, %555, %position, %555 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %558 = stablehlo.reshape %549 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %559 = stablehlo.transpose %558, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %560 = stablehlo.reshape %559 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %561 = stablehlo.dot_general %560, %554, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %562 = stablehlo.reshape %561 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %563 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %564 = stablehlo.multiply %562, %563 : tensor<3x3x16x300xf32>
    %565 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %566 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %567 = stablehlo.select %565, %564, %566 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %568 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %569 = stablehlo.reduce(%567 init: %568) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %570 = stablehlo.broadcast_in_dim %569, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %571 = stablehlo.subtract %567, %570 : tensor<3x3x16x300xf32>
    %572 = stablehlo.exponential %571 : tensor<3x3x16x300xf32>
    %573 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %574 = stablehlo.reduce(%572 init: %573) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %575 = stablehlo.reshape %572 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %576 = stablehlo.dot_general %575, %557, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %577 = stablehlo.broadcast_in_dim %574, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %578 = stablehlo.reshape %576 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %579 = stablehlo.divide %578, %577 : tensor<3x3x16x64xf32>
    %580 = stablehlo.transpose %579, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %581 = stablehlo.reshape %580 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %582 = stablehlo.dot_general %581, %blk_6_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %583 = stablehlo.add %519, %582 : tensor<16x576xf32>
    %584 = stablehlo.multiply %583, %583 : tensor<16x576xf32>
    %585 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %586 = stablehlo.reduce(%584 init: %585) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %587 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %588 = stablehlo.divide %586, %587 : tensor<16xf32>
    %589 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %590 = stablehlo.add %588, %589 : tensor<16xf32>
    %591 = stablehlo.rsqrt %590 : tensor<16xf32>
    %592 = stablehlo.broadcast_in_dim %591, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %593 = stablehlo.multiply %583, %592 : tensor<16x576xf32>
    %594 = stablehlo.broadcast_in_dim %blk_6_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %595 = stablehlo.multiply %593, %594 : tensor<16x576xf32>
    %596 = stablehlo.dot_general %595, %blk_6_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %597 = stablehlo.slice %596 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %598 = stablehlo.slice %596 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %599 = stablehlo.logistic %597 : tensor<16x1536xf32>
    %600 = stablehlo.multiply %597, %599 : tensor<16x1536xf32>
    %601 = stablehlo.multiply %600, %598 : tensor<16x1536xf32>
    %602 = stablehlo.dot_general %601, %blk_6_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %603 = stablehlo.add %583, %602 : tensor<16x576xf32>
    %604 = stablehlo.multiply %603, %603 : tensor<16x576xf32>
    %605 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %606 = stablehlo.reduce(%604 init: %605) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %607 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %608 = stablehlo.divide %606, %607 : tensor<16xf32>
    %609 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %610 = stablehlo.add %608, %609 : tensor<16xf32>
    %611 = stablehlo.rsqrt %610 : tensor<16xf32>
    %612 = stablehlo.broadcast_in_dim %611, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %613 = stablehlo.multiply %603, %612 : tensor<16x576xf32>
    %614 = stablehlo.broadcast_in_dim %blk_7_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %615 = stablehlo.multiply %613, %614 : tensor<16x576xf32>
    %616 = stablehlo.dot_general %615, %blk_7_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %617 = stablehlo.reshape %616 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %618 = stablehlo.slice %617 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %619 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %620 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %621 = stablehlo.reshape %618 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %622 = stablehlo.slice %621 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %623 = stablehlo.reshape %622 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %624 = stablehlo.slice %621 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %625 = stablehlo.reshape %624 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %626 = stablehlo.multiply %623, %619 : tensor<16x12x32xf32>
    %627 = stablehlo.multiply %625, %620 : tensor<16x12x32xf32>
    %628 = stablehlo.multiply %625, %619 : tensor<16x12x32xf32>
    %629 = stablehlo.multiply %623, %620 : tensor<16x12x32xf32>
    %630 = stablehlo.subtract %626, %627 : tensor<16x12x32xf32>
    %631 = stablehlo.add %628, %629 : tensor<16x12x32xf32>
    %632 = stablehlo.concatenate %630, %631, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %633 = stablehlo.slice %632 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %634 = stablehlo.slice %632 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %635 = stablehlo.slice %617 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %636 = stablehlo.constant dense<0> : tensor<i32>
    %637 = stablehlo.transpose %634, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %638 = stablehlo.dynamic_update_slice %kv_0_14, %637, %636, %position, %636 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %639 = stablehlo.constant dense<0> : tensor<i32>
    %640 = stablehlo.transpose %635, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %641 = stablehlo.dynamic_update_slice %kv_0_15, %640, %639, %position, %639 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %642 = stablehlo.reshape %633 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %643 = stablehlo.transpose %642, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %644 = stablehlo.reshape %643 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %645 = stablehlo.dot_general %644, %638, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %646 = stablehlo.reshape %645 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %647 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %648 = stablehlo.multiply %646, %647 : tensor<3x3x16x300xf32>
    %649 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %650 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %651 = stablehlo.select %649, %648, %650 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %652 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %653 = stablehlo.reduce(%651 init: %652) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %654 = stablehlo.broadcast_in_dim %653, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %655 = stablehlo.subtract %651, %654 : tensor<3x3x16x300xf32>
    %656 = stablehlo.exponential %655 : tensor<3x3x16x300xf32>
    %657 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %658 = stablehlo.reduce(%656 init: %657) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %659 = stablehlo.reshape %656 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %660 = stablehlo.dot_general %659, %641, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %661 = stablehlo.broadcast_in_dim %658, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %662 = stablehlo.reshape %660 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %663 = stablehlo.divide %662, %661 : tensor<3x3x16x64xf32>
    %664 = stablehlo.transpose %663, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %665 = stablehlo.reshape %664 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %666 = stablehlo.dot_general %665, %blk_7_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %667 = stablehlo.add %603, %666 : tensor<16x576xf32>
    %668 = stablehlo.multiply %667, %667 : tensor<16x576xf32>
    %669 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %670 = stablehlo.reduce(%668 init: %669) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %671 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %672 = stablehlo.divide %670, %671 : tensor<16xf32>
    %673 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %674 = stablehlo.add %672, %673 : tensor<16xf32>
    %675 = stablehlo.rsqrt %674 : tensor<16xf32>
    %676 = stablehlo.broadcast_in_dim %675, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %677 = stablehlo.multiply %667, %676 : tensor<16x576xf32>
    %678 = stablehlo.broadcast_in_dim %blk_7_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %679 = stablehlo.multiply %677, %678 : tensor<16x576xf32>
    %680 = stablehlo.dot_general %679, %blk_7_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %681 = stablehlo.slice %680 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %682 = stablehlo.slice %680 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %683 = stablehlo.logistic %681 : tensor<16x1536xf32>
    %684 = stablehlo.multiply %681, %683 : tensor<16x1536xf32>
    %685 = stablehlo.multiply %684, %682 : tensor<16x1536xf32>
    %686 = stablehlo.dot_general %685, %blk_7_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %687 = stablehlo.add %667, %686 : tensor<16x576xf32>
    %688 = stablehlo.multiply %687, %687 : tensor<16x576xf32>
    %689 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %690 = stablehlo.reduce(%688 init: %689) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %691 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %692 = stablehlo.divide %690, %691 : tensor<16xf32>
    %693 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %694 = stablehlo.add %692, %693 : tensor<16xf32>
    %695 = stablehlo.rsqrt %694 : tensor<16xf32>
    %696 = stablehlo.broadcast_in_dim %695, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %697 = stablehlo.multiply %687, %696 : tensor<16x576xf32>
    %698 = stablehlo.broadcast_in_dim %blk_8_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %699 = stablehlo.multiply %697, %698 : tensor<16x576xf32>
    %700 = stablehlo.dot_general %699, %blk_8_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %701 = stablehlo.reshape %700 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %702 = stablehlo.slice %701 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %703 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %704 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %705 = stablehlo.reshape %702 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %706 = stablehlo.slice %705 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %707 = stablehlo.reshape %706 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %708 = stablehlo.slice %705 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %709 = stablehlo.reshape %708 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %710 = stablehlo.multiply %707, %703 : tensor<16x12x32xf32>
    %711 = stablehlo.multiply %709, %704 : tensor<16x12x32xf32>
    %712 = stablehlo.multiply %709, %703 : tensor<16x12x32xf32>
    %713 = stablehlo.multiply %707, %704 : tensor<16x12x32xf32>
    %714 = stablehlo.subtract %710, %711 : tensor<16x12x32xf32>
    %715 = stablehlo.add %712, %713 : tensor<16x12x32xf32>
    %716 = stablehlo.concatenate %714, %715, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %717 = stablehlo.slice %716 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %718 = stablehlo.slice %716 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %719 = stablehlo.slice %701 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %720 = stablehlo.constant dense<0> : tensor<i32>
    %721 = stablehlo.transpose %718, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %722 = stablehlo.dynamic_update_slice %kv_0_16, %721, %720, %position, %720 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %723 = stablehlo.constant dense<0> : tensor<i32>
    %724 = stablehlo.transpose %719, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %725 = stablehlo.dynamic_update_slice %kv_0_17, %724, %723, %position, %723 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %726 = stablehlo.reshape %717 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %727 = stablehlo.transpose %726, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %728 = stablehlo.reshape %727 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %729 = stablehlo.dot_general %728, %722, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %730 = stablehlo.reshape %729 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %731 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %732 = stablehlo.multiply %730, %731 : tensor<3x3x16x300xf32>
    %733 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %734 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %735 = stablehlo.select %733, %732, %734 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %736 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %737 = stablehlo.reduce(%735 init: %736) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %738 = stablehlo.broadcast_in_dim %737, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %739 = stablehlo.subtract %735, %738 : tensor<3x3x16x300xf32>
    %740 = stablehlo.exponential %739 : tensor<3x3x16x300xf32>
    %741 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %742 = stablehlo.reduce(%740 init: %741) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %743 = stablehlo.reshape %740 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %744 = stablehlo.dot_general %743, %725, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %745 = stablehlo.broadcast_in_dim %742, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %746 = stablehlo.reshape %744 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %747 = stablehlo.divide %746, %745 : tensor<3x3x16x64xf32>
    %748 = stablehlo.transpose %747, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %749 = stablehlo.reshape %748 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %750 = stablehlo.dot_general %749, %blk_8_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %751 = stablehlo.add %687, %750 : tensor<16x576xf32>
    %752 = stablehlo.multiply %751, %751 : tensor<16x576xf32>
    %753 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %754 = stablehlo.reduce(%752 init: %753) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %755 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %756 = stablehlo.divide %754, %755 : tensor<16xf32>
    %757 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %758 = stablehlo.add %756, %757 : tensor<16xf32>
    %759 = stablehlo.rsqrt %758 : tensor<16xf32>
    %760 = stablehlo.broadcast_in_dim %759, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %761 = stablehlo.multiply %751, %760 : tensor<16x576xf32>
    %762 = stablehlo.broadcast_in_dim %blk_8_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %763 = stablehlo.multiply %761, %762 : tensor<16x576xf32>
    %764 = stablehlo.dot_general %763, %blk_8_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %765 = stablehlo.slice %764 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %766 = stablehlo.slice %764 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %767 = stablehlo.logistic %765 : tensor<16x1536xf32>
    %768 = stablehlo.multiply %765, %767 : tensor<16x1536xf32>
    %769 = stablehlo.multiply %768, %766 : tensor<16x1536xf32>
    %770 = stablehlo.dot_general %769, %blk_8_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %771 = stablehlo.add %751, %770 : tensor<16x576xf32>
    %772 = stablehlo.multiply %771, %771 : tensor<16x576xf32>
    %773 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %774 = stablehlo.reduce(%772 init: %773) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %775 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %776 = stablehlo.divide %774, %775 : tensor<16xf32>
    %777 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %778 = stablehlo.add %776, %777 : tensor<16xf32>
    %779 = stablehlo.rsqrt %778 : tensor<16xf32>
    %780 = stablehlo.broadcast_in_dim %779, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %781 = stablehlo.multiply %771, %780 : tensor<16x576xf32>
    %782 = stablehlo.broadcast_in_dim %blk_9_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %783 = stablehlo.multiply %781, %782 : tensor<16x576xf32>
    %784 = stablehlo.dot_general %783, %blk_9_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %785 = stablehlo.reshape %784 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %786 = stablehlo.slice %785 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %787 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %788 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %789 = stablehlo.reshape %786 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %790 = stablehlo.slice %789 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %791 = stablehlo.reshape %790 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %792 = stablehlo.slice %789 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %793 = stablehlo.reshape %792 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %794 = stablehlo.multiply %791, %787 : tensor<16x12x32xf32>
    %795 = stablehlo.multiply %793, %788 : tensor<16x12x32xf32>
    %796 = stablehlo.multiply %793, %787 : tensor<16x12x32xf32>
    %797 = stablehlo.multiply %791, %788 : tensor<16x12x32xf32>
    %798 = stablehlo.subtract %794, %795 : tensor<16x12x32xf32>
    %799 = stablehlo.add %796, %797 : tensor<16x12x32xf32>
    %800 = stablehlo.concatenate %798, %799, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %801 = stablehlo.slice %800 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %802 = stablehlo.slice %800 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %803 = stablehlo.slice %785 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %804 = stablehlo.constant dense<0> : tensor<i32>
    %805 = stablehlo.transpose %802, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %806 = stablehlo.dynamic_update_slice %kv_0_18, %805, %804, %position, %804 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %807 = stablehlo.constant dense<0> : tensor<i32>
    %808 = stablehlo.transpose %803, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %809 = stablehlo.dynamic_update_slice %kv_0_19, %808, %807, %position, %807 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %810 = stablehlo.reshape %801 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %811 = stablehlo.transpose %810, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %812 = stablehlo.reshape %811 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %813 = stablehlo.dot_general %812, %806, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %814 = stablehlo.reshape %813 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %815 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %816 = stablehlo.multiply %814, %815 : tensor<3x3x16x300xf32>
    %817 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %818 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %819 = stablehlo.select %817, %816, %818 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %820 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %821 = stablehlo.reduce(%819 init: %820) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %822 = stablehlo.broadcast_in_dim %821, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %823 = stablehlo.subtract %819, %822 : tensor<3x3x16x300xf32>
    %824 = stablehlo.exponential %823 : tensor<3x3x16x300xf32>
    %825 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %826 = stablehlo.reduce(%824 init: %825) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %827 = stablehlo.reshape %824 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %828 = stablehlo.dot_general %827, %809, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %829 = stablehlo.broadcast_in_dim %826, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %830 = stablehlo.reshape %828 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %831 = stablehlo.divide %830, %829 : tensor<3x3x16x64xf32>
    %832 = stablehlo.transpose %831, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %833 = stablehlo.reshape %832 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %834 = stablehlo.dot_general %833, %blk_9_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %835 = stablehlo.add %771, %834 : tensor<16x576xf32>
    %836 = stablehlo.multiply %835, %835 : tensor<16x576xf32>
    %837 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %838 = stablehlo.reduce(%836 init: %837) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %839 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %840 = stablehlo.divide %838, %839 : tensor<16xf32>
    %841 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %842 = stablehlo.add %840, %841 : tensor<16xf32>
    %843 = stablehlo.rsqrt %842 : tensor<16xf32>
    %844 = stablehlo.broadcast_in_dim %843, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %845 = stablehlo.multiply %835, %844 : tensor<16x576xf32>
    %846 = stablehlo.broadcast_in_dim %blk_9_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %847 = stablehlo.multiply %845, %846 : tensor<16x576xf32>
    %848 = stablehlo.dot_general %847, %blk_9_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %849 = stablehlo.slice %848 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %850 = stablehlo.slice %848 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %851 = stablehlo.logistic %849 : tensor<16x1536xf32>
    %852 = stablehlo.multiply %849, %851 : tensor<16x1536xf32>
    %853 = stablehlo.multiply %852, %850 : tensor<16x1536xf32>
    %854 = stablehlo.dot_general %853, %blk_9_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %855 = stablehlo.add %835, %854 : tensor<16x576xf32>
    %856 = stablehlo.multiply %855, %855 : tensor<16x576xf32>
    %857 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %858 = stablehlo.reduce(%856 init: %857) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %859 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %860 = stablehlo.divide %858, %859 : tensor<16xf32>
    %861 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %862 = stablehlo.add %860, %861 : tensor<16xf32>
    %863 = stablehlo.rsqrt %862 : tensor<16xf32>
    %864 = stablehlo.broadcast_in_dim %863, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %865 = stablehlo.multiply %855, %864 : tensor<16x576xf32>
    %866 = stablehlo.broadcast_in_dim %blk_10_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %867 = stablehlo.multiply %865, %866 : tensor<16x576xf32>
    %868 = stablehlo.dot_general %867, %blk_10_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %869 = stablehlo.reshape %868 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %870 = stablehlo.slice %869 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %871 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %872 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %873 = stablehlo.reshape %870 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %874 = stablehlo.slice %873 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %875 = stablehlo.reshape %874 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %876 = stablehlo.slice %873 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %877 = stablehlo.reshape %876 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %878 = stablehlo.multiply %875, %871 : tensor<16x12x32xf32>
    %879 = stablehlo.multiply %877, %872 : tensor<16x12x32xf32>
    %880 = stablehlo.multiply %877, %871 : tensor<16x12x32xf32>
    %881 = stablehlo.multiply %875, %872 : tensor<16x12x32xf32>
    %882 = stablehlo.subtract %878, %879 : tensor<16x12x32xf32>
    %883 = stablehlo.add %880, %881 : tensor<16x12x32xf32>
    %884 = stablehlo.concatenate %882, %883, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %885 = stablehlo.slice %884 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %886 = stablehlo.slice %884 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %887 = stablehlo.slice %869 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %888 = stablehlo.constant dense<0> : tensor<i32>
    %889 = stablehlo.transpose %886, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %890 = stablehlo.dynamic_update_slice %kv_0_20, %889, %888, %position, %888 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %891 = stablehlo.constant dense<0> : tensor<i32>
    %892 = stablehlo.transpose %887, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %893 = stablehlo.dynamic_update_slice %kv_0_21, %892, %891, %position, %891 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %894 = stablehlo.reshape %885 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %895 = stablehlo.transpose %894, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %896 = stablehlo.reshape %895 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %897 = stablehlo.dot_general %896, %890, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %898 = stablehlo.reshape %897 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %899 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %900 = stablehlo.multiply %898, %899 : tensor<3x3x16x300xf32>
    %901 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %902 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %903 = stablehlo.select %901, %900, %902 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %904 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %905 = stablehlo.reduce(%903 init: %904) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %906 = stablehlo.broadcast_in_dim %905, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %907 = stablehlo.subtract %903, %906 : tensor<3x3x16x300xf32>
    %908 = stablehlo.exponential %907 : tensor<3x3x16x300xf32>
    %909 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %910 = stablehlo.reduce(%908 init: %909) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %911 = stablehlo.reshape %908 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %912 = stablehlo.dot_general %911, %893, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %913 = stablehlo.broadcast_in_dim %910, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %914 = stablehlo.reshape %912 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %915 = stablehlo.divide %914, %913 : tensor<3x3x16x64xf32>
    %916 = stablehlo.transpose %915, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %917 = stablehlo.reshape %916 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %918 = stablehlo.dot_general %917, %blk_10_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %919 = stablehlo.add %855, %918 : tensor<16x576xf32>
    %920 = stablehlo.multiply %919, %919 : tensor<16x576xf32>
    %921 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %922 = stablehlo.reduce(%920 init: %921) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %923 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %924 = stablehlo.divide %922, %923 : tensor<16xf32>
    %925 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %926 = stablehlo.add %924, %925 : tensor<16xf32>
    %927 = stablehlo.rsqrt %926 : tensor<16xf32>
    %928 = stablehlo.broadcast_in_dim %927, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %929 = stablehlo.multiply %919, %928 : tensor<16x576xf32>
    %930 = stablehlo.broadcast_in_dim %blk_10_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %931 = stablehlo.multiply %929, %930 : tensor<16x576xf32>
    %932 = stablehlo.dot_general %931, %blk_10_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %933 = stablehlo.slice %932 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %934 = stablehlo.slice %932 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %935 = stablehlo.logistic %933 : tensor<16x1536xf32>
    %936 = stablehlo.multiply %933, %935 : tensor<16x1536xf32>
    %937 = stablehlo.multiply %936, %934 : tensor<16x1536xf32>
    %938 = stablehlo.dot_general %937, %blk_10_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %939 = stablehlo.add %919, %938 : tensor<16x576xf32>
    %940 = stablehlo.multiply %939, %939 : tensor<16x576xf32>
    %941 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %942 = stablehlo.reduce(%940 init: %941) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %943 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %944 = stablehlo.divide %942, %943 : tensor<16xf32>
    %945 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %946 = stablehlo.add %944, %945 : tensor<16xf32>
    %947 = stablehlo.rsqrt %946 : tensor<16xf32>
    %948 = stablehlo.broadcast_in_dim %947, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %949 = stablehlo.multiply %939, %948 : tensor<16x576xf32>
    %950 = stablehlo.broadcast_in_dim %blk_11_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %951 = stablehlo.multiply %949, %950 : tensor<16x576xf32>
    %952 = stablehlo.dot_general %951, %blk_11_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %953 = stablehlo.reshape %952 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %954 = stablehlo.slice %953 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %955 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %956 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %957 = stablehlo.reshape %954 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %958 = stablehlo.slice %957 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %959 = stablehlo.reshape %958 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %960 = stablehlo.slice %957 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %961 = stablehlo.reshape %960 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %962 = stablehlo.multiply %959, %955 : tensor<16x12x32xf32>
    %963 = stablehlo.multiply %961, %956 : tensor<16x12x32xf32>
    %964 = stablehlo.multiply %961, %955 : tensor<16x12x32xf32>
    %965 = stablehlo.multiply %959, %956 : tensor<16x12x32xf32>
    %966 = stablehlo.subtract %962, %963 : tensor<16x12x32xf32>
    %967 = stablehlo.add %964, %965 : tensor<16x12x32xf32>
    %968 = stablehlo.concatenate %966, %967, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %969 = stablehlo.slice %968 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %970 = stablehlo.slice %968 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %971 = stablehlo.slice %953 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %972 = stablehlo.constant dense<0> : tensor<i32>
    %973 = stablehlo.transpose %970, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %974 = stablehlo.dynamic_update_slice %kv_0_22, %973, %972, %position, %972 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %975 = stablehlo.constant dense<0> : tensor<i32>
    %976 = stablehlo.transpose %971, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %977 = stablehlo.dynamic_update_slice %kv_0_23, %976, %975, %position, %975 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %978 = stablehlo.reshape %969 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %979 = stablehlo.transpose %978, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %980 = stablehlo.reshape %979 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %981 = stablehlo.dot_general %980, %974, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %982 = stablehlo.reshape %981 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %983 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %984 = stablehlo.multiply %982, %983 : tensor<3x3x16x300xf32>
    %985 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %986 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %987 = stablehlo.select %985, %984, %986 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %988 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %989 = stablehlo.reduce(%987 init: %988) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %990 = stablehlo.broadcast_in_dim %989, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %991 = stablehlo.subtract %987, %990 : tensor<3x3x16x300xf32>
    %992 = stablehlo.exponential %991 : tensor<3x3x16x300xf32>
    %993 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %994 = stablehlo.reduce(%992 init: %993) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %995 = stablehlo.reshape %992 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %996 = stablehlo.dot_general %995, %977, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %997 = stablehlo.broadcast_in_dim %994, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %998 = stablehlo.reshape %996 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %999 = stablehlo.divide %998, %997 : tensor<3x3x16x64xf32>
    %1000 = stablehlo.transpose %999, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1001 = stablehlo.reshape %1000 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1002 = stablehlo.dot_general %1001, %blk_11_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1003 = stablehlo.add %939, %1002 : tensor<16x576xf32>
    %1004 = stablehlo.multiply %1003, %1003 : tensor<16x576xf32>
    %1005 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1006 = stablehlo.reduce(%1004 init: %1005) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1007 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1008 = stablehlo.divide %1006, %1007 : tensor<16xf32>
    %1009 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1010 = stablehlo.add %1008, %1009 : tensor<16xf32>
    %1011 = stablehlo.rsqrt %1010 : tensor<16xf32>
    %1012 = stablehlo.broadcast_in_dim %1011, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1013 = stablehlo.multiply %1003, %1012 : tensor<16x576xf32>
    %1014 = stablehlo.broadcast_in_dim %blk_11_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1015 = stablehlo.multiply %1013, %1014 : tensor<16x576xf32>
    %1016 = stablehlo.dot_general %1015, %blk_11_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1017 = stablehlo.slice %1016 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1018 = stablehlo.slice %1016 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1019 = stablehlo.logistic %1017 : tensor<16x1536xf32>
    %1020 = stablehlo.multiply %1017, %1019 : tensor<16x1536xf32>
    %1021 = stablehlo.multiply %1020, %1018 : tensor<16x1536xf32>
    %1022 = stablehlo.dot_general %1021, %blk_11_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1023 = stablehlo.add %1003, %1022 : tensor<16x576xf32>
    %1024 = stablehlo.multiply %1023, %1023 : tensor<16x576xf32>
    %1025 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1026 = stablehlo.reduce(%1024 init: %1025) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1027 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1028 = stablehlo.divide %1026, %1027 : tensor<16xf32>
    %1029 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1030 = stablehlo.add %1028, %1029 : tensor<16xf32>
    %1031 = stablehlo.rsqrt %1030 : tensor<16xf32>
    %1032 = stablehlo.broadcast_in_dim %1031, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1033 = stablehlo.multiply %1023, %1032 : tensor<16x576xf32>
    %1034 = stablehlo.broadcast_in_dim %blk_12_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1035 = stablehlo.multiply %1033, %1034 : tensor<16x576xf32>
    %1036 = stablehlo.dot_general %1035, %blk_12_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1037 = stablehlo.reshape %1036 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1038 = stablehlo.slice %1037 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1039 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1040 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1041 = stablehlo.reshape %1038 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1042 = stablehlo.slice %1041 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1043 = stablehlo.reshape %1042 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1044 = stablehlo.slice %1041 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1045 = stablehlo.reshape %1044 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1046 = stablehlo.multiply %1043, %1039 : tensor<16x12x32xf32>
    %1047 = stablehlo.multiply %1045, %1040 : tensor<16x12x32xf32>
    %1048 = stablehlo.multiply %1045, %1039 : tensor<16x12x32xf32>
    %1049 = stablehlo.multiply %1043, %1040 : tensor<16x12x32xf32>
    %1050 = stablehlo.subtract %1046, %1047 : tensor<16x12x32xf32>
    %1051 = stablehlo.add %1048, %1049 : tensor<16x12x32xf32>
    %1052 = stablehlo.concatenate %1050, %1051, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1053 = stablehlo.slice %1052 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1054 = stablehlo.slice %1052 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1055 = stablehlo.slice %1037 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1056 = stablehlo.constant dense<0> : tensor<i32>
    %1057 = stablehlo.transpose %1054, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1058 = stablehlo.dynamic_update_slice %kv_0_24, %1057, %1056, %position, %1056 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1059 = stablehlo.constant dense<0> : tensor<i32>
    %1060 = stablehlo.transpose %1055, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1061 = stablehlo.dynamic_update_slice %kv_0_25, %1060, %1059, %position, %1059 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1062 = stablehlo.reshape %1053 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1063 = stablehlo.transpose %1062, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1064 = stablehlo.reshape %1063 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1065 = stablehlo.dot_general %1064, %1058, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1066 = stablehlo.reshape %1065 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1067 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1068 = stablehlo.multiply %1066, %1067 : tensor<3x3x16x300xf32>
    %1069 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1070 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1071 = stablehlo.select %1069, %1068, %1070 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1072 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1073 = stablehlo.reduce(%1071 init: %1072) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1074 = stablehlo.broadcast_in_dim %1073, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1075 = stablehlo.subtract %1071, %1074 : tensor<3x3x16x300xf32>
    %1076 = stablehlo.exponential %1075 : tensor<3x3x16x300xf32>
    %1077 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1078 = stablehlo.reduce(%1076 init: %1077) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1079 = stablehlo.reshape %1076 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1080 = stablehlo.dot_general %1079, %1061, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1081 = stablehlo.broadcast_in_dim %1078, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1082 = stablehlo.reshape %1080 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1083 = stablehlo.divide %1082, %1081 : tensor<3x3x16x64xf32>
    %1084 = stablehlo.transpose %1083, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1085 = stablehlo.reshape %1084 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1086 = stablehlo.dot_general %1085, %blk_12_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1087 = stablehlo.add %1023, %1086 : tensor<16x576xf32>
    %1088 = stablehlo.multiply %1087, %1087 : tensor<16x576xf32>
    %1089 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1090 = stablehlo.reduce(%1088 init: %1089) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1091 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1092 = stablehlo.divide %1090, %1091 : tensor<16xf32>
    %1093 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1094 = stablehlo.add %1092, %1093 : tensor<16xf32>
    %1095 = stablehlo.rsqrt %1094 : tensor<16xf32>
    %1096 = stablehlo.broadcast_in_dim %1095, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1097 = stablehlo.multiply %1087, %1096 : tensor<16x576xf32>
    %1098 = stablehlo.broadcast_in_dim %blk_12_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1099 = stablehlo.multiply %1097, %1098 : tensor<16x576xf32>
    %1100 = stablehlo.dot_general %1099, %blk_12_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1101 = stablehlo.slice %1100 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1102 = stablehlo.slice %1100 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1103 = stablehlo.logistic %1101 : tensor<16x1536xf32>
    %1104 = stablehlo.multiply %1101, %1103 : tensor<16x1536xf32>
    %1105 = stablehlo.multiply %1104, %1102 : tensor<16x1536xf32>
    %1106 = stablehlo.dot_general %1105, %blk_12_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1107 = stablehlo.add %1087, %1106 : tensor<16x576xf32>
    %1108 = stablehlo.multiply %1107, %1107 : tensor<16x576xf32>
    %1109 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1110 = stablehlo.reduce(%1108 init: %1109) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1111 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1112 = stablehlo.divide %1110, %1111 : tensor<16xf32>
    %1113 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1114 = stablehlo.add %1112, %1113 : tensor<16xf32>
    %1115 = stablehlo.rsqrt %1114 : tensor<16xf32>
    %1116 = stablehlo.broadcast_in_dim %1115, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1117 = stablehlo.multiply %1107, %1116 : tensor<16x576xf32>
    %1118 = stablehlo.broadcast_in_dim %blk_13_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1119 = stablehlo.multiply %1117, %1118 : tensor<16x576xf32>
    %1120 = stablehlo.dot_general %1119, %blk_13_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1121 = stablehlo.reshape %1120 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1122 = stablehlo.slice %1121 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1123 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1124 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1125 = stablehlo.reshape %1122 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1126 = stablehlo.slice %1125 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1127 = stablehlo.reshape %1126 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1128 = stablehlo.slice %1125 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1129 = stablehlo.reshape %1128 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1130 = stablehlo.multiply %1127, %1123 : tensor<16x12x32xf32>
    %1131 = stablehlo.multiply %1129, %1124 : tensor<16x12x32xf32>
    %1132 = stablehlo.multiply %1129, %1123 : tensor<16x12x32xf32>
    %1133 = stablehlo.multiply %1127, %1124 : tensor<16x12x32xf32>
    %1134 = stablehlo.subtract %1130, %1131 : tensor<16x12x32xf32>
    %1135 = stablehlo.add %1132, %1133 : tensor<16x12x32xf32>
    %1136 = stablehlo.concatenate %1134, %1135, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1137 = stablehlo.slice %1136 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1138 = stablehlo.slice %1136 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1139 = stablehlo.slice %1121 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1140 = stablehlo.constant dense<0> : tensor<i32>
    %1141 = stablehlo.transpose %1138, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1142 = stablehlo.dynamic_update_slice %kv_0_26, %1141, %1140, %position, %1140 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1143 = stablehlo.constant dense<0> : tensor<i32>
    %1144 = stablehlo.transpose %1139, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1145 = stablehlo.dynamic_update_slice %kv_0_27, %1144, %1143, %position, %1143 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1146 = stablehlo.reshape %1137 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1147 = stablehlo.transpose %1146, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1148 = stablehlo.reshape %1147 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1149 = stablehlo.dot_general %1148, %1142, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1150 = stablehlo.reshape %1149 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1151 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1152 = stablehlo.multiply %1150, %1151 : tensor<3x3x16x300xf32>
    %1153 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1154 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1155 = stablehlo.select %1153, %1152, %1154 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1156 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1157 = stablehlo.reduce(%1155 init: %1156) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1158 = stablehlo.broadcast_in_dim %1157, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1159 = stablehlo.subtract %1155, %1158 : tensor<3x3x16x300xf32>
    %1160 = stablehlo.exponential %1159 : tensor<3x3x16x300xf32>
    %1161 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1162 = stablehlo.reduce(%1160 init: %1161) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1163 = stablehlo.reshape %1160 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1164 = stablehlo.dot_general %1163, %1145, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1165 = stablehlo.broadcast_in_dim %1162, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1166 = stablehlo.reshape %1164 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1167 = stablehlo.divide %1166, %1165 : tensor<3x3x16x64xf32>
    %1168 = stablehlo.transpose %1167, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1169 = stablehlo.reshape %1168 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1170 = stablehlo.dot_general %1169, %blk_13_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1171 = stablehlo.add %1107, %1170 : tensor<16x576xf32>
    %1172 = stablehlo.multiply %1171, %1171 : tensor<16x576xf32>
    %1173 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1174 = stablehlo.reduce(%1172 init: %1173) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1175 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1176 = stablehlo.divide %1174, %1175 : tensor<16xf32>
    %1177 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1178 = stablehlo.add %1176, %1177 : tensor<16xf32>
    %1179 = stablehlo.rsqrt %1178 : tensor<16xf32>
    %1180 = stablehlo.broadcast_in_dim %1179, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1181 = stablehlo.multiply %1171, %1180 : tensor<16x576xf32>
    %1182 = stablehlo.broadcast_in_dim %blk_13_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1183 = stablehlo.multiply %1181, %1182 : tensor<16x576xf32>
    %1184 = stablehlo.dot_general %1183, %blk_13_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1185 = stablehlo.slice %1184 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1186 = stablehlo.slice %1184 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1187 = stablehlo.logistic %1185 : tensor<16x1536xf32>
    %1188 = stablehlo.multiply %1185, %1187 : tensor<16x1536xf32>
    %1189 = stablehlo.multiply %1188, %1186 : tensor<16x1536xf32>
    %1190 = stablehlo.dot_general %1189, %blk_13_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1191 = stablehlo.add %1171, %1190 : tensor<16x576xf32>
    %1192 = stablehlo.multiply %1191, %1191 : tensor<16x576xf32>
    %1193 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1194 = stablehlo.reduce(%1192 init: %1193) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1195 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1196 = stablehlo.divide %1194, %1195 : tensor<16xf32>
    %1197 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1198 = stablehlo.add %1196, %1197 : tensor<16xf32>
    %1199 = stablehlo.rsqrt %1198 : tensor<16xf32>
    %1200 = stablehlo.broadcast_in_dim %1199, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1201 = stablehlo.multiply %1191, %1200 : tensor<16x576xf32>
    %1202 = stablehlo.broadcast_in_dim %blk_14_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1203 = stablehlo.multiply %1201, %1202 : tensor<16x576xf32>
    %1204 = stablehlo.dot_general %1203, %blk_14_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1205 = stablehlo.reshape %1204 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1206 = stablehlo.slice %1205 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1207 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1208 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1209 = stablehlo.reshape %1206 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1210 = stablehlo.slice %1209 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1211 = stablehlo.reshape %1210 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1212 = stablehlo.slice %1209 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1213 = stablehlo.reshape %1212 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1214 = stablehlo.multiply %1211, %1207 : tensor<16x12x32xf32>
    %1215 = stablehlo.multiply %1213, %1208 : tensor<16x12x32xf32>
    %1216 = stablehlo.multiply %1213, %1207 : tensor<16x12x32xf32>
    %1217 = stablehlo.multiply %1211, %1208 : tensor<16x12x32xf32>
    %1218 = stablehlo.subtract %1214, %1215 : tensor<16x12x32xf32>
    %1219 = stablehlo.add %1216, %1217 : tensor<16x12x32xf32>
    %1220 = stablehlo.concatenate %1218, %1219, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1221 = stablehlo.slice %1220 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1222 = stablehlo.slice %1220 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1223 = stablehlo.slice %1205 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1224 = stablehlo.constant dense<0> : tensor<i32>
    %1225 = stablehlo.transpose %1222, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1226 = stablehlo.dynamic_update_slice %kv_0_28, %1225, %1224, %position, %1224 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1227 = stablehlo.constant dense<0> : tensor<i32>
    %1228 = stablehlo.transpose %1223, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1229 = stablehlo.dynamic_update_slice %kv_0_29, %1228, %1227, %position, %1227 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1230 = stablehlo.reshape %1221 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1231 = stablehlo.transpose %1230, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1232 = stablehlo.reshape %1231 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1233 = stablehlo.dot_general %1232, %1226, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1234 = stablehlo.reshape %1233 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1235 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1236 = stablehlo.multiply %1234, %1235 : tensor<3x3x16x300xf32>
    %1237 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1238 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1239 = stablehlo.select %1237, %1236, %1238 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1240 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1241 = stablehlo.reduce(%1239 init: %1240) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1242 = stablehlo.broadcast_in_dim %1241, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1243 = stablehlo.subtract %1239, %1242 : tensor<3x3x16x300xf32>
    %1244 = stablehlo.exponential %1243 : tensor<3x3x16x300xf32>
    %1245 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1246 = stablehlo.reduce(%1244 init: %1245) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1247 = stablehlo.reshape %1244 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1248 = stablehlo.dot_general %1247, %1229, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1249 = stablehlo.broadcast_in_dim %1246, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1250 = stablehlo.reshape %1248 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1251 = stablehlo.divide %1250, %1249 : tensor<3x3x16x64xf32>
    %1252 = stablehlo.transpose %1251, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1253 = stablehlo.reshape %1252 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1254 = stablehlo.dot_general %1253, %blk_14_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1255 = stablehlo.add %1191, %1254 : tensor<16x576xf32>
    %1256 = stablehlo.multiply %1255, %1255 : tensor<16x576xf32>
    %1257 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1258 = stablehlo.reduce(%1256 init: %1257) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1259 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1260 = stablehlo.divide %1258, %1259 : tensor<16xf32>
    %1261 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1262 = stablehlo.add %1260, %1261 : tensor<16xf32>
    %1263 = stablehlo.rsqrt %1262 : tensor<16xf32>
    %1264 = stablehlo.broadcast_in_dim %1263, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1265 = stablehlo.multiply %1255, %1264 : tensor<16x576xf32>
    %1266 = stablehlo.broadcast_in_dim %blk_14_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1267 = stablehlo.multiply %1265, %1266 : tensor<16x576xf32>
    %1268 = stablehlo.dot_general %1267, %blk_14_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1269 = stablehlo.slice %1268 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1270 = stablehlo.slice %1268 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1271 = stablehlo.logistic %1269 : tensor<16x1536xf32>
    %1272 = stablehlo.multiply %1269, %1271 : tensor<16x1536xf32>
    %1273 = stablehlo.multiply %1272, %1270 : tensor<16x1536xf32>
    %1274 = stablehlo.dot_general %1273, %blk_14_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1275 = stablehlo.add %1255, %1274 : tensor<16x576xf32>
    %1276 = stablehlo.multiply %1275, %1275 : tensor<16x576xf32>
    %1277 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1278 = stablehlo.reduce(%1276 init: %1277) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1279 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1280 = stablehlo.divide %1278, %1279 : tensor<16xf32>
    %1281 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1282 = stablehlo.add %1280, %1281 : tensor<16xf32>
    %1283 = stablehlo.rsqrt %1282 : tensor<16xf32>
    %1284 = stablehlo.broadcast_in_dim %1283, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1285 = stablehlo.multiply %1275, %1284 : tensor<16x576xf32>
    %1286 = stablehlo.broadcast_in_dim %blk_15_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1287 = stablehlo.multiply %1285, %1286 : tensor<16x576xf32>
    %1288 = stablehlo.dot_general %1287, %blk_15_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1289 = stablehlo.reshape %1288 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1290 = stablehlo.slice %1289 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1291 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1292 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1293 = stablehlo.reshape %1290 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1294 = stablehlo.slice %1293 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1295 = stablehlo.reshape %1294 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1296 = stablehlo.slice %1293 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1297 = stablehlo.reshape %1296 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1298 = stablehlo.multiply %1295, %1291 : tensor<16x12x32xf32>
    %1299 = stablehlo.multiply %1297, %1292 : tensor<16x12x32xf32>
    %1300 = stablehlo.multiply %1297, %1291 : tensor<16x12x32xf32>
    %1301 = stablehlo.multiply %1295, %1292 : tensor<16x12x32xf32>
    %1302 = stablehlo.subtract %1298, %1299 : tensor<16x12x32xf32>
    %1303 = stablehlo.add %1300, %1301 : tensor<16x12x32xf32>
    %1304 = stablehlo.concatenate %1302, %1303, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1305 = stablehlo.slice %1304 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1306 = stablehlo.slice %1304 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1307 = stablehlo.slice %1289 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1308 = stablehlo.constant dense<0> : tensor<i32>
    %1309 = stablehlo.transpose %1306, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1310 = stablehlo.dynamic_update_slice %kv_0_30, %1309, %1308, %position, %1308 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1311 = stablehlo.constant dense<0> : tensor<i32>
    %1312 = stablehlo.transpose %1307, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1313 = stablehlo.dynamic_update_slice %kv_0_31, %1312, %1311, %position, %1311 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1314 = stablehlo.reshape %1305 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1315 = stablehlo.transpose %1314, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1316 = stablehlo.reshape %1315 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1317 = stablehlo.dot_general %1316, %1310, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1318 = stablehlo.reshape %1317 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1319 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1320 = stablehlo.multiply %1318, %1319 : tensor<3x3x16x300xf32>
    %1321 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1322 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1323 = stablehlo.select %1321, %1320, %1322 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1324 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1325 = stablehlo.reduce(%1323 init: %1324) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1326 = stablehlo.broadcast_in_dim %1325, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1327 = stablehlo.subtract %1323, %1326 : tensor<3x3x16x300xf32>
    %1328 = stablehlo.exponential %1327 : tensor<3x3x16x300xf32>
    %1329 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1330 = stablehlo.reduce(%1328 init: %1329) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1331 = stablehlo.reshape %1328 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1332 = stablehlo.dot_general %1331, %1313, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1333 = stablehlo.broadcast_in_dim %1330, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1334 = stablehlo.reshape %1332 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1335 = stablehlo.divide %1334, %1333 : tensor<3x3x16x64xf32>
    %1336 = stablehlo.transpose %1335, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1337 = stablehlo.reshape %1336 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1338 = stablehlo.dot_general %1337, %blk_15_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1339 = stablehlo.add %1275, %1338 : tensor<16x576xf32>
    %1340 = stablehlo.multiply %1339, %1339 : tensor<16x576xf32>
    %1341 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1342 = stablehlo.reduce(%1340 init: %1341) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1343 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1344 = stablehlo.divide %1342, %1343 : tensor<16xf32>
    %1345 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1346 = stablehlo.add %1344, %1345 : tensor<16xf32>
    %1347 = stablehlo.rsqrt %1346 : tensor<16xf32>
    %1348 = stablehlo.broadcast_in_dim %1347, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1349 = stablehlo.multiply %1339, %1348 : tensor<16x576xf32>
    %1350 = stablehlo.broadcast_in_dim %blk_15_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1351 = stablehlo.multiply %1349, %1350 : tensor<16x576xf32>
    %1352 = stablehlo.dot_general %1351, %blk_15_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1353 = stablehlo.slice %1352 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1354 = stablehlo.slice %1352 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1355 = stablehlo.logistic %1353 : tensor<16x1536xf32>
    %1356 = stablehlo.multiply %1353, %1355 : tensor<16x1536xf32>
    %1357 = stablehlo.multiply %1356, %1354 : tensor<16x1536xf32>
    %1358 = stablehlo.dot_general %1357, %blk_15_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1359 = stablehlo.add %1339, %1358 : tensor<16x576xf32>
    %1360 = stablehlo.multiply %1359, %1359 : tensor<16x576xf32>
    %1361 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1362 = stablehlo.reduce(%1360 init: %1361) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1363 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1364 = stablehlo.divide %1362, %1363 : tensor<16xf32>
    %1365 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1366 = stablehlo.add %1364, %1365 : tensor<16xf32>
    %1367 = stablehlo.rsqrt %1366 : tensor<16xf32>
    %1368 = stablehlo.broadcast_in_dim %1367, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1369 = stablehlo.multiply %1359, %1368 : tensor<16x576xf32>
    %1370 = stablehlo.broadcast_in_dim %blk_16_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1371 = stablehlo.multiply %1369, %1370 : tensor<16x576xf32>
    %1372 = stablehlo.dot_general %1371, %blk_16_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1373 = stablehlo.reshape %1372 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1374 = stablehlo.slice %1373 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1375 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1376 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1377 = stablehlo.reshape %1374 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1378 = stablehlo.slice %1377 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1379 = stablehlo.reshape %1378 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1380 = stablehlo.slice %1377 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1381 = stablehlo.reshape %1380 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1382 = stablehlo.multiply %1379, %1375 : tensor<16x12x32xf32>
    %1383 = stablehlo.multiply %1381, %1376 : tensor<16x12x32xf32>
    %1384 = stablehlo.multiply %1381, %1375 : tensor<16x12x32xf32>
    %1385 = stablehlo.multiply %1379, %1376 : tensor<16x12x32xf32>
    %1386 = stablehlo.subtract %1382, %1383 : tensor<16x12x32xf32>
    %1387 = stablehlo.add %1384, %1385 : tensor<16x12x32xf32>
    %1388 = stablehlo.concatenate %1386, %1387, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1389 = stablehlo.slice %1388 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1390 = stablehlo.slice %1388 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1391 = stablehlo.slice %1373 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1392 = stablehlo.constant dense<0> : tensor<i32>
    %1393 = stablehlo.transpose %1390, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1394 = stablehlo.dynamic_update_slice %kv_0_32, %1393, %1392, %position, %1392 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1395 = stablehlo.constant dense<0> : tensor<i32>
    %1396 = stablehlo.transpose %1391, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1397 = stablehlo.dynamic_update_slice %kv_0_33, %1396, %1395, %position, %1395 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1398 = stablehlo.reshape %1389 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1399 = stablehlo.transpose %1398, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1400 = stablehlo.reshape %1399 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1401 = stablehlo.dot_general %1400, %1394, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1402 = stablehlo.reshape %1401 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1403 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1404 = stablehlo.multiply %1402, %1403 : tensor<3x3x16x300xf32>
    %1405 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1406 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1407 = stablehlo.select %1405, %1404, %1406 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1408 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1409 = stablehlo.reduce(%1407 init: %1408) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1410 = stablehlo.broadcast_in_dim %1409, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1411 = stablehlo.subtract %1407, %1410 : tensor<3x3x16x300xf32>
    %1412 = stablehlo.exponential %1411 : tensor<3x3x16x300xf32>
    %1413 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1414 = stablehlo.reduce(%1412 init: %1413) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1415 = stablehlo.reshape %1412 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1416 = stablehlo.dot_general %1415, %1397, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1417 = stablehlo.broadcast_in_dim %1414, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1418 = stablehlo.reshape %1416 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1419 = stablehlo.divide %1418, %1417 : tensor<3x3x16x64xf32>
    %1420 = stablehlo.transpose %1419, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1421 = stablehlo.reshape %1420 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1422 = stablehlo.dot_general %1421, %blk_16_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1423 = stablehlo.add %1359, %1422 : tensor<16x576xf32>
    %1424 = stablehlo.multiply %1423, %1423 : tensor<16x576xf32>
    %1425 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1426 = stablehlo.reduce(%1424 init: %1425) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1427 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1428 = stablehlo.divide %1426, %1427 : tensor<16xf32>
    %1429 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1430 = stablehlo.add %1428, %1429 : tensor<16xf32>
    %1431 = stablehlo.rsqrt %1430 : tensor<16xf32>
    %1432 = stablehlo.broadcast_in_dim %1431, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1433 = stablehlo.multiply %1423, %1432 : tensor<16x576xf32>
    %1434 = stablehlo.broadcast_in_dim %blk_16_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1435 = stablehlo.multiply %1433, %1434 : tensor<16x576xf32>
    %1436 = stablehlo.dot_general %1435, %blk_16_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1437 = stablehlo.slice %1436 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1438 = stablehlo.slice %1436 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1439 = stablehlo.logistic %1437 : tensor<16x1536xf32>
    %1440 = stablehlo.multiply %1437, %1439 : tensor<16x1536xf32>
    %1441 = stablehlo.multiply %1440, %1438 : tensor<16x1536xf32>
    %1442 = stablehlo.dot_general %1441, %blk_16_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1443 = stablehlo.add %1423, %1442 : tensor<16x576xf32>
    %1444 = stablehlo.multiply %1443, %1443 : tensor<16x576xf32>
    %1445 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1446 = stablehlo.reduce(%1444 init: %1445) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1447 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1448 = stablehlo.divide %1446, %1447 : tensor<16xf32>
    %1449 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1450 = stablehlo.add %1448, %1449 : tensor<16xf32>
    %1451 = stablehlo.rsqrt %1450 : tensor<16xf32>
    %1452 = stablehlo.broadcast_in_dim %1451, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1453 = stablehlo.multiply %1443, %1452 : tensor<16x576xf32>
    %1454 = stablehlo.broadcast_in_dim %blk_17_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1455 = stablehlo.multiply %1453, %1454 : tensor<16x576xf32>
    %1456 = stablehlo.dot_general %1455, %blk_17_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1457 = stablehlo.reshape %1456 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1458 = stablehlo.slice %1457 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1459 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1460 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1461 = stablehlo.reshape %1458 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1462 = stablehlo.slice %1461 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1463 = stablehlo.reshape %1462 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1464 = stablehlo.slice %1461 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1465 = stablehlo.reshape %1464 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1466 = stablehlo.multiply %1463, %1459 : tensor<16x12x32xf32>
    %1467 = stablehlo.multiply %1465, %1460 : tensor<16x12x32xf32>
    %1468 = stablehlo.multiply %1465, %1459 : tensor<16x12x32xf32>
    %1469 = stablehlo.multiply %1463, %1460 : tensor<16x12x32xf32>
    %1470 = stablehlo.subtract %1466, %1467 : tensor<16x12x32xf32>
    %1471 = stablehlo.add %1468, %1469 : tensor<16x12x32xf32>
    %1472 = stablehlo.concatenate %1470, %1471, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1473 = stablehlo.slice %1472 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1474 = stablehlo.slice %1472 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1475 = stablehlo.slice %1457 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1476 = stablehlo.constant dense<0> : tensor<i32>
    %1477 = stablehlo.transpose %1474, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1478 = stablehlo.dynamic_update_slice %kv_0_34, %1477, %1476, %position, %1476 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1479 = stablehlo.constant dense<0> : tensor<i32>
    %1480 = stablehlo.transpose %1475, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1481 = stablehlo.dynamic_update_slice %kv_0_35, %1480, %1479, %position, %1479 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1482 = stablehlo.reshape %1473 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1483 = stablehlo.transpose %1482, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1484 = stablehlo.reshape %1483 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1485 = stablehlo.dot_general %1484, %1478, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1486 = stablehlo.reshape %1485 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1487 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1488 = stablehlo.multiply %1486, %1487 : tensor<3x3x16x300xf32>
    %1489 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1490 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1491 = stablehlo.select %1489, %1488, %1490 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1492 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1493 = stablehlo.reduce(%1491 init: %1492) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1494 = stablehlo.broadcast_in_dim %1493, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1495 = stablehlo.subtract %1491, %1494 : tensor<3x3x16x300xf32>
    %1496 = stablehlo.exponential %1495 : tensor<3x3x16x300xf32>
    %1497 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1498 = stablehlo.reduce(%1496 init: %1497) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1499 = stablehlo.reshape %1496 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1500 = stablehlo.dot_general %1499, %1481, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1501 = stablehlo.broadcast_in_dim %1498, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1502 = stablehlo.reshape %1500 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1503 = stablehlo.divide %1502, %1501 : tensor<3x3x16x64xf32>
    %1504 = stablehlo.transpose %1503, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1505 = stablehlo.reshape %1504 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1506 = stablehlo.dot_general %1505, %blk_17_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1507 = stablehlo.add %1443, %1506 : tensor<16x576xf32>
    %1508 = stablehlo.multiply %1507, %1507 : tensor<16x576xf32>
    %1509 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1510 = stablehlo.reduce(%1508 init: %1509) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1511 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1512 = stablehlo.divide %1510, %1511 : tensor<16xf32>
    %1513 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1514 = stablehlo.add %1512, %1513 : tensor<16xf32>
    %1515 = stablehlo.rsqrt %1514 : tensor<16xf32>
    %1516 = stablehlo.broadcast_in_dim %1515, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1517 = stablehlo.multiply %1507, %1516 : tensor<16x576xf32>
    %1518 = stablehlo.broadcast_in_dim %blk_17_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1519 = stablehlo.multiply %1517, %1518 : tensor<16x576xf32>
    %1520 = stablehlo.dot_general %1519, %blk_17_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1521 = stablehlo.slice %1520 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1522 = stablehlo.slice %1520 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1523 = stablehlo.logistic %1521 : tensor<16x1536xf32>
    %1524 = stablehlo.multiply %1521, %1523 : tensor<16x1536xf32>
    %1525 = stablehlo.multiply %1524, %1522 : tensor<16x1536xf32>
    %1526 = stablehlo.dot_general %1525, %blk_17_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1527 = stablehlo.add %1507, %1526 : tensor<16x576xf32>
    %1528 = stablehlo.multiply %1527, %1527 : tensor<16x576xf32>
    %1529 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1530 = stablehlo.reduce(%1528 init: %1529) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1531 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1532 = stablehlo.divide %1530, %1531 : tensor<16xf32>
    %1533 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1534 = stablehlo.add %1532, %1533 : tensor<16xf32>
    %1535 = stablehlo.rsqrt %1534 : tensor<16xf32>
    %1536 = stablehlo.broadcast_in_dim %1535, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1537 = stablehlo.multiply %1527, %1536 : tensor<16x576xf32>
    %1538 = stablehlo.broadcast_in_dim %blk_18_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1539 = stablehlo.multiply %1537, %1538 : tensor<16x576xf32>
    %1540 = stablehlo.dot_general %1539, %blk_18_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1541 = stablehlo.reshape %1540 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1542 = stablehlo.slice %1541 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1543 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1544 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1545 = stablehlo.reshape %1542 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1546 = stablehlo.slice %1545 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1547 = stablehlo.reshape %1546 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1548 = stablehlo.slice %1545 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1549 = stablehlo.reshape %1548 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1550 = stablehlo.multiply %1547, %1543 : tensor<16x12x32xf32>
    %1551 = stablehlo.multiply %1549, %1544 : tensor<16x12x32xf32>
    %1552 = stablehlo.multiply %1549, %1543 : tensor<16x12x32xf32>
    %1553 = stablehlo.multiply %1547, %1544 : tensor<16x12x32xf32>
    %1554 = stablehlo.subtract %1550, %1551 : tensor<16x12x32xf32>
    %1555 = stablehlo.add %1552, %1553 : tensor<16x12x32xf32>
    %1556 = stablehlo.concatenate %1554, %1555, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1557 = stablehlo.slice %1556 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1558 = stablehlo.slice %1556 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1559 = stablehlo.slice %1541 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1560 = stablehlo.constant dense<0> : tensor<i32>
    %1561 = stablehlo.transpose %1558, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1562 = stablehlo.dynamic_update_slice %kv_0_36, %1561, %1560, %position, %1560 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1563 = stablehlo.constant dense<0> : tensor<i32>
    %1564 = stablehlo.transpose %1559, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1565 = stablehlo.dynamic_update_slice %kv_0_37, %1564, %1563, %position, %1563 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1566 = stablehlo.reshape %1557 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1567 = stablehlo.transpose %1566, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1568 = stablehlo.reshape %1567 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1569 = stablehlo.dot_general %1568, %1562, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1570 = stablehlo.reshape %1569 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1571 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1572 = stablehlo.multiply %1570, %1571 : tensor<3x3x16x300xf32>
    %1573 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1574 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1575 = stablehlo.select %1573, %1572, %1574 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1576 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1577 = stablehlo.reduce(%1575 init: %1576) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1578 = stablehlo.broadcast_in_dim %1577, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1579 = stablehlo.subtract %1575, %1578 : tensor<3x3x16x300xf32>
    %1580 = stablehlo.exponential %1579 : tensor<3x3x16x300xf32>
    %1581 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1582 = stablehlo.reduce(%1580 init: %1581) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1583 = stablehlo.reshape %1580 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1584 = stablehlo.dot_general %1583, %1565, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1585 = stablehlo.broadcast_in_dim %1582, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1586 = stablehlo.reshape %1584 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1587 = stablehlo.divide %1586, %1585 : tensor<3x3x16x64xf32>
    %1588 = stablehlo.transpose %1587, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1589 = stablehlo.reshape %1588 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1590 = stablehlo.dot_general %1589, %blk_18_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1591 = stablehlo.add %1527, %1590 : tensor<16x576xf32>
    %1592 = stablehlo.multiply %1591, %1591 : tensor<16x576xf32>
    %1593 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1594 = stablehlo.reduce(%1592 init: %1593) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1595 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1596 = stablehlo.divide %1594, %1595 : tensor<16xf32>
    %1597 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1598 = stablehlo.add %1596, %1597 : tensor<16xf32>
    %1599 = stablehlo.rsqrt %1598 : tensor<16xf32>
    %1600 = stablehlo.broadcast_in_dim %1599, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1601 = stablehlo.multiply %1591, %1600 : tensor<16x576xf32>
    %1602 = stablehlo.broadcast_in_dim %blk_18_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1603 = stablehlo.multiply %1601, %1602 : tensor<16x576xf32>
    %1604 = stablehlo.dot_general %1603, %blk_18_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1605 = stablehlo.slice %1604 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1606 = stablehlo.slice %1604 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1607 = stablehlo.logistic %1605 : tensor<16x1536xf32>
    %1608 = stablehlo.multiply %1605, %1607 : tensor<16x1536xf32>
    %1609 = stablehlo.multiply %1608, %1606 : tensor<16x1536xf32>
    %1610 = stablehlo.dot_general %1609, %blk_18_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1611 = stablehlo.add %1591, %1610 : tensor<16x576xf32>
    %1612 = stablehlo.multiply %1611, %1611 : tensor<16x576xf32>
    %1613 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1614 = stablehlo.reduce(%1612 init: %1613) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1615 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1616 = stablehlo.divide %1614, %1615 : tensor<16xf32>
    %1617 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1618 = stablehlo.add %1616, %1617 : tensor<16xf32>
    %1619 = stablehlo.rsqrt %1618 : tensor<16xf32>
    %1620 = stablehlo.broadcast_in_dim %1619, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1621 = stablehlo.multiply %1611, %1620 : tensor<16x576xf32>
    %1622 = stablehlo.broadcast_in_dim %blk_19_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1623 = stablehlo.multiply %1621, %1622 : tensor<16x576xf32>
    %1624 = stablehlo.dot_general %1623, %blk_19_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1625 = stablehlo.reshape %1624 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1626 = stablehlo.slice %1625 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1627 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1628 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1629 = stablehlo.reshape %1626 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1630 = stablehlo.slice %1629 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1631 = stablehlo.reshape %1630 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1632 = stablehlo.slice %1629 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1633 = stablehlo.reshape %1632 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1634 = stablehlo.multiply %1631, %1627 : tensor<16x12x32xf32>
    %1635 = stablehlo.multiply %1633, %1628 : tensor<16x12x32xf32>
    %1636 = stablehlo.multiply %1633, %1627 : tensor<16x12x32xf32>
    %1637 = stablehlo.multiply %1631, %1628 : tensor<16x12x32xf32>
    %1638 = stablehlo.subtract %1634, %1635 : tensor<16x12x32xf32>
    %1639 = stablehlo.add %1636, %1637 : tensor<16x12x32xf32>
    %1640 = stablehlo.concatenate %1638, %1639, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1641 = stablehlo.slice %1640 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1642 = stablehlo.slice %1640 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1643 = stablehlo.slice %1625 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1644 = stablehlo.constant dense<0> : tensor<i32>
    %1645 = stablehlo.transpose %1642, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1646 = stablehlo.dynamic_update_slice %kv_0_38, %1645, %1644, %position, %1644 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1647 = stablehlo.constant dense<0> : tensor<i32>
    %1648 = stablehlo.transpose %1643, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1649 = stablehlo.dynamic_update_slice %kv_0_39, %1648, %1647, %position, %1647 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1650 = stablehlo.reshape %1641 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1651 = stablehlo.transpose %1650, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1652 = stablehlo.reshape %1651 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1653 = stablehlo.dot_general %1652, %1646, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1654 = stablehlo.reshape %1653 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1655 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1656 = stablehlo.multiply %1654, %1655 : tensor<3x3x16x300xf32>
    %1657 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1658 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1659 = stablehlo.select %1657, %1656, %1658 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1660 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1661 = stablehlo.reduce(%1659 init: %1660) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1662 = stablehlo.broadcast_in_dim %1661, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1663 = stablehlo.subtract %1659, %1662 : tensor<3x3x16x300xf32>
    %1664 = stablehlo.exponential %1663 : tensor<3x3x16x300xf32>
    %1665 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1666 = stablehlo.reduce(%1664 init: %1665) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1667 = stablehlo.reshape %1664 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1668 = stablehlo.dot_general %1667, %1649, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1669 = stablehlo.broadcast_in_dim %1666, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1670 = stablehlo.reshape %1668 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1671 = stablehlo.divide %1670, %1669 : tensor<3x3x16x64xf32>
    %1672 = stablehlo.transpose %1671, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1673 = stablehlo.reshape %1672 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1674 = stablehlo.dot_general %1673, %blk_19_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1675 = stablehlo.add %1611, %1674 : tensor<16x576xf32>
    %1676 = stablehlo.multiply %1675, %1675 : tensor<16x576xf32>
    %1677 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1678 = stablehlo.reduce(%1676 init: %1677) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1679 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1680 = stablehlo.divide %1678, %1679 : tensor<16xf32>
    %1681 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1682 = stablehlo.add %1680, %1681 : tensor<16xf32>
    %1683 = stablehlo.rsqrt %1682 : tensor<16xf32>
    %1684 = stablehlo.broadcast_in_dim %1683, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1685 = stablehlo.multiply %1675, %1684 : tensor<16x576xf32>
    %1686 = stablehlo.broadcast_in_dim %blk_19_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1687 = stablehlo.multiply %1685, %1686 : tensor<16x576xf32>
    %1688 = stablehlo.dot_general %1687, %blk_19_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1689 = stablehlo.slice %1688 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1690 = stablehlo.slice %1688 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1691 = stablehlo.logistic %1689 : tensor<16x1536xf32>
    %1692 = stablehlo.multiply %1689, %1691 : tensor<16x1536xf32>
    %1693 = stablehlo.multiply %1692, %1690 : tensor<16x1536xf32>
    %1694 = stablehlo.dot_general %1693, %blk_19_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1695 = stablehlo.add %1675, %1694 : tensor<16x576xf32>
    %1696 = stablehlo.multiply %1695, %1695 : tensor<16x576xf32>
    %1697 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1698 = stablehlo.reduce(%1696 init: %1697) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1699 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1700 = stablehlo.divide %1698, %1699 : tensor<16xf32>
    %1701 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1702 = stablehlo.add %1700, %1701 : tensor<16xf32>
    %1703 = stablehlo.rsqrt %1702 : tensor<16xf32>
    %1704 = stablehlo.broadcast_in_dim %1703, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1705 = stablehlo.multiply %1695, %1704 : tensor<16x576xf32>
    %1706 = stablehlo.broadcast_in_dim %blk_20_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1707 = stablehlo.multiply %1705, %1706 : tensor<16x576xf32>
    %1708 = stablehlo.dot_general %1707, %blk_20_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1709 = stablehlo.reshape %1708 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1710 = stablehlo.slice %1709 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1711 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1712 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1713 = stablehlo.reshape %1710 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1714 = stablehlo.slice %1713 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1715 = stablehlo.reshape %1714 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1716 = stablehlo.slice %1713 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1717 = stablehlo.reshape %1716 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1718 = stablehlo.multiply %1715, %1711 : tensor<16x12x32xf32>
    %1719 = stablehlo.multiply %1717, %1712 : tensor<16x12x32xf32>
    %1720 = stablehlo.multiply %1717, %1711 : tensor<16x12x32xf32>
    %1721 = stablehlo.multiply %1715, %1712 : tensor<16x12x32xf32>
    %1722 = stablehlo.subtract %1718, %1719 : tensor<16x12x32xf32>
    %1723 = stablehlo.add %1720, %1721 : tensor<16x12x32xf32>
    %1724 = stablehlo.concatenate %1722, %1723, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1725 = stablehlo.slice %1724 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1726 = stablehlo.slice %1724 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1727 = stablehlo.slice %1709 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1728 = stablehlo.constant dense<0> : tensor<i32>
    %1729 = stablehlo.transpose %1726, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1730 = stablehlo.dynamic_update_slice %kv_0_40, %1729, %1728, %position, %1728 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1731 = stablehlo.constant dense<0> : tensor<i32>
    %1732 = stablehlo.transpose %1727, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1733 = stablehlo.dynamic_update_slice %kv_0_41, %1732, %1731, %position, %1731 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1734 = stablehlo.reshape %1725 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1735 = stablehlo.transpose %1734, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1736 = stablehlo.reshape %1735 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1737 = stablehlo.dot_general %1736, %1730, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1738 = stablehlo.reshape %1737 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1739 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1740 = stablehlo.multiply %1738, %1739 : tensor<3x3x16x300xf32>
    %1741 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1742 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1743 = stablehlo.select %1741, %1740, %1742 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1744 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1745 = stablehlo.reduce(%1743 init: %1744) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1746 = stablehlo.broadcast_in_dim %1745, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1747 = stablehlo.subtract %1743, %1746 : tensor<3x3x16x300xf32>
    %1748 = stablehlo.exponential %1747 : tensor<3x3x16x300xf32>
    %1749 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1750 = stablehlo.reduce(%1748 init: %1749) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1751 = stablehlo.reshape %1748 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1752 = stablehlo.dot_general %1751, %1733, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1753 = stablehlo.broadcast_in_dim %1750, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1754 = stablehlo.reshape %1752 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1755 = stablehlo.divide %1754, %1753 : tensor<3x3x16x64xf32>
    %1756 = stablehlo.transpose %1755, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1757 = stablehlo.reshape %1756 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1758 = stablehlo.dot_general %1757, %blk_20_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1759 = stablehlo.add %1695, %1758 : tensor<16x576xf32>
    %1760 = stablehlo.multiply %1759, %1759 : tensor<16x576xf32>
    %1761 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1762 = stablehlo.reduce(%1760 init: %1761) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1763 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1764 = stablehlo.divide %1762, %1763 : tensor<16xf32>
    %1765 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1766 = stablehlo.add %1764, %1765 : tensor<16xf32>
    %1767 = stablehlo.rsqrt %1766 : tensor<16xf32>
    %1768 = stablehlo.broadcast_in_dim %1767, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1769 = stablehlo.multiply %1759, %1768 : tensor<16x576xf32>
    %1770 = stablehlo.broadcast_in_dim %blk_20_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1771 = stablehlo.multiply %1769, %1770 : tensor<16x576xf32>
    %1772 = stablehlo.dot_general %1771, %blk_20_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1773 = stablehlo.slice %1772 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1774 = stablehlo.slice %1772 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1775 = stablehlo.logistic %1773 : tensor<16x1536xf32>
    %1776 = stablehlo.multiply %1773, %1775 : tensor<16x1536xf32>
    %1777 = stablehlo.multiply %1776, %1774 : tensor<16x1536xf32>
    %1778 = stablehlo.dot_general %1777, %blk_20_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1779 = stablehlo.add %1759, %1778 : tensor<16x576xf32>
    %1780 = stablehlo.multiply %1779, %1779 : tensor<16x576xf32>
    %1781 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1782 = stablehlo.reduce(%1780 init: %1781) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1783 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1784 = stablehlo.divide %1782, %1783 : tensor<16xf32>
    %1785 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1786 = stablehlo.add %1784, %1785 : tensor<16xf32>
    %1787 = stablehlo.rsqrt %1786 : tensor<16xf32>
    %1788 = stablehlo.broadcast_in_dim %1787, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1789 = stablehlo.multiply %1779, %1788 : tensor<16x576xf32>
    %1790 = stablehlo.broadcast_in_dim %blk_21_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1791 = stablehlo.multiply %1789, %1790 : tensor<16x576xf32>
    %1792 = stablehlo.dot_general %1791, %blk_21_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1793 = stablehlo.reshape %1792 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1794 = stablehlo.slice %1793 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1795 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1796 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1797 = stablehlo.reshape %1794 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1798 = stablehlo.slice %1797 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1799 = stablehlo.reshape %1798 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1800 = stablehlo.slice %1797 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1801 = stablehlo.reshape %1800 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1802 = stablehlo.multiply %1799, %1795 : tensor<16x12x32xf32>
    %1803 = stablehlo.multiply %1801, %1796 : tensor<16x12x32xf32>
    %1804 = stablehlo.multiply %1801, %1795 : tensor<16x12x32xf32>
    %1805 = stablehlo.multiply %1799, %1796 : tensor<16x12x32xf32>
    %1806 = stablehlo.subtract %1802, %1803 : tensor<16x12x32xf32>
    %1807 = stablehlo.add %1804, %1805 : tensor<16x12x32xf32>
    %1808 = stablehlo.concatenate %1806, %1807, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1809 = stablehlo.slice %1808 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1810 = stablehlo.slice %1808 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1811 = stablehlo.slice %1793 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1812 = stablehlo.constant dense<0> : tensor<i32>
    %1813 = stablehlo.transpose %1810, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1814 = stablehlo.dynamic_update_slice %kv_0_42, %1813, %1812, %position, %1812 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1815 = stablehlo.constant dense<0> : tensor<i32>
    %1816 = stablehlo.transpose %1811, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1817 = stablehlo.dynamic_update_slice %kv_0_43, %1816, %1815, %position, %1815 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1818 = stablehlo.reshape %1809 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1819 = stablehlo.transpose %1818, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1820 = stablehlo.reshape %1819 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1821 = stablehlo.dot_general %1820, %1814, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1822 = stablehlo.reshape %1821 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1823 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1824 = stablehlo.multiply %1822, %1823 : tensor<3x3x16x300xf32>
    %1825 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1826 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1827 = stablehlo.select %1825, %1824, %1826 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1828 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1829 = stablehlo.reduce(%1827 init: %1828) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1830 = stablehlo.broadcast_in_dim %1829, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1831 = stablehlo.subtract %1827, %1830 : tensor<3x3x16x300xf32>
    %1832 = stablehlo.exponential %1831 : tensor<3x3x16x300xf32>
    %1833 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1834 = stablehlo.reduce(%1832 init: %1833) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1835 = stablehlo.reshape %1832 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1836 = stablehlo.dot_general %1835, %1817, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1837 = stablehlo.broadcast_in_dim %1834, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1838 = stablehlo.reshape %1836 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1839 = stablehlo.divide %1838, %1837 : tensor<3x3x16x64xf32>
    %1840 = stablehlo.transpose %1839, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1841 = stablehlo.reshape %1840 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1842 = stablehlo.dot_general %1841, %blk_21_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1843 = stablehlo.add %1779, %1842 : tensor<16x576xf32>
    %1844 = stablehlo.multiply %1843, %1843 : tensor<16x576xf32>
    %1845 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1846 = stablehlo.reduce(%1844 init: %1845) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1847 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1848 = stablehlo.divide %1846, %1847 : tensor<16xf32>
    %1849 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1850 = stablehlo.add %1848, %1849 : tensor<16xf32>
    %1851 = stablehlo.rsqrt %1850 : tensor<16xf32>
    %1852 = stablehlo.broadcast_in_dim %1851, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1853 = stablehlo.multiply %1843, %1852 : tensor<16x576xf32>
    %1854 = stablehlo.broadcast_in_dim %blk_21_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1855 = stablehlo.multiply %1853, %1854 : tensor<16x576xf32>
    %1856 = stablehlo.dot_general %1855, %blk_21_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1857 = stablehlo.slice %1856 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1858 = stablehlo.slice %1856 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1859 = stablehlo.logistic %1857 : tensor<16x1536xf32>
    %1860 = stablehlo.multiply %1857, %1859 : tensor<16x1536xf32>
    %1861 = stablehlo.multiply %1860, %1858 : tensor<16x1536xf32>
    %1862 = stablehlo.dot_general %1861, %blk_21_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1863 = stablehlo.add %1843, %1862 : tensor<16x576xf32>
    %1864 = stablehlo.multiply %1863, %1863 : tensor<16x576xf32>
    %1865 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1866 = stablehlo.reduce(%1864 init: %1865) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1867 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1868 = stablehlo.divide %1866, %1867 : tensor<16xf32>
    %1869 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1870 = stablehlo.add %1868, %1869 : tensor<16xf32>
    %1871 = stablehlo.rsqrt %1870 : tensor<16xf32>
    %1872 = stablehlo.broadcast_in_dim %1871, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1873 = stablehlo.multiply %1863, %1872 : tensor<16x576xf32>
    %1874 = stablehlo.broadcast_in_dim %blk_22_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1875 = stablehlo.multiply %1873, %1874 : tensor<16x576xf32>
    %1876 = stablehlo.dot_general %1875, %blk_22_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1877 = stablehlo.reshape %1876 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1878 = stablehlo.slice %1877 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1879 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1880 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1881 = stablehlo.reshape %1878 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1882 = stablehlo.slice %1881 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1883 = stablehlo.reshape %1882 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1884 = stablehlo.slice %1881 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1885 = stablehlo.reshape %1884 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1886 = stablehlo.multiply %1883, %1879 : tensor<16x12x32xf32>
    %1887 = stablehlo.multiply %1885, %1880 : tensor<16x12x32xf32>
    %1888 = stablehlo.multiply %1885, %1879 : tensor<16x12x32xf32>
    %1889 = stablehlo.multiply %1883, %1880 : tensor<16x12x32xf32>
    %1890 = stablehlo.subtract %1886, %1887 : tensor<16x12x32xf32>
    %1891 = stablehlo.add %1888, %1889 : tensor<16x12x32xf32>
    %1892 = stablehlo.concatenate %1890, %1891, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1893 = stablehlo.slice %1892 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1894 = stablehlo.slice %1892 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1895 = stablehlo.slice %1877 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1896 = stablehlo.constant dense<0> : tensor<i32>
    %1897 = stablehlo.transpose %1894, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1898 = stablehlo.dynamic_update_slice %kv_0_44, %1897, %1896, %position, %1896 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1899 = stablehlo.constant dense<0> : tensor<i32>
    %1900 = stablehlo.transpose %1895, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1901 = stablehlo.dynamic_update_slice %kv_0_45, %1900, %1899, %position, %1899 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1902 = stablehlo.reshape %1893 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1903 = stablehlo.transpose %1902, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1904 = stablehlo.reshape %1903 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1905 = stablehlo.dot_general %1904, %1898, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1906 = stablehlo.reshape %1905 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1907 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1908 = stablehlo.multiply %1906, %1907 : tensor<3x3x16x300xf32>
    %1909 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1910 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1911 = stablehlo.select %1909, %1908, %1910 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1912 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1913 = stablehlo.reduce(%1911 init: %1912) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1914 = stablehlo.broadcast_in_dim %1913, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1915 = stablehlo.subtract %1911, %1914 : tensor<3x3x16x300xf32>
    %1916 = stablehlo.exponential %1915 : tensor<3x3x16x300xf32>
    %1917 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1918 = stablehlo.reduce(%1916 init: %1917) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1919 = stablehlo.reshape %1916 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %1920 = stablehlo.dot_general %1919, %1901, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %1921 = stablehlo.broadcast_in_dim %1918, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %1922 = stablehlo.reshape %1920 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %1923 = stablehlo.divide %1922, %1921 : tensor<3x3x16x64xf32>
    %1924 = stablehlo.transpose %1923, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %1925 = stablehlo.reshape %1924 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %1926 = stablehlo.dot_general %1925, %blk_22_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %1927 = stablehlo.add %1863, %1926 : tensor<16x576xf32>
    %1928 = stablehlo.multiply %1927, %1927 : tensor<16x576xf32>
    %1929 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1930 = stablehlo.reduce(%1928 init: %1929) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1931 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1932 = stablehlo.divide %1930, %1931 : tensor<16xf32>
    %1933 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1934 = stablehlo.add %1932, %1933 : tensor<16xf32>
    %1935 = stablehlo.rsqrt %1934 : tensor<16xf32>
    %1936 = stablehlo.broadcast_in_dim %1935, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1937 = stablehlo.multiply %1927, %1936 : tensor<16x576xf32>
    %1938 = stablehlo.broadcast_in_dim %blk_22_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1939 = stablehlo.multiply %1937, %1938 : tensor<16x576xf32>
    %1940 = stablehlo.dot_general %1939, %blk_22_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %1941 = stablehlo.slice %1940 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1942 = stablehlo.slice %1940 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %1943 = stablehlo.logistic %1941 : tensor<16x1536xf32>
    %1944 = stablehlo.multiply %1941, %1943 : tensor<16x1536xf32>
    %1945 = stablehlo.multiply %1944, %1942 : tensor<16x1536xf32>
    %1946 = stablehlo.dot_general %1945, %blk_22_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %1947 = stablehlo.add %1927, %1946 : tensor<16x576xf32>
    %1948 = stablehlo.multiply %1947, %1947 : tensor<16x576xf32>
    %1949 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %1950 = stablehlo.reduce(%1948 init: %1949) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %1951 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %1952 = stablehlo.divide %1950, %1951 : tensor<16xf32>
    %1953 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %1954 = stablehlo.add %1952, %1953 : tensor<16xf32>
    %1955 = stablehlo.rsqrt %1954 : tensor<16xf32>
    %1956 = stablehlo.broadcast_in_dim %1955, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %1957 = stablehlo.multiply %1947, %1956 : tensor<16x576xf32>
    %1958 = stablehlo.broadcast_in_dim %blk_23_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %1959 = stablehlo.multiply %1957, %1958 : tensor<16x576xf32>
    %1960 = stablehlo.dot_general %1959, %blk_23_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %1961 = stablehlo.reshape %1960 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %1962 = stablehlo.slice %1961 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %1963 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1964 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %1965 = stablehlo.reshape %1962 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %1966 = stablehlo.slice %1965 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1967 = stablehlo.reshape %1966 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1968 = stablehlo.slice %1965 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %1969 = stablehlo.reshape %1968 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %1970 = stablehlo.multiply %1967, %1963 : tensor<16x12x32xf32>
    %1971 = stablehlo.multiply %1969, %1964 : tensor<16x12x32xf32>
    %1972 = stablehlo.multiply %1969, %1963 : tensor<16x12x32xf32>
    %1973 = stablehlo.multiply %1967, %1964 : tensor<16x12x32xf32>
    %1974 = stablehlo.subtract %1970, %1971 : tensor<16x12x32xf32>
    %1975 = stablehlo.add %1972, %1973 : tensor<16x12x32xf32>
    %1976 = stablehlo.concatenate %1974, %1975, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %1977 = stablehlo.slice %1976 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %1978 = stablehlo.slice %1976 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %1979 = stablehlo.slice %1961 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %1980 = stablehlo.constant dense<0> : tensor<i32>
    %1981 = stablehlo.transpose %1978, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1982 = stablehlo.dynamic_update_slice %kv_0_46, %1981, %1980, %position, %1980 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1983 = stablehlo.constant dense<0> : tensor<i32>
    %1984 = stablehlo.transpose %1979, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %1985 = stablehlo.dynamic_update_slice %kv_0_47, %1984, %1983, %position, %1983 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %1986 = stablehlo.reshape %1977 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %1987 = stablehlo.transpose %1986, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %1988 = stablehlo.reshape %1987 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %1989 = stablehlo.dot_general %1988, %1982, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %1990 = stablehlo.reshape %1989 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %1991 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %1992 = stablehlo.multiply %1990, %1991 : tensor<3x3x16x300xf32>
    %1993 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %1994 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %1995 = stablehlo.select %1993, %1992, %1994 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %1996 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1997 = stablehlo.reduce(%1995 init: %1996) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %1998 = stablehlo.broadcast_in_dim %1997, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %1999 = stablehlo.subtract %1995, %1998 : tensor<3x3x16x300xf32>
    %2000 = stablehlo.exponential %1999 : tensor<3x3x16x300xf32>
    %2001 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2002 = stablehlo.reduce(%2000 init: %2001) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2003 = stablehlo.reshape %2000 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %2004 = stablehlo.dot_general %2003, %1985, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %2005 = stablehlo.broadcast_in_dim %2002, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %2006 = stablehlo.reshape %2004 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %2007 = stablehlo.divide %2006, %2005 : tensor<3x3x16x64xf32>
    %2008 = stablehlo.transpose %2007, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %2009 = stablehlo.reshape %2008 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %2010 = stablehlo.dot_general %2009, %blk_23_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %2011 = stablehlo.add %1947, %2010 : tensor<16x576xf32>
    %2012 = stablehlo.multiply %2011, %2011 : tensor<16x576xf32>
    %2013 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2014 = stablehlo.reduce(%2012 init: %2013) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2015 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2016 = stablehlo.divide %2014, %2015 : tensor<16xf32>
    %2017 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2018 = stablehlo.add %2016, %2017 : tensor<16xf32>
    %2019 = stablehlo.rsqrt %2018 : tensor<16xf32>
    %2020 = stablehlo.broadcast_in_dim %2019, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2021 = stablehlo.multiply %2011, %2020 : tensor<16x576xf32>
    %2022 = stablehlo.broadcast_in_dim %blk_23_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2023 = stablehlo.multiply %2021, %2022 : tensor<16x576xf32>
    %2024 = stablehlo.dot_general %2023, %blk_23_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %2025 = stablehlo.slice %2024 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2026 = stablehlo.slice %2024 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2027 = stablehlo.logistic %2025 : tensor<16x1536xf32>
    %2028 = stablehlo.multiply %2025, %2027 : tensor<16x1536xf32>
    %2029 = stablehlo.multiply %2028, %2026 : tensor<16x1536xf32>
    %2030 = stablehlo.dot_general %2029, %blk_23_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %2031 = stablehlo.add %2011, %2030 : tensor<16x576xf32>
    %2032 = stablehlo.multiply %2031, %2031 : tensor<16x576xf32>
    %2033 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2034 = stablehlo.reduce(%2032 init: %2033) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2035 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2036 = stablehlo.divide %2034, %2035 : tensor<16xf32>
    %2037 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2038 = stablehlo.add %2036, %2037 : tensor<16xf32>
    %2039 = stablehlo.rsqrt %2038 : tensor<16xf32>
    %2040 = stablehlo.broadcast_in_dim %2039, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2041 = stablehlo.multiply %2031, %2040 : tensor<16x576xf32>
    %2042 = stablehlo.broadcast_in_dim %blk_24_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2043 = stablehlo.multiply %2041, %2042 : tensor<16x576xf32>
    %2044 = stablehlo.dot_general %2043, %blk_24_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %2045 = stablehlo.reshape %2044 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %2046 = stablehlo.slice %2045 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %2047 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2048 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2049 = stablehlo.reshape %2046 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %2050 = stablehlo.slice %2049 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2051 = stablehlo.reshape %2050 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2052 = stablehlo.slice %2049 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2053 = stablehlo.reshape %2052 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2054 = stablehlo.multiply %2051, %2047 : tensor<16x12x32xf32>
    %2055 = stablehlo.multiply %2053, %2048 : tensor<16x12x32xf32>
    %2056 = stablehlo.multiply %2053, %2047 : tensor<16x12x32xf32>
    %2057 = stablehlo.multiply %2051, %2048 : tensor<16x12x32xf32>
    %2058 = stablehlo.subtract %2054, %2055 : tensor<16x12x32xf32>
    %2059 = stablehlo.add %2056, %2057 : tensor<16x12x32xf32>
    %2060 = stablehlo.concatenate %2058, %2059, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %2061 = stablehlo.slice %2060 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %2062 = stablehlo.slice %2060 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %2063 = stablehlo.slice %2045 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %2064 = stablehlo.constant dense<0> : tensor<i32>
    %2065 = stablehlo.transpose %2062, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2066 = stablehlo.dynamic_update_slice %kv_0_48, %2065, %2064, %position, %2064 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2067 = stablehlo.constant dense<0> : tensor<i32>
    %2068 = stablehlo.transpose %2063, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2069 = stablehlo.dynamic_update_slice %kv_0_49, %2068, %2067, %position, %2067 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2070 = stablehlo.reshape %2061 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %2071 = stablehlo.transpose %2070, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %2072 = stablehlo.reshape %2071 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %2073 = stablehlo.dot_general %2072, %2066, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %2074 = stablehlo.reshape %2073 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %2075 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %2076 = stablehlo.multiply %2074, %2075 : tensor<3x3x16x300xf32>
    %2077 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %2078 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %2079 = stablehlo.select %2077, %2076, %2078 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %2080 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2081 = stablehlo.reduce(%2079 init: %2080) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2082 = stablehlo.broadcast_in_dim %2081, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %2083 = stablehlo.subtract %2079, %2082 : tensor<3x3x16x300xf32>
    %2084 = stablehlo.exponential %2083 : tensor<3x3x16x300xf32>
    %2085 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2086 = stablehlo.reduce(%2084 init: %2085) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2087 = stablehlo.reshape %2084 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %2088 = stablehlo.dot_general %2087, %2069, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %2089 = stablehlo.broadcast_in_dim %2086, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %2090 = stablehlo.reshape %2088 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %2091 = stablehlo.divide %2090, %2089 : tensor<3x3x16x64xf32>
    %2092 = stablehlo.transpose %2091, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %2093 = stablehlo.reshape %2092 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %2094 = stablehlo.dot_general %2093, %blk_24_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %2095 = stablehlo.add %2031, %2094 : tensor<16x576xf32>
    %2096 = stablehlo.multiply %2095, %2095 : tensor<16x576xf32>
    %2097 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2098 = stablehlo.reduce(%2096 init: %2097) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2099 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2100 = stablehlo.divide %2098, %2099 : tensor<16xf32>
    %2101 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2102 = stablehlo.add %2100, %2101 : tensor<16xf32>
    %2103 = stablehlo.rsqrt %2102 : tensor<16xf32>
    %2104 = stablehlo.broadcast_in_dim %2103, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2105 = stablehlo.multiply %2095, %2104 : tensor<16x576xf32>
    %2106 = stablehlo.broadcast_in_dim %blk_24_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2107 = stablehlo.multiply %2105, %2106 : tensor<16x576xf32>
    %2108 = stablehlo.dot_general %2107, %blk_24_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %2109 = stablehlo.slice %2108 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2110 = stablehlo.slice %2108 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2111 = stablehlo.logistic %2109 : tensor<16x1536xf32>
    %2112 = stablehlo.multiply %2109, %2111 : tensor<16x1536xf32>
    %2113 = stablehlo.multiply %2112, %2110 : tensor<16x1536xf32>
    %2114 = stablehlo.dot_general %2113, %blk_24_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %2115 = stablehlo.add %2095, %2114 : tensor<16x576xf32>
    %2116 = stablehlo.multiply %2115, %2115 : tensor<16x576xf32>
    %2117 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2118 = stablehlo.reduce(%2116 init: %2117) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2119 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2120 = stablehlo.divide %2118, %2119 : tensor<16xf32>
    %2121 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2122 = stablehlo.add %2120, %2121 : tensor<16xf32>
    %2123 = stablehlo.rsqrt %2122 : tensor<16xf32>
    %2124 = stablehlo.broadcast_in_dim %2123, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2125 = stablehlo.multiply %2115, %2124 : tensor<16x576xf32>
    %2126 = stablehlo.broadcast_in_dim %blk_25_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2127 = stablehlo.multiply %2125, %2126 : tensor<16x576xf32>
    %2128 = stablehlo.dot_general %2127, %blk_25_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %2129 = stablehlo.reshape %2128 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %2130 = stablehlo.slice %2129 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %2131 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2132 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2133 = stablehlo.reshape %2130 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %2134 = stablehlo.slice %2133 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2135 = stablehlo.reshape %2134 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2136 = stablehlo.slice %2133 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2137 = stablehlo.reshape %2136 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2138 = stablehlo.multiply %2135, %2131 : tensor<16x12x32xf32>
    %2139 = stablehlo.multiply %2137, %2132 : tensor<16x12x32xf32>
    %2140 = stablehlo.multiply %2137, %2131 : tensor<16x12x32xf32>
    %2141 = stablehlo.multiply %2135, %2132 : tensor<16x12x32xf32>
    %2142 = stablehlo.subtract %2138, %2139 : tensor<16x12x32xf32>
    %2143 = stablehlo.add %2140, %2141 : tensor<16x12x32xf32>
    %2144 = stablehlo.concatenate %2142, %2143, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %2145 = stablehlo.slice %2144 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %2146 = stablehlo.slice %2144 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %2147 = stablehlo.slice %2129 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %2148 = stablehlo.constant dense<0> : tensor<i32>
    %2149 = stablehlo.transpose %2146, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2150 = stablehlo.dynamic_update_slice %kv_0_50, %2149, %2148, %position, %2148 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2151 = stablehlo.constant dense<0> : tensor<i32>
    %2152 = stablehlo.transpose %2147, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2153 = stablehlo.dynamic_update_slice %kv_0_51, %2152, %2151, %position, %2151 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2154 = stablehlo.reshape %2145 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %2155 = stablehlo.transpose %2154, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %2156 = stablehlo.reshape %2155 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %2157 = stablehlo.dot_general %2156, %2150, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %2158 = stablehlo.reshape %2157 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %2159 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %2160 = stablehlo.multiply %2158, %2159 : tensor<3x3x16x300xf32>
    %2161 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %2162 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %2163 = stablehlo.select %2161, %2160, %2162 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %2164 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2165 = stablehlo.reduce(%2163 init: %2164) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2166 = stablehlo.broadcast_in_dim %2165, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %2167 = stablehlo.subtract %2163, %2166 : tensor<3x3x16x300xf32>
    %2168 = stablehlo.exponential %2167 : tensor<3x3x16x300xf32>
    %2169 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2170 = stablehlo.reduce(%2168 init: %2169) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2171 = stablehlo.reshape %2168 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %2172 = stablehlo.dot_general %2171, %2153, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %2173 = stablehlo.broadcast_in_dim %2170, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %2174 = stablehlo.reshape %2172 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %2175 = stablehlo.divide %2174, %2173 : tensor<3x3x16x64xf32>
    %2176 = stablehlo.transpose %2175, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %2177 = stablehlo.reshape %2176 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %2178 = stablehlo.dot_general %2177, %blk_25_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %2179 = stablehlo.add %2115, %2178 : tensor<16x576xf32>
    %2180 = stablehlo.multiply %2179, %2179 : tensor<16x576xf32>
    %2181 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2182 = stablehlo.reduce(%2180 init: %2181) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2183 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2184 = stablehlo.divide %2182, %2183 : tensor<16xf32>
    %2185 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2186 = stablehlo.add %2184, %2185 : tensor<16xf32>
    %2187 = stablehlo.rsqrt %2186 : tensor<16xf32>
    %2188 = stablehlo.broadcast_in_dim %2187, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2189 = stablehlo.multiply %2179, %2188 : tensor<16x576xf32>
    %2190 = stablehlo.broadcast_in_dim %blk_25_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2191 = stablehlo.multiply %2189, %2190 : tensor<16x576xf32>
    %2192 = stablehlo.dot_general %2191, %blk_25_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %2193 = stablehlo.slice %2192 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2194 = stablehlo.slice %2192 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2195 = stablehlo.logistic %2193 : tensor<16x1536xf32>
    %2196 = stablehlo.multiply %2193, %2195 : tensor<16x1536xf32>
    %2197 = stablehlo.multiply %2196, %2194 : tensor<16x1536xf32>
    %2198 = stablehlo.dot_general %2197, %blk_25_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %2199 = stablehlo.add %2179, %2198 : tensor<16x576xf32>
    %2200 = stablehlo.multiply %2199, %2199 : tensor<16x576xf32>
    %2201 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2202 = stablehlo.reduce(%2200 init: %2201) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2203 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2204 = stablehlo.divide %2202, %2203 : tensor<16xf32>
    %2205 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2206 = stablehlo.add %2204, %2205 : tensor<16xf32>
    %2207 = stablehlo.rsqrt %2206 : tensor<16xf32>
    %2208 = stablehlo.broadcast_in_dim %2207, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2209 = stablehlo.multiply %2199, %2208 : tensor<16x576xf32>
    %2210 = stablehlo.broadcast_in_dim %blk_26_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2211 = stablehlo.multiply %2209, %2210 : tensor<16x576xf32>
    %2212 = stablehlo.dot_general %2211, %blk_26_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %2213 = stablehlo.reshape %2212 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %2214 = stablehlo.slice %2213 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %2215 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2216 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2217 = stablehlo.reshape %2214 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %2218 = stablehlo.slice %2217 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2219 = stablehlo.reshape %2218 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2220 = stablehlo.slice %2217 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2221 = stablehlo.reshape %2220 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2222 = stablehlo.multiply %2219, %2215 : tensor<16x12x32xf32>
    %2223 = stablehlo.multiply %2221, %2216 : tensor<16x12x32xf32>
    %2224 = stablehlo.multiply %2221, %2215 : tensor<16x12x32xf32>
    %2225 = stablehlo.multiply %2219, %2216 : tensor<16x12x32xf32>
    %2226 = stablehlo.subtract %2222, %2223 : tensor<16x12x32xf32>
    %2227 = stablehlo.add %2224, %2225 : tensor<16x12x32xf32>
    %2228 = stablehlo.concatenate %2226, %2227, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %2229 = stablehlo.slice %2228 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %2230 = stablehlo.slice %2228 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %2231 = stablehlo.slice %2213 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %2232 = stablehlo.constant dense<0> : tensor<i32>
    %2233 = stablehlo.transpose %2230, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2234 = stablehlo.dynamic_update_slice %kv_0_52, %2233, %2232, %position, %2232 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2235 = stablehlo.constant dense<0> : tensor<i32>
    %2236 = stablehlo.transpose %2231, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2237 = stablehlo.dynamic_update_slice %kv_0_53, %2236, %2235, %position, %2235 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2238 = stablehlo.reshape %2229 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %2239 = stablehlo.transpose %2238, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %2240 = stablehlo.reshape %2239 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %2241 = stablehlo.dot_general %2240, %2234, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %2242 = stablehlo.reshape %2241 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %2243 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %2244 = stablehlo.multiply %2242, %2243 : tensor<3x3x16x300xf32>
    %2245 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %2246 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %2247 = stablehlo.select %2245, %2244, %2246 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %2248 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2249 = stablehlo.reduce(%2247 init: %2248) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2250 = stablehlo.broadcast_in_dim %2249, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %2251 = stablehlo.subtract %2247, %2250 : tensor<3x3x16x300xf32>
    %2252 = stablehlo.exponential %2251 : tensor<3x3x16x300xf32>
    %2253 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2254 = stablehlo.reduce(%2252 init: %2253) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2255 = stablehlo.reshape %2252 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %2256 = stablehlo.dot_general %2255, %2237, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %2257 = stablehlo.broadcast_in_dim %2254, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %2258 = stablehlo.reshape %2256 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %2259 = stablehlo.divide %2258, %2257 : tensor<3x3x16x64xf32>
    %2260 = stablehlo.transpose %2259, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %2261 = stablehlo.reshape %2260 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %2262 = stablehlo.dot_general %2261, %blk_26_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %2263 = stablehlo.add %2199, %2262 : tensor<16x576xf32>
    %2264 = stablehlo.multiply %2263, %2263 : tensor<16x576xf32>
    %2265 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2266 = stablehlo.reduce(%2264 init: %2265) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2267 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2268 = stablehlo.divide %2266, %2267 : tensor<16xf32>
    %2269 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2270 = stablehlo.add %2268, %2269 : tensor<16xf32>
    %2271 = stablehlo.rsqrt %2270 : tensor<16xf32>
    %2272 = stablehlo.broadcast_in_dim %2271, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2273 = stablehlo.multiply %2263, %2272 : tensor<16x576xf32>
    %2274 = stablehlo.broadcast_in_dim %blk_26_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2275 = stablehlo.multiply %2273, %2274 : tensor<16x576xf32>
    %2276 = stablehlo.dot_general %2275, %blk_26_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %2277 = stablehlo.slice %2276 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2278 = stablehlo.slice %2276 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2279 = stablehlo.logistic %2277 : tensor<16x1536xf32>
    %2280 = stablehlo.multiply %2277, %2279 : tensor<16x1536xf32>
    %2281 = stablehlo.multiply %2280, %2278 : tensor<16x1536xf32>
    %2282 = stablehlo.dot_general %2281, %blk_26_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %2283 = stablehlo.add %2263, %2282 : tensor<16x576xf32>
    %2284 = stablehlo.multiply %2283, %2283 : tensor<16x576xf32>
    %2285 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2286 = stablehlo.reduce(%2284 init: %2285) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2287 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2288 = stablehlo.divide %2286, %2287 : tensor<16xf32>
    %2289 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2290 = stablehlo.add %2288, %2289 : tensor<16xf32>
    %2291 = stablehlo.rsqrt %2290 : tensor<16xf32>
    %2292 = stablehlo.broadcast_in_dim %2291, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2293 = stablehlo.multiply %2283, %2292 : tensor<16x576xf32>
    %2294 = stablehlo.broadcast_in_dim %blk_27_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2295 = stablehlo.multiply %2293, %2294 : tensor<16x576xf32>
    %2296 = stablehlo.dot_general %2295, %blk_27_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %2297 = stablehlo.reshape %2296 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %2298 = stablehlo.slice %2297 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %2299 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2300 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2301 = stablehlo.reshape %2298 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %2302 = stablehlo.slice %2301 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2303 = stablehlo.reshape %2302 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2304 = stablehlo.slice %2301 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2305 = stablehlo.reshape %2304 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2306 = stablehlo.multiply %2303, %2299 : tensor<16x12x32xf32>
    %2307 = stablehlo.multiply %2305, %2300 : tensor<16x12x32xf32>
    %2308 = stablehlo.multiply %2305, %2299 : tensor<16x12x32xf32>
    %2309 = stablehlo.multiply %2303, %2300 : tensor<16x12x32xf32>
    %2310 = stablehlo.subtract %2306, %2307 : tensor<16x12x32xf32>
    %2311 = stablehlo.add %2308, %2309 : tensor<16x12x32xf32>
    %2312 = stablehlo.concatenate %2310, %2311, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %2313 = stablehlo.slice %2312 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %2314 = stablehlo.slice %2312 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %2315 = stablehlo.slice %2297 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %2316 = stablehlo.constant dense<0> : tensor<i32>
    %2317 = stablehlo.transpose %2314, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2318 = stablehlo.dynamic_update_slice %kv_0_54, %2317, %2316, %position, %2316 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2319 = stablehlo.constant dense<0> : tensor<i32>
    %2320 = stablehlo.transpose %2315, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2321 = stablehlo.dynamic_update_slice %kv_0_55, %2320, %2319, %position, %2319 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2322 = stablehlo.reshape %2313 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %2323 = stablehlo.transpose %2322, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %2324 = stablehlo.reshape %2323 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %2325 = stablehlo.dot_general %2324, %2318, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %2326 = stablehlo.reshape %2325 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %2327 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %2328 = stablehlo.multiply %2326, %2327 : tensor<3x3x16x300xf32>
    %2329 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %2330 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %2331 = stablehlo.select %2329, %2328, %2330 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %2332 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2333 = stablehlo.reduce(%2331 init: %2332) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2334 = stablehlo.broadcast_in_dim %2333, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %2335 = stablehlo.subtract %2331, %2334 : tensor<3x3x16x300xf32>
    %2336 = stablehlo.exponential %2335 : tensor<3x3x16x300xf32>
    %2337 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2338 = stablehlo.reduce(%2336 init: %2337) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2339 = stablehlo.reshape %2336 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %2340 = stablehlo.dot_general %2339, %2321, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %2341 = stablehlo.broadcast_in_dim %2338, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %2342 = stablehlo.reshape %2340 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %2343 = stablehlo.divide %2342, %2341 : tensor<3x3x16x64xf32>
    %2344 = stablehlo.transpose %2343, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %2345 = stablehlo.reshape %2344 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %2346 = stablehlo.dot_general %2345, %blk_27_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %2347 = stablehlo.add %2283, %2346 : tensor<16x576xf32>
    %2348 = stablehlo.multiply %2347, %2347 : tensor<16x576xf32>
    %2349 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2350 = stablehlo.reduce(%2348 init: %2349) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2351 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2352 = stablehlo.divide %2350, %2351 : tensor<16xf32>
    %2353 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2354 = stablehlo.add %2352, %2353 : tensor<16xf32>
    %2355 = stablehlo.rsqrt %2354 : tensor<16xf32>
    %2356 = stablehlo.broadcast_in_dim %2355, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2357 = stablehlo.multiply %2347, %2356 : tensor<16x576xf32>
    %2358 = stablehlo.broadcast_in_dim %blk_27_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2359 = stablehlo.multiply %2357, %2358 : tensor<16x576xf32>
    %2360 = stablehlo.dot_general %2359, %blk_27_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %2361 = stablehlo.slice %2360 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2362 = stablehlo.slice %2360 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2363 = stablehlo.logistic %2361 : tensor<16x1536xf32>
    %2364 = stablehlo.multiply %2361, %2363 : tensor<16x1536xf32>
    %2365 = stablehlo.multiply %2364, %2362 : tensor<16x1536xf32>
    %2366 = stablehlo.dot_general %2365, %blk_27_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %2367 = stablehlo.add %2347, %2366 : tensor<16x576xf32>
    %2368 = stablehlo.multiply %2367, %2367 : tensor<16x576xf32>
    %2369 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2370 = stablehlo.reduce(%2368 init: %2369) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2371 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2372 = stablehlo.divide %2370, %2371 : tensor<16xf32>
    %2373 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2374 = stablehlo.add %2372, %2373 : tensor<16xf32>
    %2375 = stablehlo.rsqrt %2374 : tensor<16xf32>
    %2376 = stablehlo.broadcast_in_dim %2375, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2377 = stablehlo.multiply %2367, %2376 : tensor<16x576xf32>
    %2378 = stablehlo.broadcast_in_dim %blk_28_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2379 = stablehlo.multiply %2377, %2378 : tensor<16x576xf32>
    %2380 = stablehlo.dot_general %2379, %blk_28_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %2381 = stablehlo.reshape %2380 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %2382 = stablehlo.slice %2381 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %2383 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2384 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2385 = stablehlo.reshape %2382 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %2386 = stablehlo.slice %2385 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2387 = stablehlo.reshape %2386 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2388 = stablehlo.slice %2385 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2389 = stablehlo.reshape %2388 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2390 = stablehlo.multiply %2387, %2383 : tensor<16x12x32xf32>
    %2391 = stablehlo.multiply %2389, %2384 : tensor<16x12x32xf32>
    %2392 = stablehlo.multiply %2389, %2383 : tensor<16x12x32xf32>
    %2393 = stablehlo.multiply %2387, %2384 : tensor<16x12x32xf32>
    %2394 = stablehlo.subtract %2390, %2391 : tensor<16x12x32xf32>
    %2395 = stablehlo.add %2392, %2393 : tensor<16x12x32xf32>
    %2396 = stablehlo.concatenate %2394, %2395, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %2397 = stablehlo.slice %2396 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %2398 = stablehlo.slice %2396 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %2399 = stablehlo.slice %2381 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %2400 = stablehlo.constant dense<0> : tensor<i32>
    %2401 = stablehlo.transpose %2398, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2402 = stablehlo.dynamic_update_slice %kv_0_56, %2401, %2400, %position, %2400 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2403 = stablehlo.constant dense<0> : tensor<i32>
    %2404 = stablehlo.transpose %2399, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2405 = stablehlo.dynamic_update_slice %kv_0_57, %2404, %2403, %position, %2403 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2406 = stablehlo.reshape %2397 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %2407 = stablehlo.transpose %2406, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %2408 = stablehlo.reshape %2407 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %2409 = stablehlo.dot_general %2408, %2402, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %2410 = stablehlo.reshape %2409 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %2411 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %2412 = stablehlo.multiply %2410, %2411 : tensor<3x3x16x300xf32>
    %2413 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %2414 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %2415 = stablehlo.select %2413, %2412, %2414 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %2416 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2417 = stablehlo.reduce(%2415 init: %2416) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2418 = stablehlo.broadcast_in_dim %2417, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %2419 = stablehlo.subtract %2415, %2418 : tensor<3x3x16x300xf32>
    %2420 = stablehlo.exponential %2419 : tensor<3x3x16x300xf32>
    %2421 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2422 = stablehlo.reduce(%2420 init: %2421) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2423 = stablehlo.reshape %2420 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %2424 = stablehlo.dot_general %2423, %2405, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %2425 = stablehlo.broadcast_in_dim %2422, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %2426 = stablehlo.reshape %2424 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %2427 = stablehlo.divide %2426, %2425 : tensor<3x3x16x64xf32>
    %2428 = stablehlo.transpose %2427, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %2429 = stablehlo.reshape %2428 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %2430 = stablehlo.dot_general %2429, %blk_28_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %2431 = stablehlo.add %2367, %2430 : tensor<16x576xf32>
    %2432 = stablehlo.multiply %2431, %2431 : tensor<16x576xf32>
    %2433 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2434 = stablehlo.reduce(%2432 init: %2433) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2435 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2436 = stablehlo.divide %2434, %2435 : tensor<16xf32>
    %2437 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2438 = stablehlo.add %2436, %2437 : tensor<16xf32>
    %2439 = stablehlo.rsqrt %2438 : tensor<16xf32>
    %2440 = stablehlo.broadcast_in_dim %2439, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2441 = stablehlo.multiply %2431, %2440 : tensor<16x576xf32>
    %2442 = stablehlo.broadcast_in_dim %blk_28_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2443 = stablehlo.multiply %2441, %2442 : tensor<16x576xf32>
    %2444 = stablehlo.dot_general %2443, %blk_28_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %2445 = stablehlo.slice %2444 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2446 = stablehlo.slice %2444 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2447 = stablehlo.logistic %2445 : tensor<16x1536xf32>
    %2448 = stablehlo.multiply %2445, %2447 : tensor<16x1536xf32>
    %2449 = stablehlo.multiply %2448, %2446 : tensor<16x1536xf32>
    %2450 = stablehlo.dot_general %2449, %blk_28_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %2451 = stablehlo.add %2431, %2450 : tensor<16x576xf32>
    %2452 = stablehlo.multiply %2451, %2451 : tensor<16x576xf32>
    %2453 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2454 = stablehlo.reduce(%2452 init: %2453) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2455 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2456 = stablehlo.divide %2454, %2455 : tensor<16xf32>
    %2457 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2458 = stablehlo.add %2456, %2457 : tensor<16xf32>
    %2459 = stablehlo.rsqrt %2458 : tensor<16xf32>
    %2460 = stablehlo.broadcast_in_dim %2459, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2461 = stablehlo.multiply %2451, %2460 : tensor<16x576xf32>
    %2462 = stablehlo.broadcast_in_dim %blk_29_attn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2463 = stablehlo.multiply %2461, %2462 : tensor<16x576xf32>
    %2464 = stablehlo.dot_general %2463, %blk_29_attn_qkv_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<960x576xf32>) -> tensor<16x960xf32>
    %2465 = stablehlo.reshape %2464 : (tensor<16x960xf32>) -> tensor<16x15x64xf32>
    %2466 = stablehlo.slice %2465 [0:16, 0:12, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x12x64xf32>
    %2467 = stablehlo.broadcast_in_dim %12, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2468 = stablehlo.broadcast_in_dim %14, dims = [0, 2] : (tensor<16x32xf32>) -> tensor<16x12x32xf32>
    %2469 = stablehlo.reshape %2466 : (tensor<16x12x64xf32>) -> tensor<16x12x32x2xf32>
    %2470 = stablehlo.slice %2469 [0:16, 0:12, 0:32, 0:1] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2471 = stablehlo.reshape %2470 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2472 = stablehlo.slice %2469 [0:16, 0:12, 0:32, 1:2] : (tensor<16x12x32x2xf32>) -> tensor<16x12x32x1xf32>
    %2473 = stablehlo.reshape %2472 : (tensor<16x12x32x1xf32>) -> tensor<16x12x32xf32>
    %2474 = stablehlo.multiply %2471, %2467 : tensor<16x12x32xf32>
    %2475 = stablehlo.multiply %2473, %2468 : tensor<16x12x32xf32>
    %2476 = stablehlo.multiply %2473, %2467 : tensor<16x12x32xf32>
    %2477 = stablehlo.multiply %2471, %2468 : tensor<16x12x32xf32>
    %2478 = stablehlo.subtract %2474, %2475 : tensor<16x12x32xf32>
    %2479 = stablehlo.add %2476, %2477 : tensor<16x12x32xf32>
    %2480 = stablehlo.concatenate %2478, %2479, dim = 2 : (tensor<16x12x32xf32>, tensor<16x12x32xf32>) -> tensor<16x12x64xf32>
    %2481 = stablehlo.slice %2480 [0:16, 0:9, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x9x64xf32>
    %2482 = stablehlo.slice %2480 [0:16, 9:12, 0:64] : (tensor<16x12x64xf32>) -> tensor<16x3x64xf32>
    %2483 = stablehlo.slice %2465 [0:16, 12:15, 0:64] : (tensor<16x15x64xf32>) -> tensor<16x3x64xf32>
    %2484 = stablehlo.constant dense<0> : tensor<i32>
    %2485 = stablehlo.transpose %2482, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2486 = stablehlo.dynamic_update_slice %kv_0_58, %2485, %2484, %position, %2484 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2487 = stablehlo.constant dense<0> : tensor<i32>
    %2488 = stablehlo.transpose %2483, dims = [1, 0, 2] : (tensor<16x3x64xf32>) -> tensor<3x16x64xf32>
    %2489 = stablehlo.dynamic_update_slice %kv_0_59, %2488, %2487, %position, %2487 : (tensor<3x300x64xf32>, tensor<3x16x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x300x64xf32>
    %2490 = stablehlo.reshape %2481 : (tensor<16x9x64xf32>) -> tensor<16x3x3x64xf32>
    %2491 = stablehlo.transpose %2490, dims = [1, 2, 0, 3] : (tensor<16x3x3x64xf32>) -> tensor<3x3x16x64xf32>
    %2492 = stablehlo.reshape %2491 : (tensor<3x3x16x64xf32>) -> tensor<3x48x64xf32>
    %2493 = stablehlo.dot_general %2492, %2486, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x48x64xf32>, tensor<3x300x64xf32>) -> tensor<3x48x300xf32>
    %2494 = stablehlo.reshape %2493 : (tensor<3x48x300xf32>) -> tensor<3x3x16x300xf32>
    %2495 = stablehlo.constant dense<1.25e-01> : tensor<3x3x16x300xf32>
    %2496 = stablehlo.multiply %2494, %2495 : tensor<3x3x16x300xf32>
    %2497 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<16x300xi1>) -> tensor<3x3x16x300xi1>
    %2498 = stablehlo.constant dense<-1.0e+30> : tensor<3x3x16x300xf32>
    %2499 = stablehlo.select %2497, %2496, %2498 : tensor<3x3x16x300xi1>, tensor<3x3x16x300xf32>
    %2500 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2501 = stablehlo.reduce(%2499 init: %2500) applies stablehlo.maximum across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2502 = stablehlo.broadcast_in_dim %2501, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x300xf32>
    %2503 = stablehlo.subtract %2499, %2502 : tensor<3x3x16x300xf32>
    %2504 = stablehlo.exponential %2503 : tensor<3x3x16x300xf32>
    %2505 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2506 = stablehlo.reduce(%2504 init: %2505) applies stablehlo.add across dimensions = [3] : (tensor<3x3x16x300xf32>, tensor<f32>) -> tensor<3x3x16xf32>
    %2507 = stablehlo.reshape %2504 : (tensor<3x3x16x300xf32>) -> tensor<3x48x300xf32>
    %2508 = stablehlo.dot_general %2507, %2489, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x48x300xf32>, tensor<3x300x64xf32>) -> tensor<3x48x64xf32>
    %2509 = stablehlo.broadcast_in_dim %2506, dims = [0, 1, 2] : (tensor<3x3x16xf32>) -> tensor<3x3x16x64xf32>
    %2510 = stablehlo.reshape %2508 : (tensor<3x48x64xf32>) -> tensor<3x3x16x64xf32>
    %2511 = stablehlo.divide %2510, %2509 : tensor<3x3x16x64xf32>
    %2512 = stablehlo.transpose %2511, dims = [2, 0, 1, 3] : (tensor<3x3x16x64xf32>) -> tensor<16x3x3x64xf32>
    %2513 = stablehlo.reshape %2512 : (tensor<16x3x3x64xf32>) -> tensor<16x576xf32>
    %2514 = stablehlo.dot_general %2513, %blk_29_attn_output_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<576x576xf32>) -> tensor<16x576xf32>
    %2515 = stablehlo.add %2451, %2514 : tensor<16x576xf32>
    %2516 = stablehlo.multiply %2515, %2515 : tensor<16x576xf32>
    %2517 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2518 = stablehlo.reduce(%2516 init: %2517) applies stablehlo.add across dimensions = [1] : (tensor<16x576xf32>, tensor<f32>) -> tensor<16xf32>
    %2519 = stablehlo.constant dense<5.76e+02> : tensor<16xf32>
    %2520 = stablehlo.divide %2518, %2519 : tensor<16xf32>
    %2521 = stablehlo.constant dense<1.0e-05> : tensor<16xf32>
    %2522 = stablehlo.add %2520, %2521 : tensor<16xf32>
    %2523 = stablehlo.rsqrt %2522 : tensor<16xf32>
    %2524 = stablehlo.broadcast_in_dim %2523, dims = [0] : (tensor<16xf32>) -> tensor<16x576xf32>
    %2525 = stablehlo.multiply %2515, %2524 : tensor<16x576xf32>
    %2526 = stablehlo.broadcast_in_dim %blk_29_ffn_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<16x576xf32>
    %2527 = stablehlo.multiply %2525, %2526 : tensor<16x576xf32>
    %2528 = stablehlo.dot_general %2527, %blk_29_ffn_gate_up_weight, contracting_dims = [1] x [1] : (tensor<16x576xf32>, tensor<3072x576xf32>) -> tensor<16x3072xf32>
    %2529 = stablehlo.slice %2528 [0:16, 0:1536] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2530 = stablehlo.slice %2528 [0:16, 1536:3072] : (tensor<16x3072xf32>) -> tensor<16x1536xf32>
    %2531 = stablehlo.logistic %2529 : tensor<16x1536xf32>
    %2532 = stablehlo.multiply %2529, %2531 : tensor<16x1536xf32>
    %2533 = stablehlo.multiply %2532, %2530 : tensor<16x1536xf32>
    %2534 = stablehlo.dot_general %2533, %blk_29_ffn_down_weight, contracting_dims = [1] x [1] : (tensor<16x1536xf32>, tensor<576x1536xf32>) -> tensor<16x576xf32>
    %2535 = stablehlo.add %2515, %2534 : tensor<16x576xf32>
    %2536 = stablehlo.constant dense<1> : tensor<i32>
    %2537 = stablehlo.subtract %valid, %2536 : tensor<i32>
    %2538 = stablehlo.constant dense<0> : tensor<i32>
    %2539 = stablehlo.dynamic_slice %2535, %2537, %2538, sizes = [1, 576] : (tensor<16x576xf32>, tensor<i32>, tensor<i32>) -> tensor<1x576xf32>
    %2540 = stablehlo.multiply %2539, %2539 : tensor<1x576xf32>
    %2541 = stablehlo.constant dense<0.0e+00> : tensor<f32>
    %2542 = stablehlo.reduce(%2540 init: %2541) applies stablehlo.add across dimensions = [1] : (tensor<1x576xf32>, tensor<f32>) -> tensor<1xf32>
    %2543 = stablehlo.constant dense<5.76e+02> : tensor<1xf32>
    %2544 = stablehlo.divide %2542, %2543 : tensor<1xf32>
    %2545 = stablehlo.constant dense<1.0e-05> : tensor<1xf32>
    %2546 = stablehlo.add %2544, %2545 : tensor<1xf32>
    %2547 = stablehlo.rsqrt %2546 : tensor<1xf32>
    %2548 = stablehlo.broadcast_in_dim %2547, dims = [0] : (tensor<1xf32>) -> tensor<1x576xf32>
    %2549 = stablehlo.multiply %2539, %2548 : tensor<1x576xf32>
    %2550 = stablehlo.broadcast_in_dim %output_norm_weight, dims = [1] : (tensor<576xf32>) -> tensor<1x576xf32>
    %2551 = stablehlo.multiply %2549, %2550 : tensor<1x576xf32>
    %2552 = stablehlo.dot_general %2551, %token_embd_weight, contracting_dims = [1] x [1] : (tensor<1x576xf32>, tensor<49152x576xf32>) -> tensor<1x49152xf32>
    %2553 = stablehlo.reshape %2552 : (tensor<1x49152xf32>) -> tensor<49152xf32>
    return %50, %53, %134, %137, %218, %221, %302, %305, %386, %389, %470, %473, %554, %557, %638, %641, %722, %725, %806, %809, %890, %893, %974, %977, %1058, %1061, %1142, %1145, %1226, %1229, %1310, %1313, %1394, %1397, %1478, %1481, %1562, %1565, %1646, %1649, %1730, %1733, %1814, %1817, %1898, %1901, %1982, %1985, %2066, %2069, %2150, %2153, %2234, %2237, %2318, %2321, %2402, %2405, %2486, %2489, %2553 : tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<3x300x64xf32>, tensor<49152xf32>
  }
}
