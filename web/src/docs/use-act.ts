import { useState } from 'react'
import { Refusal } from './refusal.ts'

type Act = {
  isBusy: boolean
  refusal: Refusal | null
  /** Runs an act that may be refused. While it runs, further acts are ignored. */
  run: (act: () => Promise<void>) => Promise<void>
}

/** The state of something that a person starts: whether it runs, and its error. */
export function useAct(): Act {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const run = async (act: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setRefusal(null)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, refusal, run }
}
