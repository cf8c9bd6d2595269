import { readSetting, writeSetting } from './settings.ts'

const setting = 'account'

const stored = (): string | null => readSetting(setting)

/** The account that this page shows: first the one for which it was loaded. Also for browsers without local storage. */
let page = stored()
/** Whether the server has named this account to the page. */
let isNamed = false
let isStored = page !== null

/**
 * The account of the session of this device, null if unknown. Another tab may have signed in another account than the
 * one that this page still shows.
 */
export const sessionAccount = (): string | null => stored() ?? page

/** The account that this page shows, and for which it queues requests; null if unknown. */
export const pageAccount = (): string | null => page

/** The same, once the server has named it to this page; null before. */
export const namedAccount = (): string | null => (isNamed ? page : null)

/** The server has named the account that this page shows. */
export function confirmAccount(): void {
  isNamed = true
}

/** To be called with the account of a session that has begun, and with null when it was signed out. */
export function rememberAccount(accountId: string | null): void {
  page = accountId
  isNamed = accountId !== null
  writeSetting(setting, accountId)
  isStored = stored() === accountId
}

/** Changes whenever a session begins on this device, in any tab; the session itself is in a cookie, out of reach. */
export const sessionMark = (): string | null => readSetting(markSetting) ?? mark

/** To be called when the server has begun a session, after `rememberAccount`. */
export function beginSession(): void {
  mark = crypto.randomUUID()
  writeSetting(markSetting, mark)
}

const markSetting = 'session'

/** For browsers without local storage. */
let mark: string | null = null

/** Calls `hear` when another tab has begun a new session of the account that this page shows. */
export function onNewSession(hear: () => void): void {
  let known = sessionMark()
  onChangedStorage(() => {
    const isSame = known === sessionMark()
    known = sessionMark()
    if (!isSame && known !== null && stored() === page) hear()
  })
}

/**
 * Calls `hear` when another tab has signed in another account than this page shows (with it), or has signed out (with
 * null).
 */
export function onOtherAccount(hear: (accountId: string | null) => void): void {
  onChangedStorage(() => {
    const now = stored()
    // Without local storage it is always null.
    if (now !== page && (isStored || now !== null)) hear(now)
  })
}

/** A page that was frozen or kept for the back button gets no event of other tabs, so it also looks when it is shown. */
function onChangedStorage(look: () => void): void {
  addEventListener('storage', look)
  addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
}
