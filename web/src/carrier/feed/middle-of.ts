import type { CarrierProfile } from '#contract/app/carrier.ts'
import type { Point } from '#contract/app/common.ts'
import type { Around } from './choices.ts'

/** The point that the map of the feed marks. */
export function middleOf(around: Around, { base }: Pick<CarrierProfile, 'base'>): Point {
  if (around.kind === 'near') return around.point
  return around.kind === 'area' ? around.area.point : base
}
