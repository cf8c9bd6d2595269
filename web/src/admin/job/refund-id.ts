type Asked = { job_id: string; amount_cents: number; carrier_cents: number; payment_id?: string }

/** Ids of refunds whose success is not known, by the refund that was asked for. */
const unanswered = new Map<string, string>()

/**
 * Sends a refund with an id. Until it succeeds, the same refund keeps its id, so that sending it from a new form joins
 * the first one. A refusal does not end the id: it may be that of a retry, such as an ended session, after an answer
 * that was lost.
 */
export async function withRefundId<Answer>(
  asked: Asked,
  send: (refundId: string) => Promise<Answer>,
): Promise<Answer> {
  const key = JSON.stringify(asked)
  const id = unanswered.get(key) ?? crypto.randomUUID()
  unanswered.set(key, id)
  const answer = await send(id)
  unanswered.delete(key)
  return answer
}
