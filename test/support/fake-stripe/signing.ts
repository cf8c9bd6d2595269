import { createHmac } from 'node:crypto'

export const fakeWebhookSecret = 'whsec_FakeStripeOfTheTests'

export type Signing = { secret?: string; at?: Date }

export type SignedEvent = { body: string; headers: Record<string, string> }

/** Signs any text like Stripe. */
export function sign(
  body: string,
  { secret = fakeWebhookSecret, at = new Date() }: Signing = {},
): SignedEvent {
  const time = Math.floor(at.getTime() / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${time},v1=${signature}`,
    },
  }
}
