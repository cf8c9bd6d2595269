import { documentFilters } from '#contract/admin/carriers.ts'
import { carrierStatuses, jobSizes } from '#contract/vocabulary.ts'
import type { Search } from '../../panel/link.tsx'

export const carrierFilterNames = ['name', 'town', 'status', 'size', 'documents'] as const

/** The filters of the address as the server takes them. A choice that does not exist is left out. */
export function queryOf({ name, town, status, size, documents, before }: Search) {
  const knownStatus = carrierStatuses.find((known) => known === status)
  const knownSize = jobSizes.find((known) => known === size)
  const knownDocuments = documentFilters.find((known) => known === documents)
  return {
    ...(name && { name }),
    ...(town && { town }),
    ...(knownStatus && { status: knownStatus }),
    ...(knownSize && { vehicle_size: knownSize }),
    ...(knownDocuments && { documents: knownDocuments }),
    ...(before && { before }),
  }
}
