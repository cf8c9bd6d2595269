import type { Sent } from './refusal.ts'

/**
 * The `X-Request-Id` of a request. Under /v1 it is a link, because the log of the reader's company has those requests.
 */
export function RequestLink({ sent: { call, requestId } }: { sent: Sent }) {
  const id = <code>{requestId}</code>
  if (!call.includes(' /v1/')) return id
  return (
    <a href={`/partner/requests?request=${requestId}`} title="X-Request-Id">
      {id}
    </a>
  )
}
