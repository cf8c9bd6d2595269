import { carrierStatuses, jobSizes } from '#contract/vocabulary.ts'
import type { Search } from '../../panel/link.tsx'

export const carrierFilterNames = ['name', 'town', 'status', 'size'] as const

/** The filters of the address as the server takes them. A status or size that does not exist is left out. */
export function queryOf({ name, town, status, size, before }: Search) {
  const knownStatus = carrierStatuses.find((known) => known === status)
  const knownSize = jobSizes.find((known) => known === size)
  return {
    ...(name && { name }),
    ...(town && { town }),
    ...(knownStatus && { status: knownStatus }),
    ...(knownSize && { vehicle_size: knownSize }),
    ...(before && { after: before }),
  }
}
