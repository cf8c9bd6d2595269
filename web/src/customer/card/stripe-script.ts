/** The part of Stripe's script that the app uses (https://docs.stripe.com/js). */
export type Stripe = {
  elements: (options: ElementsOptions) => Elements
  confirmSetup: (options: {
    elements: Elements
    clientSecret: string
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }) => Promise<{ error?: StripeError }>
}

type ElementsOptions = {
  mode: 'setup'
  currency: 'eur'
  allowedPaymentMethodTypes: string[]
  appearance: { theme: 'stripe' | 'night'; variables: Record<string, string> }
}

export type StripeError = { type: string; message?: string }

export type Elements = {
  create: (kind: 'payment' | 'expressCheckout', options: object) => StripeElement
  /** Checks the fields and shows what is wrong in them. */
  submit: () => Promise<{ error?: StripeError }>
}

export type StripeElement = {
  mount: (place: HTMLElement) => void
  destroy: () => void
  on: <Kind extends keyof ElementEvents>(
    kind: Kind,
    hear: (event: ElementEvents[Kind]) => void,
  ) => StripeElement
}

type ElementEvents = {
  ready: { availablePaymentMethods?: Record<string, boolean> }
  loaderror: { error: StripeError }
  click: { resolve: (details?: object) => void; reject: () => void }
  confirm: { paymentFailed: (why: { reason: 'fail' }) => void }
}

export type StripeFactory = (publishableKey: string, options: { locale: string }) => Stripe

/** Of the release of the API that the server uses. Stripe allows no copy of it. */
const source = 'https://js.stripe.com/endive/stripe.js'

let loading: Promise<StripeFactory> | null = null

/** Loads the script of Stripe, once: only where a card is typed. @throws if it cannot be loaded; a later call retries. */
export function loadStripe(): Promise<StripeFactory> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

const load = (): Promise<StripeFactory> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('the script of Stripe was not loaded'))
    }
    script.src = source
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      const { Stripe } = globalThis as { Stripe?: StripeFactory }
      if (Stripe) resolve(Stripe)
      else fail()
    })
    document.head.append(script)
  })
