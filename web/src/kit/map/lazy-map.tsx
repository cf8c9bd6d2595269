import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { useTexts } from '../texts/use-texts.ts'

/**
 * A map component that is downloaded on first use. After an error, the page works without the map: everything on a map
 * is also in the text below it.
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
  const { t } = useTexts('kit')
  return <p className="dray-map-absent">{t('map.absent')}</p>
}
