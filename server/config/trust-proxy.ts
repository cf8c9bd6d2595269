import { list } from './list.ts'

/** Parses a number of hops or the addresses of the proxies. Never returns "trust everyone". */
export function readTrustProxy(text: string, faults: string[]): number | string[] | false | null {
  if (text === '') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const proxies = list(text)
  if (proxies.length && proxies.every((proxy) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(proxy))) return proxies
  faults.push('TRUST_PROXY must be a number of hops or a list of proxy addresses')
  return null
}
