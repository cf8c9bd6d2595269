import { separators } from '#contract/text.ts'

/** The contract's marks for what the server does with a body before the validation. */
type SchemaNode = {
  'x-trim'?: boolean
  'x-one-line'?: boolean
  'x-null-is-absent'?: boolean
  maxItems?: number
  maxLength?: number
  properties?: Record<string, SchemaNode>
}

type Change = (object: Record<string, unknown>) => void

/**
 * Returns a function that brings a body to its normal form in place. All later steps read this form: validation, the
 * hash of an idempotency key, the geocoder, the job.
 */
export function normalizer(schema: SchemaNode): (data: unknown) => void {
  const changes = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => changesOf(name, member))
  return (data) => {
    if (typeof data !== 'object' || data === null) return
    for (const change of changes) change(data as Record<string, unknown>)
  }
}

function changesOf(name: string, member: SchemaNode): Change[] {
  const { maxItems, maxLength = 0, properties } = member
  const inner = properties && normalizer(member)
  return [
    ...(member['x-null-is-absent'] ? [withoutNull(name)] : []),
    ...(member['x-trim'] ? [onText(name, (text) => text.trim())] : []),
    ...(member['x-one-line'] ? [onText(name, (text) => inOneLine(text, maxLength))] : []),
    ...(maxItems === undefined ? [] : [shortened(name, maxItems)]),
    ...(inner ? [(object: Record<string, unknown>) => inner(object[name])] : []),
  ]
}

const withoutNull =
  (name: string): Change =>
  (object) => {
    if (object[name] === null) delete object[name]
  }

const onText =
  (name: string, change: (text: string) => string): Change =>
  (object) => {
    const value = object[name]
    if (typeof value === 'string') object[name] = change(value)
  }

/** Cuts a list to one entry over its limit: the error is still reported, without validating thousands of entries. */
const shortened =
  (name: string, maxItems: number): Change =>
  (object) => {
    const value = object[name]
    if (Array.isArray(value) && value.length > maxItems) value.length = maxItems + 1
  }

/**
 * Joins the lines of an address with `, `. Commas next to a separator belong to it. Where `, ` would make a text of the
 * allowed length too long, a comma alone joins. A text far over the maximum length is unchanged.
 */
function inOneLine(text: string, maxLength: number): string {
  if (text.length > 4 * maxLength || !separator.test(text)) return text
  const lines = text.split(separator).map((line) => line.replaceAll(/^[\s,]+|[\s,]+$/g, ''))
  const parts = lines.filter((line) => line !== '')
  const joined = parts.join(', ')
  return joined.length > maxLength ? parts.join(',') : joined
}

const separator = new RegExp(`[${separators}]`, 'u')
