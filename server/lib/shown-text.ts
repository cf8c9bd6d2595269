import { bidiControls } from '#contract/app/common.ts'

/**
 * A partner's words as the app shows them: they are stored and told to the partner as they came, but must not turn the
 * text around them, nor be nothing at all to the eye.
 */
export function shownText(text: string): string {
  const straight = text.replace(turning, '')
  return visible.test(straight) ? straight : '–'
}

const turning = new RegExp(`[${bidiControls}]`, 'gu')
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFFD]/u
