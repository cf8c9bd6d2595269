import { useEffect, useState } from 'react'
import { readSetting, writeSetting } from '../../kit/settings.ts'
import { changeBetween, type PriceChange } from '../price-change.ts'
import type { useEstimate } from './use-estimate.ts'

type Shown = { trip: string; totalCents: number; distanceKm: number }

const setting = 'start-price'

/**
 * How the price differs from the first one that was shown for the same trip, also before the sign-in or a reload; null
 * if it does not. Kept on this device only.
 */
export function useShownPrice({ estimate, trip }: ReturnType<typeof useEstimate>): PriceChange | null {
  const [first, setFirst] = useState(readShown)
  const totalCents = estimate?.price.total_cents
  const distanceKm = estimate?.distance_km
  if (trip !== null && totalCents !== undefined && distanceKm !== undefined && first?.trip !== trip)
    setFirst({ trip, totalCents, distanceKm })
  useEffect(() => {
    if (first) writeSetting(setting, JSON.stringify(first))
  }, [first])
  return estimate && first && first.trip === trip ? changeBetween(first, estimate) : null
}

function readShown(): Shown | null {
  try {
    return JSON.parse(readSetting(setting) ?? 'null') as Shown | null
  } catch {
    return null
  }
}

export const forgetShownPrice = (): void => writeSetting(setting, null)
