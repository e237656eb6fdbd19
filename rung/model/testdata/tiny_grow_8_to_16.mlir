module @grow_8_to_16 {
  func.func public @main(
      %kv_0_0: tensor<2x8x4xf32>,
      %kv_0_1: tensor<2x8x4xf32>,
      %kv_0_2: tensor<2x8x4xf32>,
      %kv_0_3: tensor<2x8x4xf32>
  ) -> (tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>) {
    %0 = stablehlo.constant dense<0.0e+00> : tensor<2x8x4xf32>
    %1 = stablehlo.concatenate %kv_0_0, %0, dim = 1 : (tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x16x4xf32>
    %2 = stablehlo.concatenate %kv_0_1, %0, dim = 1 : (tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x16x4xf32>
    %3 = stablehlo.concatenate %kv_0_2, %0, dim = 1 : (tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x16x4xf32>
    %4 = stablehlo.concatenate %kv_0_3, %0, dim = 1 : (tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x16x4xf32>
    return %1, %2, %3, %4 : tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>, tensor<2x16x4xf32>
  }
}
