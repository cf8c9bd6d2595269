import { type OperationDocument, operationShapes } from './operation-shapes.ts'
import {
  declarationsOf,
  generated,
  type NamedShape,
  partnerShapes,
  type SchemaDocument,
} from './sdk-types.ts'
import { ofType, type Schema, shapeOf } from './typescript-types.ts'

/** Named parts of the sandbox's requests and responses, each with its path. */
const parts: Record<string, [path: string, comment: string]> = {
  StoryName: ['Story.name', 'What a customer does by itself.'],
  Move: ['MakeMoveInput.do', 'What people can do with a job.'],
  CardOutcome: ['MakeMoveInput.outcome', 'How a card behaves.'],
  TripReason: ['MakeMoveInput.reason', 'Why a carrier cannot collect.'],
  NextMoment: ['Clock.next', 'What happens next by itself.'],
}

const comments: Record<string, string> = {
  Story: 'A customer who acts by itself.',
  Clock: 'The clock of the jobs of a test key.',
  ClockMoved: 'The clock after a move, with what happened on the way.',
  Step: 'What happened to a job.',
  ListedSandboxJob: 'A job of the sandbox in the list of all.',
  SandboxJob: 'A job of the sandbox: what happened to it, and what can happen next.',
  Sms: 'A text about a job.',
}

/**
 * Text of `sdk/typescript/src/sandbox-contract.ts`, from the OpenAPI documents of the sandbox and the partner API. It
 * has the types of every operation, also of operations that the SDK has no function for.
 */
export function sdkSandboxTypes(sandbox: OperationDocument, partner: SchemaDocument): string {
  const known = partnerShapes(partner)
  const knownShapes = new Set(known.map(({ schema }) => shapeOf(schema)))
  const shapes = operationShapes(sandbox)
    .filter(({ schema }) => !knownShapes.has(shapeOf(schema)))
    .map((shape) => ({ ...shape, comment: comments[shape.name] ?? shape.comment }))
  const declarations = declarationsOf([...partsOf(shapes), ...shapes], sandbox, known)
  return `${[generated, ...importOf(declarations, known), ...declarations].join('\n\n')}\n`
}

function partsOf(shapes: NamedShape[]): NamedShape[] {
  return Object.entries(parts).map(([name, [path, comment]]) => {
    const [type, member = ''] = path.split('.')
    const part = shapes.find((shape) => shape.name === type)?.schema.properties?.[member]
    if (!part) throw new Error(`The document of the sandbox has no ${path}.`)
    return { name, comment, schema: withoutNull(part) }
  })
}

function withoutNull(schema: Schema): Schema {
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : undefined
  return type === undefined ? schema : ofType(schema, type)
}

/** The import of the types of the partner API that the declarations name. */
function importOf(declarations: string[], known: NamedShape[]): string[] {
  const text = declarations.join('\n').replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const names = known.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  if (names.length === 0) return []
  const line = `import type { ${names.sort().join(', ')} } from './contract.ts'`
  return [
    line.length <= 110
      ? line
      : `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './contract.ts'`,
  ]
}
