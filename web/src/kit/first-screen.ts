import { personLanguages } from '#contract/vocabulary.ts'
import { changeLanguage, currentLanguage } from './language.ts'

const firstScreen = (): HTMLElement | null => document.getElementById('first-screen')

/** True if the server wrote the first screen of a draft into the page, which it does only without a session. */
export const isSignedOutDraft = (): boolean => firstScreen()?.dataset.screen === 'draft'

/**
 * Shows the app in place of the first screen of the page, if that is still there, and takes over what was typed, chosen
 * or sent on it.
 *
 * @param field the app's field of the phone number, if its screen has one.
 */
export function replaceFirstScreen(field: HTMLInputElement | null = null): void {
  const screen = firstScreen()
  if (!screen) return
  const oldField = screen.querySelector<HTMLInputElement>('input[type=tel]')
  const chosen = screen.querySelector('select')?.value
  const cursor = document.activeElement === oldField ? oldField?.selectionStart : null
  screen.remove()
  document.getElementById('root')?.removeAttribute('hidden')
  if (oldField && field) takeOver(field, { oldField, cursor: cursor ?? null })
  const language = personLanguages.find((known) => known === chosen)
  if (language && language !== currentLanguage()) void changeLanguage(language)
}

type Typed = { oldField: HTMLInputElement; cursor: number | null }

/** Fires the events that typing causes, so the form needs no code for this. */
function takeOver(field: HTMLInputElement, { oldField, cursor }: Typed): void {
  if (field.value !== oldField.value) {
    // React observes plain assignments, and would ignore the event after one.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, oldField.value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (cursor !== null) field.focus({ preventScroll: true })
  // After React has rendered the value, which would move the cursor to its end; still before the browser paints.
  queueMicrotask(() => {
    if (cursor !== null) field.setSelectionRange(cursor, cursor)
    if (oldField.form?.ariaBusy === 'true') field.form?.requestSubmit()
  })
}
