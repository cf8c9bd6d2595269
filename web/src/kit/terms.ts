/** Asks the person to accept the terms in force. @returns whether they did. */
type Ask = () => Promise<boolean>

let asking: Ask | null = null
let running: Promise<boolean> | null = null

/** To be called by the dialog (`terms-host.tsx`). @returns a function that removes the callback. */
export function onTermsNeeded(ask: Ask): () => void {
  asking = ask
  return () => {
    asking = null
  }
}

/** Asks once for all waiting requests. On pages without the dialog, the result is false. */
export function askForTerms(): Promise<boolean> {
  if (!asking) return Promise.resolve(false)
  running ??= asking().finally(() => {
    running = null
  })
  return running
}
