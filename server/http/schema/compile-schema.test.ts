import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { adminOperations } from '#contract/admin/index.ts'
import { appOperations } from '#contract/app/index.ts'
import type { Operation } from '#contract/operation.ts'
import { partnerOperations } from '#contract/partner.ts'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'
import { sandboxOperations } from '#contract/sandbox/index.ts'
import { compileOperations } from './compile-schema.ts'

const apis: Record<string, readonly Operation[]> = {
  partnerOperations,
  sandboxOperations,
  appOperations,
  adminOperations,
  partnerPanelOperations,
}

for (const [name, operations] of Object.entries(apis))
  test(`every schema of ${name} compiles, which a request would be the first to find out`, () => {
    assert.ok(operations.length > 2, String(operations.length))
    compileOperations(operations)
  })

test('a schema that does not compile is found', () => {
  const [first] = partnerOperations
  const broken = { ...first, body: Type.Object({ id: Type.String({ pattern: '(' }) }) } as Operation
  assert.throws(() => compileOperations([broken]))
})
