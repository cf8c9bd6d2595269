import { Tariff } from '#contract/tariff.ts'

/** Numbers as the fields hold them: an empty field is `''`. */
type Fields<T> = T extends number | null
  ? number | ''
  : T extends (infer Each)[]
    ? Fields<Each>[]
    : { [Name in keyof T]: Fields<T[Name]> }

/**
 * The terms of a tariff as the editor shows them: the members of the contract, so the server's errors find their
 * fields, but in euros, per cent and kilometres.
 */
export type Draft = Fields<Tariff>

export const draftOf = (terms: Tariff): Draft =>
  converted(terms, (value, name) => (value === null ? '' : Number(value) / scaleOf(name))) as Draft

/** The terms in the units of the contract. The last tier has no end. */
export function termsOf(draft: Draft): Tariff {
  const terms = converted(draft, (value, name) =>
    value === '' ? null : exact(Number(value) * scaleOf(name)),
  ) as Tariff
  const last = terms.distanceTiers.length - 1
  const distanceTiers = terms.distanceTiers.map((tier, index) =>
    index === last ? { ...tier, upToKm: null } : tier,
  )
  return { ...terms, distanceTiers }
}

export type DraftFault =
  | { key: 'required' }
  | { key: 'ascending' }
  | { key: 'low'; limit: number }
  | { key: 'high'; limit: number }
  /** More decimals than the contract allows: `decimals` of the number shown. */
  | { key: 'finer'; decimals: number; isMoney: boolean }

/** Errors by the path of their field (`distanceTiers.1.upToKm`). */
export function faultsOf(draft: Draft): Record<string, DraftFault> {
  const faults: Record<string, DraftFault> = {}
  const lastEnd = `distanceTiers.${draft.distanceTiers.length - 1}.upToKm`
  for (const [path, value] of leavesOf(draft)) {
    const fault = path === lastEnd ? null : faultOf(path, value)
    if (fault) faults[path] = fault
  }
  draft.distanceTiers.slice(1, -1).forEach(({ upToKm }, index) => {
    const before = draft.distanceTiers[index]?.upToKm
    if (upToKm !== '' && upToKm <= Number(before))
      faults[`distanceTiers.${index + 1}.upToKm`] = { key: 'ascending' }
  })
  return faults
}

function faultOf(path: string, value: unknown): DraftFault | null {
  if (value === '' || value === undefined) return { key: 'required' }
  const scale = scaleOf(path.split('.').find((name) => scaleOf(name) > 1) ?? '')
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY, multipleOf = 1 } = schemaAt(path)
  if (Number(value) * scale < minimum) return { key: 'low', limit: minimum / scale }
  if (Number(value) * scale > maximum) return { key: 'high', limit: maximum / scale }
  // What was typed is refused, never rounded.
  const decimals = Math.round(Math.log10(scale / multipleOf))
  return hasMoreDecimals(Number(value), decimals)
    ? { key: 'finer', decimals, isMoney: /cents/i.test(path) }
    : null
}

const hasMoreDecimals = (value: number, decimals: number): boolean =>
  Number(value.toFixed(decimals)) !== value

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  maximum?: number
  multipleOf?: number
}

function schemaAt(path: string): Schema {
  let at: Schema = Tariff as Schema
  for (const name of path.split('.')) at = at.items ?? at.properties?.[name] ?? {}
  return at
}

/** Cents are shown as euros, basis points as per cent. */
const scaleOf = (name: string): number => (/cents|BasisPoints/i.test(name) ? 100 : 1)

/** Without the traces of binary fractions: 12.3 × 100 is 1230. */
const exact = (value: number): number => Math.round(value * 100) / 100

type Convert = (value: number | '' | null, name: string) => number | '' | null

function converted(value: unknown, convert: Convert, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => converted(each, convert, name))
  if (typeof value !== 'object' || value === null) return convert(value as number | '' | null, name)
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [
      member,
      // Sizes inside of a member have its unit.
      converted(each, convert, scaleOf(name) > 1 ? name : member),
    ]),
  )
}

export function leavesOf(value: unknown, above = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[above, value]]
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, above ? `${above}.${name}` : name))
}
