import { ApiError } from '../../kit/api.ts'

type Asked = { job_id: string; amount_cents: number; carrier_cents: number; payment_id?: string }

/** Ids of refunds whose outcome is unknown, by the refund that was asked for. */
const unanswered = new Map<string, string>()

/**
 * Sends a refund with an id. If its answer was lost, the same refund keeps its id, so that sending it from a new form
 * joins the first one.
 */
export async function withRefundId<Answer>(
  asked: Asked,
  send: (refundId: string) => Promise<Answer>,
): Promise<Answer> {
  const key = JSON.stringify(asked)
  const id = unanswered.get(key) ?? crypto.randomUUID()
  unanswered.set(key, id)
  try {
    const answer = await send(id)
    unanswered.delete(key)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) unanswered.delete(key)
    throw error
  }
}
