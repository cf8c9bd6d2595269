import { documentFilters } from '#contract/admin/carriers.ts'
import { carrierStatuses, jobSizes } from '#contract/vocabulary.ts'
import type { Search } from '../../panel/link.tsx'

export const carrierFilterNames = ['name', 'town', 'plate', 'status', 'size', 'documents'] as const

/** The filters of the URL and the typed terms as body of the request. A choice that does not exist is left out. */
export function bodyOf({ town, status, size, documents, before }: Search, { name, plate }: Search) {
  const knownStatus = carrierStatuses.find((known) => known === status)
  const knownSize = jobSizes.find((known) => known === size)
  const knownDocuments = documentFilters.find((known) => known === documents)
  const filters = {
    ...(name && { name }),
    ...(town && { town }),
    ...(plate && { plate }),
    ...(knownStatus && { status: knownStatus }),
    ...(knownSize && { vehicle_size: knownSize }),
    ...(knownDocuments && { documents: knownDocuments }),
  }
  return { filters, ...(before && { before }) }
}
