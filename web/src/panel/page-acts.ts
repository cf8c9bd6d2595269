import { IconBolt } from './icons.ts'
import type { Command } from './places.ts'

/** The acts that the open page offers by key now, read from its buttons; running one presses its button. */
export const pageActs = (group: string): Command[] =>
  [...document.querySelectorAll<HTMLButtonElement>('main button[aria-keyshortcuts]:enabled')].map(
    (button) => {
      const key = button.getAttribute('aria-keyshortcuts') ?? ''
      const text = button.getAttribute('aria-label') ?? wordsOf(button)
      return { id: `here-${key}`, text, group, hint: key, Icon: IconBolt, run: () => button.click() }
    },
  )

/** The text without the hint of the key. */
function wordsOf(button: HTMLButtonElement): string {
  const copy = button.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return copy.textContent?.trim() ?? ''
}
