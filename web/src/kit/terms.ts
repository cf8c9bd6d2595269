/** Asks the person to accept the terms in force. @returns whether they did. */
type Ask = () => Promise<boolean>

let asking: Ask | null = null
let running: Promise<boolean> | null = null

/** To be called by the dialog (`terms-host.tsx`). @returns a function that takes it back. */
export function onTermsNeeded(ask: Ask): () => void {
  asking = ask
  return () => {
    asking = null
  }
}

/** Asks once for all requests that wait for it. Pages without the dialog accept nothing. */
export function askForTerms(): Promise<boolean> {
  if (!asking) return Promise.resolve(false)
  running ??= asking().finally(() => {
    running = null
  })
  return running
}
