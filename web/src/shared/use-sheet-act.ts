import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { notify } from '../kit/notices.tsx'
import { useOnline } from '../kit/online.ts'
import { useErrorText } from '../kit/states.tsx'
import { useWaitsForSignIn } from '../kit/waiting.ts'

type Handlers<Body> = {
  onDone: (body: Body) => void
  /** Resolves to the text to show; null for the text of the error. */
  onRefused?: (error: unknown) => Promise<ReactNode>
}

/**
 * Follows an act that a sheet sends through the offline queue. The sheet stays until the response, so what was
 * typed is still there after a refusal. Offline or signed out it closes, because the queue keeps the act; a refusal
 * after that is a notice.
 */
export function useSheetAct(onClose: () => void, later: string) {
  const errorText = useErrorText()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ReactNode>(null)
  const isShown = useIsShown()
  const isOnline = useOnline()
  const waitsForSignIn = useWaitsForSignIn()
  const closeEarly = useEffectEvent(() => {
    if (!isOnline) notify({ text: later })
    onClose()
  })
  const mustWait = isPending && (!isOnline || waitsForSignIn)
  useEffect(() => {
    if (mustWait) closeEarly()
  }, [mustWait])
  const follow = <Body>(answer: Promise<Body>, { onDone, onRefused }: Handlers<Body>) => {
    setError(null)
    setPending(true)
    answer
      .then(onDone, async (why: unknown) => {
        const text = (await onRefused?.(why)) ?? errorText(why)
        if (isShown.current) setError(text)
        else notify({ text, kind: 'bad' })
      })
      .finally(() => setPending(false))
  }
  return { follow, isPending, error }
}

function useIsShown() {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
