import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { adminOperations } from '#contract/admin/index.ts'
import { appOperations } from '#contract/app/index.ts'
import type { Operation } from '#contract/operation.ts'
import { partnerOperations } from '#contract/partner.ts'
import { derivedIds } from '#contract/partner-panel/derive.ts'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'
import { sandboxOperations } from '#contract/sandbox/index.ts'

const http = path.join(import.meta.dirname, '../server/http')
const fileOf = (operationId: string) =>
  `${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

/** Derived operations have the handler of the operation of the panel. */
const derived = new Set(derivedIds().values())
const own = partnerPanelOperations.filter(({ operationId }) => !derived.has(operationId))

const surfaces: { surface: string; files: string; operations: readonly Operation[] }[] = [
  { surface: 'partner', files: 'partner/*.ts', operations: partnerOperations },
  { surface: 'sandbox', files: 'sandbox/*.ts', operations: sandboxOperations },
  { surface: 'app-api', files: 'app-api/*/*.ts', operations: appOperations },
  { surface: 'admin', files: 'admin/*/*.ts', operations: adminOperations },
  { surface: 'partner-panel', files: 'partner-panel/*/*.ts', operations: own },
]

for (const { surface, files, operations } of surfaces)
  test(`each operation of ${surface} is in one file with the name of its id`, () => {
    const present = globSync(files, { cwd: http }).map((file) => path.basename(file))
    const wrong = operations.filter(
      ({ operationId }) => present.filter((file) => file === fileOf(operationId)).length !== 1,
    )
    assert.deepEqual(
      wrong.map(({ operationId }) => operationId),
      [],
    )
  })

test('no two operations have one id, over all surfaces', () => {
  const all = [
    ...surfaces.flatMap(({ operations }) => operations),
    ...partnerPanelOperations.filter((each) => !own.includes(each)),
  ]
  const ids = all.map(({ operationId }) => operationId)
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  )
})
