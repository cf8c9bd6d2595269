import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { adminOperations } from '#contract/admin/index.ts'
import { appOperations } from '#contract/app/index.ts'
import { partnerOperations } from '#contract/partner.ts'

const http = path.join(import.meta.dirname, '../server/http')
const fileOf = (operationId: string) =>
  `${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

const surfaces = [
  { surface: 'partner', files: 'partner/*.ts', operations: partnerOperations },
  { surface: 'app-api', files: 'app-api/*/*.ts', operations: appOperations },
  { surface: 'admin', files: 'admin/*/*.ts', operations: adminOperations },
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
  const ids = surfaces.flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  )
})
