import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readDeclarations } from './declarations.ts'
import { type Cut, listOf, type Schema, schemaOfType } from './schema-of.ts'

export type VendorOperation = {
  /** The method of the vendor's class that makes the call, in the file `source`. */
  source: string
  method: string
  /** The type of the parameters, and of the answer or a list's items. In another file than `source`: `file#Type`. */
  params?: string
  answer: string
  /** Status of the answer when it is not 200. */
  status?: number
}

export type VendorApi = {
  title: string
  /** Folder of the declarations in the package. */
  folder: string
  /** Media type of bodies. */
  media: 'application/json' | 'application/x-www-form-urlencoded'
  /** The vendor's way to make a call: found in the text of a method's body. `read` gives the code of another file. */
  callOf: (body: string, read: (source: string) => string) => VendorCall | null
  operations: VendorOperation[]
  /** Types that the vendor posts to us. */
  posted: { source: string; type: string }[]
  /** The objects inside of others that are described, as `Type.member`. */
  whole: string[]
  /** The members that may be null although they are not declared so, as `Type.member`. */
  orNull?: string[]
}

/** `names`: from the declared names of the parameters to those in the request, where they differ. */
type VendorCall = { method: string; path: string; names?: ReadonlyMap<string, string> }

/** A description in the form of OpenAPI 3.1 of the operations that Dray uses. */
export function describeApi(api: VendorApi, packageFolder: string): object {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  )
  const { whole, orNull = [] } = api
  const cut: Cut = {
    declarations: readDeclarations(),
    whole: new Set(whole),
    orNull: new Set(orNull),
    used: new Set(),
  }
  const schemaIn = (source: string, type: string): Schema => {
    const [name = '', file = source] = type.split('#').toReversed()
    const declared = path.join(packageFolder, api.folder, `${file}.d.ts`)
    return schemaOfType(name, { scope: { file: declared, namespaces: [] }, cut })
  }
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, Schema> = {}
  for (const operation of api.operations) {
    const { source } = operation
    const call = callIn(api, { packageFolder, operation })
    const answer = operation.answer.replace(/^.*#/, '')
    schemas[answer] ??= schemaIn(source, operation.answer)
    const reference = { $ref: `#/components/schemas/${answer}` }
    const isList = operation.method === 'list' && api.media !== 'application/json'
    const params = operation.params && schemaIn(source, operation.params)
    const before = paths[call.path] ?? {}
    before[call.method.toLowerCase()] = {
      ...inputOf(call, params || { type: 'object', properties: {} }, api.media),
      responses: {
        [operation.status ?? 200]: {
          content: { 'application/json': { schema: isList ? listOf(reference) : reference } },
        },
      },
    }
    paths[call.path] = before
  }
  for (const { source, type } of api.posted) schemas[type] = schemaIn(source, type)
  const unused = [...whole, ...orNull].filter((each) => !cut.used.has(each))
  if (unused.length > 0) throw new Error(`not in the package: ${unused.join(', ')}`)
  const info = { title: api.title, version: `${name} ${version}`, license: { name: license } }
  return { openapi: '3.1.0', info, paths, components: { schemas } }
}

function inputOf({ method, names }: VendorCall, declared: Schema, media: string): object {
  const schema = names ? renamed(declared, names) : declared
  if (method !== 'GET') return { requestBody: { content: { [media]: { schema } } } }
  const required = (schema.required as string[] | undefined) ?? []
  return {
    parameters: Object.entries(schema.properties as Record<string, Schema>).map(([name, each]) => ({
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      schema: each,
    })),
  }
}

function renamed(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  const sent = (declared: string): string => {
    const name = names.get(declared)
    if (!name) throw new Error(`the call does not send ${declared}`)
    return name
  }
  const properties = Object.entries(Object(schema.properties)).map(([name, each]) => [sent(name), each])
  const required = (schema.required as string[] | undefined)?.map(sent)
  return { ...schema, properties: Object.fromEntries(properties), ...(required && { required }) }
}

/** Method and path as the vendor's own code calls them. */
function callIn(
  api: VendorApi,
  { packageFolder, operation }: { packageFolder: string; operation: VendorOperation },
): VendorCall {
  const { source, method } = operation
  const read = (file: string) => readFileSync(path.join(packageFolder, api.folder, `${file}.js`), 'utf8')
  const [, body = ''] = read(source).split(new RegExp(`\\n    (?:async |.* = function )?${method}\\(`))
  const call = api.callOf(body.split(/\n {4}\};?\n/)[0] ?? '', read)
  if (!call) throw new Error(`${source}.js: the call of ${method} was not found`)
  return call
}
