import { useTranslation } from 'react-i18next'
import type { RoughStop } from '#contract/app/job.ts'

/** How high a door is, and whether there is a lift; empty where nobody said. */
export function useDoor({ floor, has_elevator }: Pick<RoughStop, 'floor' | 'has_elevator'>): string {
  const { t } = useTranslation('app')
  if (floor === null || floor === 0) return floor === 0 ? t('stop.street') : ''
  const where = floor < 0 ? t('stop.basement', { count: -floor }) : t('stop.floor', { floor })
  return `${where}, ${has_elevator ? t('stop.lift') : t('stop.noLift')}`
}
