import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * A map that is downloaded when it is first shown. Where the line is lost meanwhile, the page goes on without it:
 * everything on a map is written below it.
 */
export const lazyMap = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (map) => ({ default: map }),
      () => ({ default: Absent }),
    ),
  )

function Absent() {
  const { t } = useTranslation('kit')
  return <p className="dray-map-absent">{t('map.absent')}</p>
}
