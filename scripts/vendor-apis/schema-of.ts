import { child, type Declarations, type Node, nodes, type Scope } from './declarations.ts'

export type Schema = { [member: string]: unknown }

export type Cut = {
  declarations: Declarations
  /** The members, as `Type.member`, of which the objects are described; all others are objects or ids only. */
  whole: ReadonlySet<string>
  /** The members that may be null although they are not declared so. */
  orNull: ReadonlySet<string>
  used: Set<string>
}
type Place = { scope: Scope; at: string; cut: Cut }

/** The JSON schema of a type that a vendor's package declares. */
export function schemaOfType(name: string, { scope, cut }: { scope: Scope; cut: Cut }): Schema {
  const declared = cut.declarations.find(name, scope)
  if (!declared) throw new Error(`${scope.file} does not declare ${name}`)
  const { node, name: whole, scope: inner } = declared
  if (node.type === 'TSTypeAliasDeclaration')
    return schemaOf(annotated(node), { scope: inner, at: whole, cut })
  return schemaOfInterface(node, { scope: inner, at: whole, cut })
}

/** With the members of the interfaces that it extends. An object without known members has texts as values. */
function schemaOfInterface(node: Node, { scope, at, cut }: Place): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const { expression } of nodes(node, 'extends') as { expression?: unknown }[]) {
    const parent = schemaOfType(String((expression as Node).name), { scope, cut })
    Object.assign(properties, parent.properties)
    required.push(...((parent.required as string[] | undefined) ?? []))
  }
  for (const member of nodes(
    child(node, 'body') ?? node,
    node.type === 'TSTypeLiteral' ? 'members' : 'body',
  )) {
    if (member.type === 'TSIndexSignature')
      return { type: 'object', additionalProperties: schemaOf(annotated(member), { scope, at, cut }) }
    const key = child(member, 'key')
    const name = String(key?.name ?? key?.value)
    const type = annotated(member)
    if (member.type !== 'TSPropertySignature' || type.type === 'TSVoidKeyword') continue
    properties[name] = schemaOfMember(type, { scope, at: `${at}.${name}`, cut })
    if (!member.optional) required.push(name)
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false }
}

function schemaOfMember(type: Node, place: Place): Schema {
  const schema = schemaOf(type, place)
  if (!place.cut.orNull.has(place.at)) return schema
  place.cut.used.add(place.at)
  return { anyOf: [schema, { type: 'null' }] }
}

/** `typeAnnotation` of a member is a node around that of its type. */
function annotated(node: Node): Node {
  const outer = child(node, 'typeAnnotation')
  const inner = outer?.type === 'TSTypeAnnotation' ? child(outer, 'typeAnnotation') : outer
  if (!inner) throw new Error(`a ${node.type} without a type`)
  return inner
}

const simple: Record<string, Schema> = {
  TSStringKeyword: { type: 'string' },
  TSNumberKeyword: { type: 'number' },
  TSBooleanKeyword: { type: 'boolean' },
  TSNullKeyword: { type: 'null' },
  TSUnknownKeyword: {},
}

function schemaOf(node: Node, place: Place): Schema {
  const known = simple[node.type]
  if (known) return known
  if (node.type === 'TSLiteralType') return { const: child(node, 'literal')?.value }
  if (node.type === 'TSArrayType')
    return { type: 'array', items: schemaOf(child(node, 'elementType') as Node, place) }
  if (node.type === 'TSTypeLiteral') return schemaOfInterface(node, place)
  if (node.type === 'TSUnionType') return unionOf(nodes(node, 'types'), place)
  if (node.type === 'TSTypeReference') return referenceOf(node, place)
  throw new Error(`${place.at}: a ${node.type} is not read`)
}

/**
 * Vendors allow texts or numbers beside their listed words, as the lists may grow. That is left out: a fake may not
 * invent words. Beside an id, the resource in its place is left out unless it is described.
 */
function unionOf(types: Node[], place: Place): Schema {
  const words = types.flatMap((type) =>
    type.type === 'TSLiteralType' ? [child(type, 'literal')?.value] : [],
  )
  const isOpen = ({ type }: Schema) => words.some((word) => typeof word === type)
  const others = types
    .filter((type) => type.type !== 'TSLiteralType' && nameOf(type) !== 'OtherString')
    .map((type) => schemaOf(type, place))
    .filter((schema) => !isOpen(schema))
  const hasId = others.some(({ type }) => type === 'string')
  const kept = hasId ? others.filter((schema) => schema !== unread) : others
  const all = [...(words.length > 0 ? [{ enum: words }] : []), ...new Set(kept)]
  return all.length === 1 && all[0] ? all[0] : { anyOf: all }
}

/** An object that is not described: outside of `whole`. */
const unread: Schema = { type: 'object' }

function referenceOf(node: Node, place: Place): Schema {
  const name = nameOf(node)
  const [argument] = nodes(child(node, 'typeArguments'), 'params')
  if (name === 'Date' || name === 'Decimal') return { type: 'string' }
  if (name === 'Array') return { type: 'array', items: schemaOf(argument as Node, place) }
  if (name === 'Emptyable') return { anyOf: [schemaOf(argument as Node, place), { const: '' }] }
  if (name === 'ApiList') return listOf(schemaOf(argument as Node, place))
  const { cut, scope, at } = place
  const declared = cut.declarations.find(name, scope)
  if (!declared) return unread
  const isObject = declared.node.type === 'TSInterfaceDeclaration' && !/^Metadata(Param)?$/.test(name)
  if (isObject && !cut.whole.has(at)) return unread
  if (isObject) cut.used.add(at)
  return schemaOfType(name, { scope, cut })
}

export const listOf = (items: Schema): Schema => ({
  type: 'object',
  properties: {
    object: { const: 'list' },
    data: { type: 'array', items },
    has_more: { type: 'boolean' },
    url: { type: 'string' },
  },
  required: ['object', 'data', 'has_more', 'url'],
  additionalProperties: false,
})

function nameOf(node: Node): string {
  const named = child(node, 'typeName') ?? node
  if (named.type === 'TSQualifiedName')
    return `${nameOf(child(named, 'left') as Node)}.${String(child(named, 'right')?.name)}`
  return typeof named.name === 'string' ? named.name : ''
}
