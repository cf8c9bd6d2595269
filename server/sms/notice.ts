import { maskPhone } from '../lib/phone.ts'

/**
 * Console output for a developer when an SMS was stored in the outbox: the text, and a link to this server if the
 * link in the text leads elsewhere. Logs must not contain phones, so the number is masked and the link's `phone` is
 * left out.
 */
export function outboxNotice(sms: { to: string; body: string }, baseUrl: string): string {
  const body = sms.body.replace(/(https?:\/\/\S+?)\?phone=\S*/g, '$1')
  const [link, path] = /https?:\/\/[^\s/]+(\/draft\/[\w-]+)/.exec(body) ?? []
  const here = `${baseUrl.replace(/\/+$/, '')}${path}`
  const shown = body.split(/\n+/).map((line) => `  ${line}`)
  const lines = [`SMS to ${maskPhone(sms.to)}, kept in the outbox:`, ...shown]
  if (link && link !== here) lines.push(`  Open it here: ${here}`)
  return lines.join('\n')
}
