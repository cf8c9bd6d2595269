import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * A map component that is downloaded on first use. If the download fails, the page works without the map: everything on
 * a map is also in the text below it.
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
