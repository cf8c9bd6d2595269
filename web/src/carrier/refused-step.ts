import { useSyncExternalStore } from 'react'
import { onForgottenSettings } from '../kit/forget-settings.ts'
import type { Answered } from '../kit/offline-queue.ts'
import type { QueuedRequest } from '../kit/queued-request.ts'
import { textOf } from '../kit/sent.ts'
import { readSetting, writeSetting } from '../kit/settings.ts'
import { onEachAnswer } from '../kit/waiting.ts'

export type StepOperation = 'collectJob' | 'deliverJob'

/**
 * A collection or delivery that the server refused because something is missing, such as the right code. It stays on
 * the device with the instant of the tap, the place and the uploaded photo, until the carrier completes it. Of one that
 * arrived too late, the message stays.
 */
export type RefusedStep = {
  why: 'code' | 'photo' | 'reason' | 'late'
  /** What the server said, in the language of then. */
  message: string
  /** The contact of support, if the message names it. */
  support_url?: string
  body: {
    tapped_at?: string
    photo_id?: string
    place?: { lat: number; lon: number; accuracy_m: number }
    reason?: string
  }
}

/** From now on, keeps refused steps, and forgets them when the step is done or no longer possible. */
export function keepRefusedSteps(): void {
  onEachAnswer((queued, answer) => {
    const operation = stepOf(queued)
    if (operation) keep({ jobId: queued.lane, operation }, refusedBy(queued, answer))
  })
  onForgottenSettings(() => {
    known.clear()
    tell()
  })
}

const stepOf = ({ operationId }: QueuedRequest): StepOperation | null =>
  operationId === 'collectJob' || operationId === 'deliverJob' ? operationId : null

function refusedBy({ request }: QueuedRequest, answer: Answered): RefusedStep | null {
  if (answer.ok) return null
  const { code, details, message, supportUrl } = answer.error
  const isOfCode = code === 'code_wrong' || code === 'code_expired' || 'code' in details
  // The clock of the device may say that it was not too early.
  const isOfReason = code === 'too_early'
  if (code === 'arrived_late')
    return { why: 'late', message, body: {}, ...(supportUrl && { support_url: supportUrl }) }
  if (!isOfCode && !isOfReason && !('photo_id' in details)) return null
  const { tapped_at, photo_id, place, reason } = JSON.parse(textOf(request.body)) as RefusedStep['body']
  // A photo that is refused must be taken again.
  const isUsable = photo_id !== undefined && !('photo_id' in details)
  return {
    why: isOfCode ? 'code' : isOfReason ? 'reason' : 'photo',
    message,
    body: {
      ...(tapped_at && { tapped_at }),
      ...(isUsable && { photo_id }),
      ...(place && { place }),
      ...(reason && { reason }),
    },
  }
}

type Which = { jobId: string; operation: StepOperation }

/** Also in memory: a private window may have no local storage. */
const known = new Map<string, string | null>()
const listeners = new Set<() => void>()

function keep(which: Which, refused: RefusedStep | null): void {
  const text = refused && JSON.stringify(refused)
  known.set(settingOf(which), text)
  writeSetting(settingOf(which), text)
  tell()
}

function tell(): void {
  for (const changed of listeners) changed()
}

function read(which: Which): string | null {
  const setting = settingOf(which)
  if (!known.has(setting)) known.set(setting, readSetting(setting))
  return known.get(setting) ?? null
}

/** The refused step of a job on this device, until it is completed. */
export function useRefusedStep(which: Which): RefusedStep | null {
  const text = useSyncExternalStore(subscribe, () => read(which))
  try {
    return text === null ? null : (JSON.parse(text) as RefusedStep)
  } catch {
    return null
  }
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

const settingOf = ({ jobId, operation }: Which): string => `step.${operation}.${jobId}`
