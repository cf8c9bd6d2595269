/**
 * A schema as a document shows it: without the names of server checks, and open to new members. The values of the
 * contract close their answers (`additionalProperties: false`), so that tests find a member that leaks; a client that took
 * this for a promise would break when an answer gains one.
 */
export function published(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => name !== 'x-check' && !(name === 'additionalProperties' && value === false))
      .map(([name, value]) => [name, publishedPart(value)]),
  )
}

function publishedPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publishedPart)
  return typeof value === 'object' && value !== null ? published(value) : value
}
