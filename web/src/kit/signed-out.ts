/*
 * The server has written into the page that its request had no session (`data-session`, decision 45). That is sure
 * until the page sends an act, such as a sign-in, or until another tab may have begun a session.
 */

let isSure = globalThis.document?.documentElement.dataset.session === 'none'

/** True if there is surely no session: a request that needs one can only be refused. */
export const isSignedOut = (): boolean => isSure

/** To be called when a session may have begun. The build calls it with true, to render what strangers see. */
export function assumeSignedOut(is: boolean): void {
  isSure = is
}

if (isSure) {
  // A person can use another tab only while this one is hidden, or in a window beside it.
  document.addEventListener('visibilitychange', () => assumeSignedOut(false))
  addEventListener('storage', () => assumeSignedOut(false))
}
