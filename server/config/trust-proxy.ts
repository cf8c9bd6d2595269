import { isIP } from 'node:net'
import { list } from './list.ts'

/** Parses a number of hops or the addresses of the proxies. Never returns "trust everyone". */
export function readTrustProxy(text: string, faults: string[]): number | string[] | false | null {
  if (text === '') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const proxies = list(text)
  if (proxies.length && proxies.every(isProxyAddress)) return proxies
  faults.push(
    'TRUST_PROXY must be a number of hops (1 to 99), or a list of proxy addresses such as 10.0.0.1 or 10.0.0.0/8',
  )
  return null
}

/** A range of 0 bits is every address, so it is refused. */
function isProxyAddress(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return most > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most))
}
