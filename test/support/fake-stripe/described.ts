import { type DescribedApi, type DescribedOperation, describedApi } from '../described-api.ts'
import type { Form } from './form.ts'

let stripe: DescribedApi | null = null
const description = (): DescribedApi => {
  stripe ??= describedApi('stripe.json')
  return stripe
}

/** The operation as Stripe describes it. @throws for one that it does not have. */
export function describedCall(method: string, pathname: string): DescribedOperation {
  const operation = description().operationOf(method, pathname)
  if (!operation) throw new Error(`Stripe does not describe ${method} ${pathname}`)
  return operation
}

const schemasOfEvents: Record<string, string> = {
  payment_intent: 'PaymentIntent',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  'radar.early_fraud_warning': 'EarlyFraudWarning',
  'checkout.session': 'Session',
  setup_intent: 'SetupIntent',
  account: 'Account',
}

/** The object of an event, whole. @throws when it is not as Stripe describes it. */
export function describedObject(object: object): object {
  const { faults, completed } = description().posted(
    schemasOfEvents[String(Reflect.get(object, 'object'))] ?? '',
  )
  const whole = completed(object)
  const found = faults(whole)
  if (found.length > 0) throw new Error(`not an object of Stripe: ${found.join('; ')}`)
  return whole
}

/** `a[b]=1` is a member in an object, `a[0]=1` an item of an array. */
export function nested(form: Form): object {
  const whole: Record<string, unknown> = {}
  for (const [name, value] of form) {
    const keys = name.split(/\[|\]\[|\]/).filter((key) => key !== '')
    const last = keys.pop() ?? name
    let place: object = whole
    for (const [index, key] of keys.entries()) {
      const next: unknown = Reflect.get(place, key)
      const isArray = /^\d+$/.test(keys[index + 1] ?? last)
      const inner = typeof next === 'object' && next !== null ? next : isArray ? [] : {}
      Reflect.set(place, key, inner)
      place = inner
    }
    Reflect.set(place, last, value)
  }
  return whole
}
