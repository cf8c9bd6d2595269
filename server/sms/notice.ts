import { maskPhone } from '../lib/phone.ts'

/**
 * What a developer sees on the console when a text went to the outbox: the text and its link, which opens on this
 * machine. Logs hold no phones, so the number is masked and the link's `phone` is left out.
 */
export function outboxNotice(sms: { to: string; body: string }, baseUrl: string): string {
  const body = sms.body.replace(/(https?:\/\/\S+?)\?phone=\S*/g, '$1')
  const path = /https?:\/\/[^\s/]+(\/draft\/[\w-]+)/.exec(body)?.[1]
  const shown = body.split(/\n+/).map((line) => `  ${line}`)
  const lines = [`SMS to ${maskPhone(sms.to)}, kept in the outbox:`, ...shown]
  if (path) lines.push(`  Open it here: ${baseUrl.replace(/\/+$/, '')}${path}`)
  return lines.join('\n')
}
