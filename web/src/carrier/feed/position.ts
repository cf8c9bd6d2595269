import { useEffect, useEffectEvent, useState } from 'react'

export type RoughPoint = { lat: number; lon: number }

/**
 * `untold`: the device would ask the person, which only a tap may start; `refused`: the person or the browser says no;
 * `lost`: the device does not find its place. `here` is rounded to 0.01 degrees and only in memory.
 */
export type Position =
  | { state: 'untold' | 'asking' | 'refused' | 'lost' }
  | { state: 'here'; point: RoughPoint }

const longestMs = 15_000
/** After so long in the background the place is asked for again. */
const oldMs = 600_000

/** Asks the device once where it is. */
export function locate(
  onFound: (point: RoughPoint) => void,
  onFailed: (why: 'refused' | 'lost') => void,
): void {
  if (!('geolocation' in navigator)) return onFailed('lost')
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude } }) => onFound({ lat: rounded(latitude), lon: rounded(longitude) }),
    ({ code, PERMISSION_DENIED }) => onFailed(code === PERMISSION_DENIED ? 'refused' : 'lost'),
    { enableHighAccuracy: false, timeout: longestMs, maximumAge: oldMs },
  )
}

const rounded = (degrees: number): number => Math.round(degrees * 100) / 100

/**
 * The position of the device while it is wanted. Without a tap the device is only asked if the person has allowed it
 * before, so no question appears by itself.
 */
export function usePosition(isWanted: boolean) {
  const [position, setPosition] = useState<Position>({ state: 'untold' })
  const [atMs, setAtMs] = useState(0)
  const ask = () => {
    setPosition((before) => (before.state === 'here' ? before : { state: 'asking' }))
    locate(
      (point) => {
        setAtMs(Date.now())
        setPosition({ state: 'here', point })
      },
      (why) => setPosition({ state: why }),
    )
  }
  const askIfAllowed = useEffectEvent(async () => {
    const isOld = position.state === 'here' && Date.now() - atMs > oldMs
    if (
      (isOld || position.state === 'untold') &&
      document.visibilityState === 'visible' &&
      (await isAllowed())
    )
      ask()
  })
  useEffect(() => {
    if (!isWanted) return undefined
    const look = () => void askIfAllowed()
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isWanted])
  return { position, ask }
}

/** Whether the person has allowed it before; false where the browser does not tell. */
async function isAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
