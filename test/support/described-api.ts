import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

const folder = path.join(import.meta.dirname, '..', 'data', 'vendor-apis')

type Schema = { properties?: Record<string, unknown>; [member: string]: unknown }
type Media = Record<string, { schema: Schema }>
type Operation = {
  requestBody: { content: Media }
  responses: Record<string, { content: Media }>
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type DescribedOperation = {
  /** Differences of a request from the description; an unknown member is one. */
  requestFaults: (body: object) => string[]
  answerFaults: (status: number, body: object) => string[]
}

/** An operation of a vendor's API as the vendor describes it (`test/data/vendor-apis`). */
export function describedOperation(file: string, method: string, pathOfApi: string): DescribedOperation {
  const description: Description = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
  const operation = description.paths[pathOfApi]?.[method]
  if (!operation) throw new Error(`${file} does not describe ${method} ${pathOfApi}`)
  const schemas = Object.fromEntries(
    Object.entries(description.components.schemas).map(([name, schema]) => [name, closed(schema)]),
  )
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ components: { schemas } }, 'vendor')
  const compile = (content: Media): ValidateFunction => {
    const [media] = Object.values(content)
    if (!media) throw new Error(`${file}: ${method} ${pathOfApi} has no body`)
    return ajv.compile(JSON.parse(JSON.stringify(closed(media.schema)).replaceAll('"#/', '"vendor#/')))
  }
  const ofRequest = compile(operation.requestBody.content)
  return {
    requestFaults: (body) => faultsOf(ofRequest, body),
    answerFaults(status, body) {
      const answer = operation.responses[status]
      return answer ? faultsOf(compile(answer.content), body) : [`status ${status} is not described`]
    },
  }
}

/** The schema without room for members that it does not name. */
const closed = (schema: Schema): Schema =>
  schema.properties ? { ...schema, additionalProperties: false } : schema

const faultsOf = (validate: ValidateFunction, body: object): string[] =>
  validate(body)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
