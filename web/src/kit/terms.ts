/** Asks the person to accept the terms in force. @returns whether they did. */
type Ask = () => Promise<boolean>

let openDialog: Ask | null = null
let running: Promise<boolean> | null = null

/** To be called by the dialog (`terms-host.tsx`). @returns a function that removes the callback. */
export function onTermsNeeded(ask: Ask): () => void {
  openDialog = ask
  return () => {
    openDialog = null
  }
}

/** Asks once for all waiting requests. On pages without the dialog, the result is false. */
export function askForTerms(): Promise<boolean> {
  if (!openDialog) return Promise.resolve(false)
  running ??= openDialog().finally(() => {
    running = null
  })
  return running
}
