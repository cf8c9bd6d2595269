import type { CardForm } from '#contract/app/payments.ts'

/**
 * The attempt to save a card that has no result yet. Its id is stored before the request, so a reload or a lost
 * response continues the same attempt. Per tab: a card typed in another tab is another attempt.
 */
export function openSetup(kind: CardForm['kind']): string | null {
  try {
    return sessionStorage.getItem(nameOf(kind))
  } catch {
    return null
  }
}

export function beginSetup(kind: CardForm['kind']): string {
  const id = crypto.randomUUID()
  write((storage) => storage.setItem(nameOf(kind), id))
  return id
}

export const forgetSetup = (kind: CardForm['kind']): void =>
  write((storage) => storage.removeItem(nameOf(kind)))

const nameOf = (kind: CardForm['kind']): string => `dray.card-setup.${kind}`

function write(change: (storage: Storage) => void): void {
  try {
    change(sessionStorage)
  } catch {
    // Without session storage a reload begins another attempt.
  }
}
