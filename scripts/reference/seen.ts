import type { PartnerOperation } from '#contract/operation.ts'
import { partnerOperations } from '#contract/partner.ts'
import type { ApiRequest, Prism, Violation } from './prism.ts'
import type { Recorded } from './relay.ts'

/** One response that Prism has compared with the document. */
export type Seen = { operationId: string; status: number; violations: string[] }

export function operationAt(method: string, path: string): PartnerOperation | undefined {
  const plain = path.split('?', 1)[0] ?? ''
  return partnerOperations.find(
    (each) => each.method === method && new RegExp(`^${each.url.replace(/:\w+/g, '[^/]+')}$`).test(plain),
  )
}

/**
 * The request counts only if the server accepted it: then the document must allow it too. A refused request is meant to
 * violate the document. The response always counts.
 */
export function judged(request: ApiRequest, status: number, violations: Violation[]): Seen {
  const operationId = operationAt(request.method, request.path)?.operationId ?? 'none'
  const counted = violations.filter(({ location }) => location[0] === 'response' || status < 400)
  return {
    operationId,
    status,
    violations: counted.map(
      ({ location, message }) => `${operationId} ${status} ${location.join('.')}: ${message.slice(0, 300)}`,
    ),
  }
}

/** Shows Prism a response that was recorded elsewhere. */
export async function showRecorded(prism: Prism, request: ApiRequest, recorded: Recorded): Promise<Seen> {
  const { status, violations } = await prism.send(request, { recorded })
  const seen = judged(request, recorded.status, violations)
  if (status === recorded.status) return seen
  const fault = `${seen.operationId}: Prism answered ${status} where ${recorded.status} was recorded`
  return { ...seen, violations: [...seen.violations, fault] }
}

/** Documented responses of the operations that were not seen. */
export function notSeen(seen: readonly Seen[]): string[] {
  const covered = new Set(seen.map(({ operationId, status }) => `${operationId} ${status}`))
  return partnerOperations
    .flatMap(({ operationId, answers }) => Object.keys(answers).map((status) => `${operationId} ${status}`))
    .filter((response) => !covered.has(response))
}
