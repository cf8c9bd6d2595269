import { smsStatuses } from '#contract/vocabulary.ts'
import { type OperationDocument, operationShapes } from './operation-shapes.ts'
import type { SchemaDocument } from './sdk-types.ts'
import { ofType, type Schema } from './typescript-types.ts'

/** Names of types inside a schema, where the name of the member does not say what it is. */
const typeNames: Record<string, string> = {
  pickup: 'Stop',
  dropoff: 'Stop',
  error: 'ErrorCode',
  do: 'Move',
  moves: 'Move',
  outcome: 'CardOutcome',
  name: 'StoryName',
  story: 'StoryName',
  next: 'NextMoment',
  by: 'Rater',
  reason: 'TripReason',
}

const heading = (
  api: string,
  imported = '',
) => `"""Shapes of ${api}. Written by \`npm run gen\` from its contract; do not edit."""

from __future__ import annotations

from typing import Literal, TypedDict
${imported}`

/**
 * The schemas of the partner API's document as types of the Python SDK. Python 3.10 has no mark for an optional key, so
 * a shape with optional members inherits from one with the required members.
 */
export function pythonTypes(document: SchemaDocument): string {
  const ofHeader = union('SmsStatus', [...smsStatuses])
  return fileText(heading('the partner API'), [...partnerTypes(document).values(), ofHeader])
}

/**
 * The types of every operation of the sandbox, also of operations that the SDK has no function for. Types that the
 * partner API has too are imported.
 */
export function pythonSandboxTypes(sandbox: OperationDocument, partner: SchemaDocument): string {
  const known = partnerTypes(partner)
  const types = new Map(known)
  for (const { name, schema } of operationShapes(sandbox)) declare(name, schema, types)
  const added = [...types].filter(([name]) => !known.has(name)).map(([, text]) => text)
  const members = added.join('').replaceAll(/"""[^]*?"""/g, '')
  const used = [...known.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(members)).sort()
  const imported = used.length > 0 ? `\nfrom .types import ${used.join(', ')}\n` : ''
  return fileText(heading('the sandbox', imported), added)
}

function partnerTypes({ components }: SchemaDocument): Map<string, string> {
  const types = new Map<string, string>()
  for (const [name, schema] of Object.entries(components.schemas as Record<string, Schema>))
    declare(name, schema, types)
  return types
}

function fileText(head: string, types: string[]): string {
  // The names of values come first, as they need one empty line around them and classes need two.
  const isClass = (type: string) => type.startsWith('\n')
  const sorted = types.sort((a, b) => Number(isClass(a)) - Number(isClass(b)))
  return `${[head, ...sorted].join('\n').trimEnd()}\n`
}

/** Adds the type and the types of its members. @throws Error if the name has another shape already. */
function declare(name: string, schema: Schema, types: Map<string, string>): string {
  const declaration = schema.enum ? union(name, schema.enum) : shape(name, schema, types)
  const known = types.get(name) ?? declaration
  if (known !== declaration) throw new Error(`The Python type ${name} would have two shapes.`)
  types.set(name, declaration)
  return name
}

const union = (name: string, values: string[]): string => {
  const line = `${name} = ${literal(values)}`
  return line.length <= maxLine
    ? `${line}\n`
    : `${name} = Literal[\n${values.map((value) => `    "${value}",\n`).join('')}]\n`
}

const literal = (values: string[]): string => `Literal[${values.map((value) => `"${value}"`).join(', ')}]`

function shape(name: string, { properties = {}, required = [] }: Schema, types: Map<string, string>): string {
  const members = Object.entries(properties).map(([member, schema]) => ({
    isRequired: required.includes(member),
    text: memberText(member, schema, types),
  }))
  const textOf = (isRequired: boolean) =>
    members.filter((member) => member.isRequired === isRequired).map(({ text }) => text)
  const [needed, optional] = [textOf(true), textOf(false)]
  if (optional.length === 0) return classText(`${name}(TypedDict)`, needed)
  if (needed.length === 0) return classText(`${name}(TypedDict, total=False)`, optional)
  const base = `_${name}Required`
  return `${classText(`${base}(TypedDict)`, needed)}\n${classText(`${name}(${base}, total=False)`, optional)}`
}

const classText = (head: string, members: string[]): string => `\nclass ${head}:\n${members.join('')}`

function memberText(member: string, schema: Schema, types: Map<string, string>): string {
  const line = `    ${member}: ${pythonType(member, schema, types)}\n`
  return schema.description ? line + docText(schema.description) : line
}

function pythonType(member: string, schema: Schema, types: Map<string, string>): string {
  const { $ref, type, items, additionalProperties } = schema
  if ($ref) return $ref.split('/').at(-1) ?? $ref
  if (Array.isArray(type))
    return type.map((each) => pythonType(member, ofType(schema, each), types)).join(' | ')
  if (schema.const !== undefined) return literal([schema.const])
  if (schema.enum || schema.properties) return declare(typeNames[member] ?? pascal(member), schema, types)
  if (items) return `list[${pythonType(member, items, types)}]`
  if (additionalProperties) return `dict[str, ${pythonType(member, additionalProperties, types)}]`
  return plainType(type)
}

const plainTypes: Record<string, string> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
}

function plainType(type: string | undefined): string {
  const found = plainTypes[type ?? '']
  if (!found) throw new Error(`There is no Python type for ${type}.`)
  return found
}

const pascal = (member: string): string =>
  member.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const maxLine = 100

/** The description as the docstring of the member, which editors show. */
function docText(description: string): string {
  const lines: string[] = []
  const words = `"""${description.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"""`.split(' ')
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= maxLine) lines.push(`${lines.pop()} ${word}`)
    else lines.push(`    ${word}`)
  }
  return `${lines.join('\n')}\n`
}
