import { type Static, Type } from 'typebox'
import type { CardForm, PageSources } from '../../processor.ts'

export const stripeEnv = Type.Object({
  STRIPE_SECRET_KEY: Type.String({
    minLength: 1,
    secret: true,
  }),
  STRIPE_PUBLISHABLE_KEY: Type.String({
    default: '',
  }),
  STRIPE_WEBHOOK_SECRET: Type.String({
    default: '',
    secret: true,
  }),
  STRIPE_API_URL: Type.String({
    default: 'https://api.stripe.com',
    format: 'service-url',
  }),
  STRIPE_PAYOUTS: Type.Enum(['connect', 'off'], {
    type: 'string',
    default: 'connect',
  }),
  STRIPE_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 20_000,
    default: 15_000,
  }),
})
export type StripeSettings = Static<typeof stripeEnv>

/** Errors that the schema cannot express. They name the setting, never its value. */
export function stripeFaults(settings: StripeSettings): string[] {
  const faults: string[] = []
  if (settings.STRIPE_SECRET_KEY.startsWith('pk_')) {
    faults.push(
      'STRIPE_SECRET_KEY is a publishable key; take the secret key (sk_…) or a restricted one (rk_…)',
    )
  } else if (!keyShape.test(settings.STRIPE_SECRET_KEY)) {
    faults.push('STRIPE_SECRET_KEY must look like sk_live_…, sk_test_…, rk_live_… or rk_test_…')
  }
  faults.push(...publishableFaults(settings))
  if (!webhookSecrets(settings).every((secret) => /^whsec_\S+$/.test(secret))) {
    faults.push('STRIPE_WEBHOOK_SECRET must look like whsec_…')
  }
  if (!isSafeUrl(settings.STRIPE_API_URL)) {
    faults.push('STRIPE_API_URL must be https without a path, or http on this machine')
  }
  return faults
}

/** Whether the key moves real money; its prefix says so. */
export const stripeMode = ({
  STRIPE_SECRET_KEY,
}: Pick<StripeSettings, 'STRIPE_SECRET_KEY'>): 'live' | 'test' =>
  keyShape.exec(STRIPE_SECRET_KEY)?.[1] === 'live' ? 'live' : 'test'

function publishableFaults({ STRIPE_PUBLISHABLE_KEY: key, ...settings }: StripeSettings): string[] {
  if (key === '') return []
  const mode = publicShape.exec(key)?.[1]
  if (!mode) return ['STRIPE_PUBLISHABLE_KEY must look like pk_live_… or pk_test_…']
  return mode === stripeMode(settings)
    ? []
    : ['STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys or both be test keys']
}

/** With a publishable key, customers type cards in the app's page. */
export const stripeCardForm = ({ STRIPE_PUBLISHABLE_KEY: publishableKey }: StripeSettings): CardForm =>
  publishableKey === '' ? { kind: 'page' } : { kind: 'stripe', publishableKey }

/** What Stripe's script needs, by Stripe's guide on content security policies. */
export const stripeSources = (settings: StripeSettings): PageSources | null =>
  stripeCardForm(settings).kind === 'page'
    ? null
    : {
        scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
        frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        connections: ['https://api.stripe.com'],
      }

export const webhookSecrets = ({
  STRIPE_WEBHOOK_SECRET,
}: Pick<StripeSettings, 'STRIPE_WEBHOOK_SECRET'>): string[] =>
  STRIPE_WEBHOOK_SECRET.split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)

const publicShape = /^pk_(live|test)_[0-9A-Za-z_]{8,}$/
const keyShape = /^[sr]k_(live|test)_[0-9A-Za-z_]{8,}$/

function isSafeUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.pathname !== '/' || url.search || url.hash || url.username || url.password) return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}
