import type { ListedSms } from '../sms/store.ts'

/** Readable list of texts: one line of facts, the body below it (if it is kept), an empty line between two texts. */
export const textLines = (texts: ListedSms[]): string =>
  texts.length ? texts.map(lines).join('\n\n') : 'None.'

function lines({
  to,
  kind,
  body,
  status,
  reason,
  provider,
  job_id,
  created_at,
  delivery,
}: ListedSms): string {
  const about = job_id ? `${kind} of job ${job_id}` : kind
  const result = [status, provider && `by ${provider}`, reason && `(${reason})`, delivery && `- ${delivery}`]
  const facts = [secondOf(created_at), to, about, result.filter(Boolean).join(' ')]
  const words = body || kind !== 'code' ? body.replaceAll(/\s*\n\s*/g, ' ') : usedCode
  return facts.join('  ') + (words && `\n  ${words}`)
}

/** The words of a code are deleted when it has been used or is no longer valid. */
const usedCode = '(the code has been used or is no longer valid)'

const secondOf = (instant: Date): string => `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`
