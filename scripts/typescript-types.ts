/** The part of JSON Schema that the documents of the SDK use. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: string[]
  const?: string
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema
  required?: string[]
  description?: string
}

/** `resolve` follows a `$ref`; `named` has the names of types by their shape. */
export type Context = { resolve: (schema: Schema) => Schema; named: Map<string, string> }

/** The declaration of a type, formatted as Biome does it. */
export function declaration(name: string, text: string, type: string): string {
  const declared = fitted(`export type ${name} =`, type, '')
  return text ? `${comment(text, '')}\n${declared}` : declared
}

/** The name of a type, or its members if it has no name. */
export function shownType(reference: Schema, context: Context, indent = ''): string {
  const schema = context.resolve(reference)
  return context.named.get(shapeOf(schema)) ?? shownShape(schema, context, indent)
}

/** Like `shownType`, also for a type that has a name: its declaration needs the members. */
export function shownShape(schema: Schema, context: Context, indent = ''): string {
  if (schema.const !== undefined) return quoted(schema.const)
  if (Array.isArray(schema.type))
    return schema.type.map((type) => shownType(ofType(schema, type), context, indent)).join(' | ')
  if (schema.enum) return union(schema.enum)
  if (schema.items) return arrayOf(shownType(schema.items, context, indent))
  if (schema.properties) return objectType(schema, context, indent)
  if (schema.additionalProperties)
    return `Record<string, ${shownType(schema.additionalProperties, context, indent)}>`
  return primitive(schema.type)
}

/** Two schemas with another description are the same type. */
export const shapeOf = (schema: Schema): string => JSON.stringify({ ...schema, description: undefined })

/** One of the types of a schema with several. */
export const ofType = (schema: Schema, type: string): Schema =>
  type === 'null'
    ? { type }
    : { ...schema, type, ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }) }

export const union = (values: readonly string[]): string => values.map(quoted).join(' | ')

function objectType({ properties = {}, required = [] }: Schema, context: Context, indent: string): string {
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([name, schema]) => {
    const { description } = schema
    const mark = required.includes(name) ? '' : '?'
    const line = fitted(`${inner}${name}${mark}:`, shownType(schema, context, inner), inner)
    return description ? `${comment(description, inner)}\n${line}` : line
  })
  return `{\n${members.join('\n')}\n${indent}}`
}

const quoted = (text: string): string => `'${text}'`

/** An object in braces needs no parentheses, also when a member of it is a union. */
const arrayOf = (item: string): string =>
  item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`

function primitive(type: string | string[] | undefined): string {
  if (type === 'integer') return 'number'
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type
  throw new Error(`The types of the SDK have no ${String(type)}.`)
}

/** As in `biome.json`. */
const lineWidth = 110

/** A type after the start of its line. A union that is too long has a line for each member, as Biome formats it. */
function fitted(start: string, type: string, indent: string): string {
  const line = `${start} ${type}`
  if (line.length <= lineWidth || type.includes('\n')) return line
  return `${start}${type
    .split(' | ')
    .map((member) => `\n${indent}  | ${member}`)
    .join('')}`
}

function comment(text: string, indent: string): string {
  const single = `${indent}/** ${text} */`
  if (single.length <= lineWidth) return single
  const lines = wrapped(text, lineWidth - indent.length - 3)
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n')
}

function wrapped(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
