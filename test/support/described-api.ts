import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { completed } from './completed.ts'

const folder = path.join(import.meta.dirname, '..', 'data', 'vendor-apis')

type Schema = { properties?: Record<string, unknown>; [member: string]: unknown }
type Media = Record<string, { schema: Schema }>
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Media }
  responses: Record<string, { content: Media }>
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type DescribedOperation = {
  /** Differences of a request's body, or its query, from the description; an unknown member is one. */
  requestFaults: (body: object) => string[]
  answerFaults: (status: number, body: object) => string[]
  /** The answer with each member that the vendor always sends. */
  completed: (status: number, body: object) => object
}

export type DescribedApi = {
  /** The operation whose path fits the path of a request. Null when none is described. */
  operationOf: (method: string, pathname: string) => DescribedOperation | null
  /** What the vendor posts: the schema with this name. */
  posted: (name: string) => { faults: (object: object) => string[]; completed: (object: object) => object }
}

/** An operation of a vendor's API as the vendor describes it (`test/data/vendor-apis`). */
export function describedOperation(file: string, method: string, pathOfApi: string): DescribedOperation {
  const operation = describedApi(file).operationOf(method, pathOfApi)
  if (!operation) throw new Error(`${file} does not describe ${method} ${pathOfApi}`)
  return operation
}

/** A vendor's API; each operation is compiled with its first use. */
export function describedApi(file: string): DescribedApi {
  const { paths, components }: Description = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
  const { schemas } = components
  const compile = compilerOf(schemas)
  const compiled = new Map<Operation, DescribedOperation>()
  return {
    posted(name) {
      const schema = { $ref: `#/components/schemas/${name}` }
      return {
        faults: (object) => faultsOf(compile(schema, { coerces: false }), object),
        completed: (object) => Object(completed(schema, { value: object, schemas })),
      }
    },
    operationOf(method, pathname) {
      const methods = Object.entries(paths).find(([template]) => fits(template, pathname))?.[1]
      const operation = methods?.[method.toLowerCase()]
      if (!operation) return null
      const known = compiled.get(operation) ?? compiledOperation(operation, { compile, schemas })
      compiled.set(operation, known)
      return known
    },
  }
}

/** A form and a query have only texts, so their numbers and booleans are read from text. */
type Compile = (schema: Schema, options: { coerces: boolean }) => ValidateFunction

function compilerOf(described: Record<string, Schema>): Compile {
  const schemas = Object.fromEntries(Object.entries(described).map(([name, each]) => [name, closed(each)]))
  const ajvOf = (coerceTypes: boolean) =>
    new Ajv({ strict: false, allErrors: true, validateFormats: false, coerceTypes }).addSchema(
      { components: { schemas } },
      'vendor',
    )
  const [strict, coercing] = [ajvOf(false), ajvOf(true)]
  return (schema, { coerces }) =>
    (coerces ? coercing : strict).compile(
      JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', '"vendor#/')),
    )
}

function compiledOperation(
  operation: Operation,
  { compile, schemas }: { compile: Compile; schemas: Record<string, Schema> },
): DescribedOperation {
  const [[media, body] = ['', undefined]] = Object.entries(operation.requestBody?.content ?? {})
  const ofRequest = compile(body?.schema ?? schemaOfQuery(operation), { coerces: !media.includes('json') })
  const answers = new Map<number, ValidateFunction>()
  const answerOf = (status: number) => Object.values(operation.responses[status]?.content ?? {})[0]
  return {
    completed: (status, value) => Object(completed(answerOf(status)?.schema ?? {}, { value, schemas })),
    requestFaults: (given) => faultsOf(ofRequest, structuredClone(given)),
    answerFaults(status, given) {
      const answer = answerOf(status)
      if (!answer) return [`status ${status} is not described`]
      const ofAnswer = answers.get(status) ?? compile(answer.schema, { coerces: false })
      answers.set(status, ofAnswer)
      return faultsOf(ofAnswer, given)
    },
  }
}

function schemaOfQuery({ parameters = [] }: Operation): Schema {
  const query = parameters.filter((each) => each.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  }
}

const fits = (template: string, pathname: string): boolean =>
  template === pathname ||
  new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname)

/** The schema without room for members that it does not name. */
const closed = (schema: Schema): Schema =>
  schema.properties ? { ...schema, additionalProperties: false } : schema

const faultsOf = (validate: ValidateFunction, body: object): string[] =>
  validate(body)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
