import type { RoughStop } from '#contract/app/job-parts.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** Text of floor and elevator; empty if the floor is not known. */
export function useFloorText({ floor, has_elevator }: Pick<RoughStop, 'floor' | 'has_elevator'>): string {
  const { t } = useTexts('app')
  if (floor === null) return ''
  if (floor === 0) return t('stop.street')
  const where = floor < 0 ? t('stop.basement', { count: -floor }) : t('stop.floor', { floor })
  return `${where}, ${has_elevator ? t('stop.lift') : t('stop.noLift')}`
}
