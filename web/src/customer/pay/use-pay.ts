import { type RefObject, useRef, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { useOnline } from '../../kit/online.ts'
import type { CardFormHandle } from '../card/card-form.tsx'
import type { SavedCard } from '../card/save-card.ts'
import { useSecondsLeft } from '../sign-in/use-seconds-left.ts'
import type { NameQuestion } from './name-field.tsx'
import { type PaidFrom, usePublish } from './use-publish.ts'
import { newCard, wallet } from './ways.tsx'

type Sheet = {
  name: NameQuestion
  form: RefObject<CardFormHandle | null>
  onSaved: (saved: SavedCard) => void
}

export type Pay = ReturnType<typeof usePay>

/** Pays in one tap: saves the name and a new card first. A second tap meanwhile does nothing. */
export function usePay(job: CustomerJob, { name, form, onSaved }: Sheet) {
  const publish = usePublish(job)
  const isOnline = useOnline()
  const isOver = useSecondsLeft(Date.parse(job.expires_at)) === 0 && job.status === 'draft'
  const [isBusy, setBusy] = useState(false)
  const [isEarlier, setEarlier] = useState(false)
  const isRunning = useRef(false)
  const isPossible = isOnline && !isOver && !isBusy
  const pay = async (choose: () => Promise<PaidFrom | null>) => {
    // State is too late for a double tap.
    if (!isPossible || isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setEarlier(false)
    publish.reset()
    try {
      const from = (await name.save()) ? await choose() : null
      if (from) await publish.mutateAsync(from)
    } catch {
      // The sheet shows `publish.error`.
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  const withNewCard = (save: () => Promise<SavedCard | null>) =>
    pay(async () => {
      const saved = await save()
      if (saved) onSaved(saved)
      setEarlier(saved?.isEarlier ?? false)
      return saved && !saved.isEarlier ? { source: 'card', methodId: saved.methodId } : null
    })
  const from = (way: string) => {
    if (way === newCard) return withNewCard(async () => form.current?.save() ?? null)
    const methodId = way === wallet ? null : way
    return pay(() => Promise.resolve({ source: methodId ? 'card' : 'wallet', methodId }))
  }
  const hasTried = isBusy || publish.isSuccess || publish.isError
  return {
    from,
    withNewCard,
    isBusy,
    isPossible,
    isOnline,
    isOver,
    isEarlier,
    hasTried,
    error: publish.error,
  }
}
