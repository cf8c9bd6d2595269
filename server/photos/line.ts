import { ProviderError } from '../lib/provider-error.ts'

export type LineOptions = {
  total: number
  perHost: number
  /** Called after each change. */
  onChange: (count: number) => void
}

/** Admission queue: all photos that wait or are in progress. */
export type Line = {
  /** Adds all URLs or none. @throws {ProviderError} the queue is too long to finish before the request's deadline. */
  join: (urls: string[]) => void
  leave: (url: string) => void
}

/** Refuses at once when the queue is too long: photos of a request that times out would be downloaded for nothing. */
export function createLine({ total, perHost, onChange }: LineOptions): Line {
  const hosts = new Map<string, number>()
  let count = 0

  function add(url: string, change: 1 | -1): void {
    const host = hostOf(url)
    const left = (hosts.get(host) ?? 0) + change
    if (left > 0) hosts.set(host, left)
    else hosts.delete(host)
    count += change
  }

  function isTooLong(urls: string[]): boolean {
    const fits = (host: string) => (hosts.get(host) ?? 0) <= perHost
    return count > total || !urls.map(hostOf).every(fits)
  }

  function join(urls: string[]): void {
    for (const url of urls) add(url, 1)
    if (isTooLong(urls)) {
      for (const url of urls) add(url, -1)
      throw new ProviderError('photos', 'the line is too long', { retryable: true, outcome: 'refused' })
    }
    onChange(count)
  }

  function leave(url: string): void {
    add(url, -1)
    onChange(count)
  }

  return { join, leave }
}

/** The key of the per-host limits; texts that are not URLs share the empty key. */
export const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ''
