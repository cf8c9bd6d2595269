import { openApi } from '#contract/openapi.ts'

type Schema = {
  type?: string | string[]
  description?: string
  enum?: string[]
  const?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema
}

/** Names of types inside a schema, where the name of the member does not say what it is. */
const typeNames: Record<string, string> = { pickup: 'Stop', dropoff: 'Stop', error: 'ErrorCode' }

const heading = `"""Shapes of the partner API. Written by \`npm run gen\` from its contract; do not edit."""

from __future__ import annotations

from typing import Literal, TypedDict
`

/**
 * The schemas of the partner API's document as types of the Python SDK. Python 3.10 has no mark for an optional key, so
 * a shape with optional members inherits from one with the required members.
 */
export function pythonTypes(): string {
  const types = new Map<string, string>()
  const schemas = openApi('https://dray.example', '0').components.schemas as Record<string, Schema>
  for (const [name, schema] of Object.entries(schemas)) declare(name, schema, types)
  // The names of values come first, as they need one empty line around them and classes need two.
  const isClass = (type: string) => type.startsWith('\n')
  const sorted = [...types.values()].sort((a, b) => Number(isClass(a)) - Number(isClass(b)))
  return `${[heading, ...sorted].join('\n').trimEnd()}\n`
}

/** Adds the type and those of its members. @throws Error if the name has another shape already. */
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
  const base = `_${name}Required`
  return `${classText(`${base}(TypedDict)`, needed)}\n${classText(`${name}(${base}, total=False)`, optional)}`
}

const classText = (head: string, members: string[]): string => `\nclass ${head}:\n${members.join('')}`

function memberText(member: string, schema: Schema, types: Map<string, string>): string {
  const line = `    ${member}: ${pythonType(member, schema, types)}\n`
  return schema.description ? line + docText(schema.description) : line
}

function pythonType(member: string, schema: Schema, types: Map<string, string>): string {
  const { type, items, additionalProperties } = schema
  if (schema.const !== undefined) return literal([schema.const])
  if (schema.enum || schema.properties) return declare(typeNames[member] ?? pascal(member), schema, types)
  if (items) return `list[${pythonType(member, items, types)}]`
  if (additionalProperties) return `dict[str, ${pythonType(member, additionalProperties, types)}]`
  return [type].flat().map(plainType).join(' | ')
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
