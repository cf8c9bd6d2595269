import { invalid } from './refusal.ts'

export type Form = URLSearchParams

/** One request: the id in its path, its form and its idempotency key. */
export type Call = { id: string; form: Form; key: string | null }

export type Metadata = Record<string, string>

export const metadataOf = (form: Form): Metadata =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const member = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return member ? [[member, value]] : []
    }),
  )

export const expands = (form: Form, member: string): boolean =>
  [...form].some(([name, value]) => name.startsWith('expand[') && value === member)

/** Refuses unknown parameters, like Stripe. */
export function only(form: Form, known: string[]): void {
  for (const name of form.keys()) {
    const base = name.replace(/\[.*$/, '')
    if (base !== 'expand' && base !== 'metadata' && !known.includes(base))
      throw invalid('parameter_unknown', { param: name })
  }
}

export function needed(form: Form, name: string): string {
  const value = form.get(name)
  if (!value) throw invalid('parameter_missing', { param: name })
  return value
}

export function centsOf(form: Form, name: string): number {
  const cents = Number(needed(form, name))
  if (!Number.isInteger(cents) || cents <= 0) throw invalid('parameter_invalid_integer', { param: name })
  return cents
}

/** One page like Stripe's: newest first, 10 items by default, after the item `starting_after`. */
export function listPage<T extends { id: string; created: number }>(
  all: T[],
  form: Form,
  show: (item: T) => unknown,
) {
  const since = Number(form.get('created[gte]') ?? 0)
  const rows = all.filter(({ created }) => created >= since).toReversed()
  const after = form.get('starting_after')
  const from = after ? rows.findIndex(({ id }) => id === after) + 1 : 0
  const limit = Number(form.get('limit') ?? 10)
  const data = rows.slice(from, from + limit).map(show)
  return { object: 'list', data, has_more: from + limit < rows.length, url: '/v1/list' }
}
