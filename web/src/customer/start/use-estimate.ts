import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/app/account.ts'
import { estimateMyJob } from '#contract/app/customer.ts'
import { priceTrip } from '#contract/app/open.ts'
import { ApiError } from '../../kit/api.ts'
import { isRetried, plainReading } from '../../kit/query-client.ts'
import { type StartValues, stopOf } from './form-values.ts'

type Trip = Pick<StartValues, 'size' | 'pickup' | 'dropoff'>

/** What makes the price. */
const tripOf = ({ size, pickup, dropoff }: Trip) => ({
  size,
  pickup: stopOf(pickup),
  dropoff: stopOf(dropoff),
})

/** True if a `trip` of `useEstimate` is that of these values: they may have been changed since. */
export const isTripOf = (trip: string | null, values: Trip): boolean =>
  trip === JSON.stringify(tripOf(values))

/**
 * Estimate for the form's values, debounced; not requested while required values are missing.
 *
 * @param me who is signed in; null without a session, undefined while that is not known.
 */
export function useEstimate({ size, pickup, dropoff }: StartValues, me: Me | null | undefined) {
  const [debounced] = useDebouncedValue(tripOf({ size, pickup, dropoff }), 700)
  const isComplete =
    debounced.size !== '' && debounced.pickup.address.length > 4 && debounced.dropoff.address.length > 4
  const body = { ...debounced, size: debounced.size || ('S' as const) }
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...(me === null ? plainReading(priceTrip, { body }) : plainReading(estimateMyJob, { body })),
    enabled: isComplete && me !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: (failures, why) => isRetried(failures, why, 2),
  })
  return {
    estimate: isComplete && !error ? data : undefined,
    /** The trip of the estimate; null while the estimate is that of the values before. */
    trip: isComplete && !error && data && !isPlaceholderData ? JSON.stringify(debounced) : null,
    isFetching: isComplete && isFetching,
    /** Error of the estimate, such as an address that is not found. */
    refusal: isComplete && error instanceof ApiError ? error : null,
  }
}
