import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { estimateMyJob } from '#contract/app/customer.ts'
import { ApiError } from '../../kit/api.ts'
import { isWorthRepeating, reading } from '../../kit/query-client.ts'
import { type StartValues, stopOf } from './form-values.ts'

/** Estimate for the form's values, debounced; not requested while required values are missing. */
export function useEstimate({ size, pickup, dropoff }: StartValues) {
  const [debounced] = useDebouncedValue({ size, pickup: stopOf(pickup), dropoff: stopOf(dropoff) }, 700)
  const isComplete =
    debounced.size !== '' && debounced.pickup.address.length > 4 && debounced.dropoff.address.length > 4
  const body = { ...debounced, size: debounced.size || ('S' as const) }
  const { data, error, isFetching } = useQuery({
    ...reading(estimateMyJob, { body }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: (failures, why) => failures < 2 && isWorthRepeating(why),
  })
  return {
    estimate: isComplete && !error ? data : undefined,
    isFetching: isComplete && isFetching,
    /** Error of the estimate, such as an address that is not found. */
    refusal: isComplete && error instanceof ApiError ? error : null,
  }
}
