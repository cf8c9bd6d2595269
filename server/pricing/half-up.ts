/**
 * Divides whole, non-negative numbers and rounds halves up. Whole numbers only, because a product such as 39.30 × 0.15
 * has no exact double, and 5.895 could be rounded either way.
 */
export function divideHalfUp(numerator: number, denominator: number): number {
  const rest = numerator % denominator
  return (numerator - rest) / denominator + (rest * 2 >= denominator ? 1 : 0)
}
