import type { Refusal } from './refusal.ts'
import { RequestLink } from './request-link.tsx'
import { useTexts } from './texts.ts'

/** An error response, with its code for a developer. The error of a refused key is shown at the field of the key. */
export function Problem({ refusal }: { refusal: Refusal | null }) {
  const t = useTexts().problem
  if (!refusal || refusal.status === 401 || refusal.status === 403) return null
  const { status, code, message, details, sent, retryAfterSeconds } = refusal
  const text = code === 'offline' ? t.offline : message || t.unknown
  return (
    <div className="tool-problem" role="alert">
      <p>
        <b>{t.title}.</b> {text} {retryAfterSeconds !== null && t.wait(retryAfterSeconds)}
      </p>
      {Object.entries(details).map(([field, reason]) => (
        <p key={field}>
          <code>{field}</code> {reason}
        </p>
      ))}
      {status > 0 && (
        <p className="tool-soft">
          <code>
            {status} {code}
          </code>{' '}
          {sent && <RequestLink sent={sent} />}
        </p>
      )}
    </div>
  )
}
