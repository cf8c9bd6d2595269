import { useSyncExternalStore } from 'react'
import { sideNav, wide } from './layouts.ts'

/** True from 900 px: a list has room beside what is opened from it. */
export const useIsWide = (): boolean => useMedia(wide)

/** True where the navigation is at the side: on wide screens, and on a phone in landscape. */
export const useHasSideNav = (): boolean => useMedia(sideNav)

function useMedia(query: string): boolean {
  const subscribe = (changed: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
