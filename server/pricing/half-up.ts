/**
 * `numerator / denominator` of whole, non-negative numbers, halves up. Whole numbers only, because a product such as
 * 39.30 × 0.15 has no exact double and 5.895 would fall either way.
 */
export function divideHalfUp(numerator: number, denominator: number): number {
  const rest = numerator % denominator
  return (numerator - rest) / denominator + (rest * 2 >= denominator ? 1 : 0)
}
