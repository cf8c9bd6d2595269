/**
 * A schema as the documents show it. The server and the tests use the schema of the contract, which has more:
 * - `x-check` names a check in code, which the document cannot show.
 * - `x-null-is-absent` removes the null that the document shows.
 * - `additionalProperties: false` closes a response, so tests find a leaked member. A client that relied on that would
 *   break when a response gains a member.
 * - `x-open` marks a list of values that may grow. The contract keeps the list, the document shows text.
 */
export function published(schema: object): object {
  return Object.fromEntries(
    Object.entries(withoutClosedList(schema))
      .filter(([name, value]) => !ours.has(name) && !(name === 'additionalProperties' && value === false))
      .map(([name, value]) =>
        isRecord(name, value) ? ['additionalProperties', value['^.*$']] : [name, value],
      )
      .map(([name, value]) => [
        name,
        name === 'pattern' ? plainPattern(String(value)) : publishedPart(value),
      ]),
  )
}

/** Readers that do not set the `u` flag would refuse a class with characters beyond U+FFFF. */
const plainPattern = (pattern: string): string =>
  pattern.replaceAll(/[\u{10000}-\u{10FFFF}](-[\u{10000}-\u{10FFFF}])?/gu, '')

const ours = new Set(['x-check', 'x-null-is-absent'])

function publishedPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publishedPart)
  return typeof value === 'object' && value !== null ? published(value) : value
}

type MaybeOpen = { 'x-open'?: unknown; enum?: string[]; description?: string }

/** Shows the values of an open list as examples. A generated client accepts a value that a later version adds. */
function withoutClosedList(schema: MaybeOpen): object {
  const { 'x-open': isOpen, enum: values = [], description = '', ...rest } = schema
  if (isOpen !== true) return schema
  const known = values.map((value) => `\`${value}\``).join(', ')
  const more = `Today one of ${known}. Later versions may add others.`
  return { ...rest, description: `${description} ${more}`.trim(), examples: values }
}

/**
 * A record with string keys, as TypeBox writes it. Client generators read the type of its values from
 * `additionalProperties`.
 */
const isRecord = (name: string, value: { '^.*$'?: object }): boolean =>
  name === 'patternProperties' && '^.*$' in value
