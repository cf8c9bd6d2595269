type Schema = { [member: string]: unknown }
export type Schemas = Record<string, Schema>

/** The answer of a fake, with each member that the vendor always sends: null, empty or the first word where it lacks. */
export function completed(schema: Schema, { value, schemas }: { value: unknown; schemas: Schemas }): unknown {
  const whole = schemaFor(schema, { value, schemas })
  if (Array.isArray(value))
    return value.map((item) => completed(Object(whole.items), { value: item, schemas }))
  if (!isObject(value) || !isObject(whole.properties)) return value
  const required = Array.isArray(whole.required) ? whole.required : []
  const missing = required.filter((name) => !(name in value))
  const given = Object.entries(value).map(([name, member]) => {
    const described = Reflect.get(Object(whole.properties), name)
    return [name, described ? completed(described, { value: member, schemas }) : member]
  })
  const added = missing.map((name) => [
    name,
    placeholder(Reflect.get(Object(whole.properties), name), schemas),
  ])
  return Object.fromEntries([...given, ...added])
}

/** Of several schemas the one for this kind of value. */
function schemaFor(schema: Schema, { value, schemas }: { value: unknown; schemas: Schemas }): Schema {
  const whole = dereferenced(schema, schemas)
  if (!Array.isArray(whole.anyOf)) return whole
  const branches = whole.anyOf.map((each) => dereferenced(each, schemas))
  const kind = Array.isArray(value) ? 'array' : typeof value
  return branches.find(({ type }) => type === kind) ?? {}
}

function placeholder(schema: Schema, schemas: Schemas): unknown {
  const whole = dereferenced(schema, schemas)
  const branches: Schema[] = Array.isArray(whole.anyOf) ? whole.anyOf : [whole]
  if (branches.some(({ type }) => type === 'null')) return null
  const [first = {}] = branches
  if (first.const !== undefined) return first.const
  if (Array.isArray(first.enum)) return first.enum[0]
  if (first.type === 'object') return completed(first, { value: {}, schemas })
  return { string: '', number: 0, boolean: false, array: [] }[String(first.type)]
}

const dereferenced = (schema: Schema, schemas: Schemas): Schema =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
