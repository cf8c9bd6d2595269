/**
 * A schema as the documents show it: without `x-check` and without `additionalProperties: false`. The contract closes its
 * response schemas so that tests find a leaked member; a client that relied on that would break when a response gains a
 * member.
 */
export function published(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => name !== 'x-check' && !(name === 'additionalProperties' && value === false))
      .map(([name, value]) =>
        isRecord(name, value) ? ['additionalProperties', value['^.*$']] : [name, value],
      )
      .map(([name, value]) => [name, publishedPart(value)]),
  )
}

function publishedPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publishedPart)
  return typeof value === 'object' && value !== null ? published(value) : value
}

/** A record with string keys, as TypeBox writes it. Client generators read the type of its values from `additionalProperties`. */
const isRecord = (name: string, value: { '^.*$'?: object }): boolean =>
  name === 'patternProperties' && '^.*$' in value
