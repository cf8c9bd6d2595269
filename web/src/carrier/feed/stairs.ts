import type { RoughStop } from '#contract/app/job-parts.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** Sum of floors to climb at both ends; an end with an elevator counts as zero. Null without floors to climb. */
export function useStairs(...stops: Pick<RoughStop, 'floor' | 'has_elevator'>[]): string | null {
  const { t } = useTexts('carrier')
  const floors = stops.reduce(
    (sum, { floor, has_elevator }) => sum + (has_elevator ? 0 : Math.ceil(Math.abs(floor ?? 0))),
    0,
  )
  return floors > 0 ? t('offer.floors', { count: floors }) : null
}
