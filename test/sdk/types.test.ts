import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import type { AsSent } from '#contract/common.ts'
import type * as contract from '#contract/partner.ts'
import type { CardOutcome, Move } from '#contract/sandbox/moves.ts'
import type { StoryName } from '#contract/sandbox/stories.ts'
import type * as sandbox from '#contract/sandbox/world.ts'
import type { errorCodes, JobSize, JobStatus } from '#contract/vocabulary.ts'
import type { OperationDocument } from '../../scripts/operation-shapes.ts'
import { sdkSandboxTypes } from '../../scripts/sdk-sandbox-types.ts'
import { type SchemaDocument, sdkTypes } from '../../scripts/sdk-types.ts'
import type * as sdk from '../../sdk/typescript/src/index.ts'
import { version } from '../../sdk/typescript/src/index.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const readPartner = () => JSON.parse(read('docs/openapi.json')) as SchemaDocument
const readSandbox = () => JSON.parse(read('docs/sandbox-openapi.json')) as OperationDocument

test('the types of the SDK are those of the published documents', () => {
  assert.equal(read('sdk/typescript/src/contract.ts'), sdkTypes(readPartner()))
  const sandboxTypes = sdkSandboxTypes(readSandbox(), readPartner())
  assert.equal(read('sdk/typescript/src/sandbox-contract.ts'), sandboxTypes)
})

test('a new operation of the sandbox gets types, with the names of the partner API where it has them', () => {
  const sandbox = readSandbox()
  const { EstimateInput } = readPartner().components.schemas
  const body = (schema: unknown) => ({ content: { 'application/json': { schema } } })
  sandbox.components.schemas = { ...sandbox.components.schemas, EstimateInput, Guess: guess }
  sandbox.paths['/sandbox/v1/guess'] = {
    post: {
      operationId: 'guessPrice',
      summary: 'Guess a price',
      requestBody: body({
        type: 'object',
        properties: { trip: { $ref: '#/components/schemas/EstimateInput' } },
      }),
      responses: { 200: body({ $ref: '#/components/schemas/Guess' }), 400: body({ type: 'unknown' }) },
    },
  }
  const types = sdkSandboxTypes(sandbox, readPartner())
  assert.match(types, /^import type \{[^}]*\bEstimateInput\b/m)
  assert.ok(types.includes('export type GuessPriceInput = {\n  trip?: EstimateInput\n}'))
  assert.ok(
    types.endsWith('export type Guess = {\n  cents: number | null\n  parts: Record<string, number>\n}\n'),
  )
})

const guess = {
  type: 'object',
  required: ['cents', 'parts'],
  properties: {
    cents: { type: ['integer', 'null'] },
    parts: { type: 'object', additionalProperties: { type: 'number' } },
  },
}

test('the version of the SDK is that of its package', () => {
  const { version: packaged } = JSON.parse(read('sdk/typescript/package.json')) as { version: string }
  assert.equal(version, packaged)
  assert.match(
    read('sdk/typescript/CHANGELOG.md'),
    new RegExp(`^## ${packaged.replaceAll('.', '\\.')}\\b`, 'm'),
  )
})

/** Values of both types can be used for each other; the compiler refuses `true` where they cannot. */
type Same<A, B> = [A, B] extends [B, A] ? true : false

test('the compiler finds the types of the SDK to be those that the server validates with', () => {
  const same: [
    Same<sdk.EstimateInput, AsSent<contract.EstimateInput>>,
    Same<sdk.Estimate, contract.Estimate>,
    Same<sdk.JobInput, AsSent<contract.JobInput>>,
    Same<sdk.JobCreated, contract.JobCreated>,
    Same<sdk.Job, contract.Job>,
    Same<sdk.JobSize, JobSize>,
    Same<sdk.JobStatus, JobStatus>,
    Same<sdk.ErrorCode, (typeof errorCodes)[number]>,
    Same<sdk.Clock, sandbox.Clock>,
    Same<sdk.Step, sandbox.Step>,
    Same<sdk.SandboxJob, sandbox.SandboxJob>,
    Same<sdk.Move, Move>,
    Same<sdk.CardOutcome, CardOutcome>,
    Same<sdk.StoryName, StoryName>,
  ] = [true, true, true, true, true, true, true, true, true, true, true, true, true, true]
  assert.ok(same.every(Boolean))
})

test('a schema that the types cannot express is an error, not a type that accepts anything', () => {
  const document = readPartner()
  const job = document.components.schemas['Job'] as { properties: Record<string, object> }
  job.properties['updated_at'] = { type: 'object' }
  assert.throws(() => sdkTypes(document), /object/)
  delete document.components.schemas['Job']
  assert.throws(() => sdkTypes(document), /Job/)
})
