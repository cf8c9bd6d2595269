import type { Sent } from './sent.ts'
import { readSetting } from './settings.ts'

declare global {
  /** Responses by URL. Set by the script of a page that sends its first requests before the app has come. */
  var drayEarlyReads: EarlyReads | undefined
}

type EarlyReads = {
  /** The account of this device when they were sent; null if unknown. */
  account: string | null
  /** The mark of the session at that time (`device-account.ts`). */
  session: string | null
  sentAtMs: number
  reads: Map<string, Promise<Response>>
}

/** As long as a response of the app itself counts as current. */
const currentMs = 15_000

/** The response of a request that the page has sent already, once; undefined if it has sent none or an act came since. */
export function takeEarlyRead({ method, url }: Pick<Sent, 'method' | 'url'>): Promise<Response> | undefined {
  const early = globalThis.drayEarlyReads
  if (!early) return undefined
  const response = early.reads.get(url)
  early.reads.delete(url)
  const isOld = performance.now() - early.sentAtMs > currentMs
  const isOfSession = early.account === readSetting('account') && early.session === readSetting('session')
  // An act may change what was read, and another tab may have begun a session.
  if (method === 'GET' && !isOld && isOfSession) return response
  globalThis.drayEarlyReads = undefined
  return undefined
}
