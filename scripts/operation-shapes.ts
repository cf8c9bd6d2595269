import type { NamedShape, SchemaDocument } from './sdk-types.ts'
import type { Schema } from './typescript-types.ts'

type Content = { content?: { 'application/json'?: { schema: Schema } } }
type DocumentOperation = {
  operationId: string
  summary: string
  requestBody?: Content
  responses: Record<string, Content>
}

/** The part of an OpenAPI document with its operations. */
export type OperationDocument = SchemaDocument & { paths: Record<string, Record<string, object>> }

/**
 * The request and success response of each operation of a document, in the order of their first use. A schema without a
 * name is named for its operation: `moveClock` takes `MoveClockInput`.
 */
export function operationShapes(document: OperationDocument): NamedShape[] {
  const schemas = document.components.schemas as Record<string, Schema>
  const shapes = new Map<string, NamedShape>()
  const add = (used: Schema, operationName: string, comment: string): void => {
    const name = nameIn(used.$ref) ?? operationName
    const schema = used.$ref === undefined ? used : schemas[name]
    if (!schema) throw new Error(`The document has no ${name}.`)
    if (shapes.has(name)) return
    shapes.set(name, { name, comment, schema })
    for (const $ref of referencesIn(schema)) add({ $ref }, name, '')
  }
  for (const { operationId, summary, requestBody, responses } of operationsOf(document)) {
    const name = operationId.charAt(0).toUpperCase() + operationId.slice(1)
    const input = schemaIn(requestBody)
    if (input) add(input, `${name}Input`, `${summary}: the body.`)
    const result = schemaIn(Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1])
    if (result) add(result, `${name}Result`, `${summary}: the response.`)
  }
  return [...shapes.values()]
}

const operationsOf = ({ paths }: OperationDocument): DocumentOperation[] =>
  Object.values(paths).flatMap((path) => Object.values(path) as DocumentOperation[])

const schemaIn = (content: Content | undefined): Schema | undefined =>
  content?.content?.['application/json']?.schema

const nameIn = (reference: string | undefined): string | undefined => reference?.split('/').at(-1)

const referencesIn = (schema: Schema): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference)
