import { ProviderError } from '../lib/provider-error.ts'

export type AdmissionOptions = {
  total: number
  perHost: number
  perPartner: number
  /** Called after each change. */
  onChange: (count: number) => void
}

/** Admission queue: all photos that wait or are in progress. */
export type AdmissionQueue = {
  /** Adds all URLs or no URL. @throws {ProviderError} the queue is too long to finish before the request's timeout. */
  join: (urls: string[], partner?: string) => void
  leave: (url: string, partner?: string) => void
}

/** Refuses immediately when the queue is too long, to avoid downloading photos of a request that times out. */
export function createAdmissionQueue({
  total,
  perHost,
  perPartner,
  onChange,
}: AdmissionOptions): AdmissionQueue {
  const hosts = new Map<string, number>()
  const partners = new Map<string, number>()
  let count = 0

  function add(url: string, partner: string | undefined, change: 1 | -1): void {
    addTo(hosts, hostOf(url), change)
    if (partner !== undefined) addTo(partners, partner, change)
    count += change
  }

  function isTooLong(urls: string[], partner = ''): boolean {
    const fits = (host: string) => (hosts.get(host) ?? 0) <= perHost
    return count > total || (partners.get(partner) ?? 0) > perPartner || !urls.map(hostOf).every(fits)
  }

  function join(urls: string[], partner?: string): void {
    for (const url of urls) add(url, partner, 1)
    if (isTooLong(urls, partner)) {
      for (const url of urls) add(url, partner, -1)
      throw new ProviderError('photos', 'the queue is too long', { retryable: true, outcome: 'refused' })
    }
    onChange(count)
  }

  function leave(url: string, partner?: string): void {
    add(url, partner, -1)
    onChange(count)
  }

  return { join, leave }
}

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const left = (counts.get(key) ?? 0) + change
  if (left > 0) counts.set(key, left)
  else counts.delete(key)
}

/** The key of the per-host limits; texts that are not URLs share the empty key. */
export const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ''
