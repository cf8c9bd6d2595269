import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import type * as contract from '#contract/partner.ts'
import type { errorCodes, JobSize, JobStatus } from '#contract/vocabulary.ts'
import { type SchemaDocument, sdkTypes } from '../../scripts/sdk-types.ts'
import type * as sdk from '../../sdk/typescript/src/index.ts'
import { version } from '../../sdk/typescript/src/index.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

test('the types of the SDK are those of the published document', () => {
  const document = JSON.parse(read('docs/openapi.json')) as SchemaDocument
  assert.equal(read('sdk/typescript/src/contract.ts'), sdkTypes(document))
})

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
    Same<sdk.EstimateInput, contract.EstimateInput>,
    Same<sdk.Estimate, contract.Estimate>,
    Same<sdk.JobInput, contract.JobInput>,
    Same<sdk.JobCreated, contract.JobCreated>,
    Same<sdk.Job, contract.Job>,
    Same<sdk.JobSize, JobSize>,
    Same<sdk.JobStatus, JobStatus>,
    Same<sdk.ErrorCode, (typeof errorCodes)[number]>,
  ] = [true, true, true, true, true, true, true, true]
  assert.ok(same.every(Boolean))
})

test('a schema that the types cannot express is an error, not a type that accepts anything', () => {
  const document = JSON.parse(read('docs/openapi.json')) as SchemaDocument
  const job = document.components.schemas['Job'] as { properties: Record<string, object> }
  job.properties['updated_at'] = { type: 'object' }
  assert.throws(() => sdkTypes(document), /object/)
  delete document.components.schemas['Job']
  assert.throws(() => sdkTypes(document), /Job/)
})
