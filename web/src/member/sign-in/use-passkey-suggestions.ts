import { useEffect, useEffectEvent } from 'react'
import { canSuggestPasskeys, stopSuggesting, suggestPasskey } from '../../panel/passkey.ts'
import { type Surface, useSurface } from '../surface.ts'
import { type Presented, presentFor } from './present-for.ts'

/** A challenge ends after five minutes, so a new one is requested before. */
const renewalMs = 240_000
const checkMs = 15_000

type Suggestions = { isOn: boolean; onChosen: (chosen: Presented) => void }

/** Offers passkeys among the browser's suggestions for the login name, where the browser can, while `isOn`. */
export function usePasskeySuggestions({ isOn, onChosen }: Suggestions): void {
  const surface = useSurface()
  const chosen = useEffectEvent((presented: Presented | null) => void (presented && onChosen(presented)))
  useEffect(() => {
    if (!isOn) return undefined
    let over = new AbortController()
    let startedAt = 0
    const renew = () => {
      // A hidden page sends no requests.
      if (document.hidden || Date.now() - startedAt < renewalMs) return
      startedAt = Date.now()
      over.abort()
      over = new AbortController()
      void suggested(surface, over.signal).then(chosen)
    }
    renew()
    const timer = setInterval(renew, checkMs)
    return () => {
      clearInterval(timer)
      over.abort()
      stopSuggesting()
    }
  }, [isOn, surface])
}

/**
 * The passkey that the person chose; null on an abort or error, because the button does the same and shows the error.
 */
async function suggested(surface: Surface, signal: AbortSignal): Promise<Presented | null> {
  try {
    if (!(await canSuggestPasskeys())) return null
    const presented = await presentFor(surface, (options) => {
      // Another way may have been chosen while the challenge was loading; that request must continue.
      signal.throwIfAborted()
      return suggestPasskey(options)
    })
    return signal.aborted ? null : presented
  } catch {
    return null
  }
}
