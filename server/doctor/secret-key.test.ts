import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import { written } from '../../test/support/written-checks.ts'
import { secretKeyFileIn } from '../config/secret-key-file.ts'
import { settleSecretKey } from '../start/secret-key.ts'
import { checkSecretKey } from './secret-key.ts'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-doctor-key-'))
after(() => fs.rmSync(dataDir, { recursive: true, force: true }))
const log = { info: () => {} }
const checked = async (...needs: Parameters<typeof checkSecretKey>) => written(await checkSecretKey(...needs))

test('decision 24: doctor reports where the secret key comes from, whether it fits, and its permissions', async () => {
  await using db = await createDatabase()
  const source = { secretKey: null, dataDir }
  const file = secretKeyFileIn(dataDir)
  const before = await checked(source, db)
  assert.deepEqual([before.status, before.detail], ['ok', `none yet; the first start makes ${file}`])
  assert.ok(!fs.existsSync(file), 'the doctor makes none')

  const given = { secretKey: randomBytes(32), dataDir }
  assert.match((await checked(given, db)).detail, /^from SECRET_KEY; the first start records/)
  await settleSecretKey(db.kysely, source, log)
  assert.match((await checked(source, db)).detail, /secret\.key, fits the installation \([0-9a-f]{16}\)$/)
  const other = await checked(given, db)
  assert.equal(other.status, 'fail')
  assert.match(other.detail, /^SECRET_KEY is another secret key/)

  fs.chmodSync(file, 0o604)
  const open = await checked(source, db)
  assert.deepEqual([open.status, open.remedy], ['warn', `chmod o-rwx ${file}`])
  fs.writeFileSync(file, 'hunter2\n')
  const broken = await checked(source, db)
  assert.equal(broken.status, 'fail')
  assert.match(broken.detail, /holds no secret key/)
  fs.rmSync(file)
  assert.match((await checked(source, db)).detail, /^The secret key of this installation is not here/)
})
