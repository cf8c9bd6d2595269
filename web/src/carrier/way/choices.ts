import { useSyncExternalStore } from 'react'
import { onForgottenSettings } from '../../kit/forget-settings.ts'
import { readSetting, writeSetting } from '../../kit/settings.ts'

export type Choice = 'yes' | 'no'
type Choices = Record<string, Choice>

/** Whether the carrier shares its position for a job of this device. Apart, because every screen reads it. */
export const useChoices = (): Choices => useSyncExternalStore(subscribe, readChoices, readChoices)

export function readChoices(): Choices {
  const text = readSetting('way')
  if (text !== read.text) Object.assign(read, { text, choices: parsed(text) })
  return read.choices
}

export const sharedJobs = (choices: Choices): string[] =>
  Object.keys(choices).filter((jobId) => choices[jobId] === 'yes')

/** `null` forgets the job: it has ended. */
export function choose(jobId: string, choice: Choice | null): void {
  const { [jobId]: _, ...others } = readChoices()
  const choices = choice ? { ...others, [jobId]: choice } : others
  writeSetting('way', Object.keys(choices).length > 0 ? JSON.stringify(choices) : null)
  tell()
}

/** The same object until the text changes. */
const read: { text: string | null; choices: Choices } = { text: null, choices: {} }

function parsed(text: string | null): Choices {
  try {
    return text ? (JSON.parse(text) as Choices) : {}
  } catch {
    return {}
  }
}

const listeners = new Set<() => void>()

onForgottenSettings(tell)

function tell(): void {
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
