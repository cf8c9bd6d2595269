import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import test from 'node:test'
import { startDray } from '../../test/support/dray.ts'
import { envOf } from '../../test/support/json-command.ts'
import { runCommand } from '../../test/support/process.ts'
import { newId } from '../lib/ids.ts'
import { defaultTariff } from '../pricing/tariff.ts'

test('an argument that cannot be used is refused in one line that names it, and nothing is changed', async () => {
  await using app = await startDray()
  const env = envOf(app)
  const { keyId } = await app.partner()
  const tariff = path.join(app.dataDir, 'tariff.json')
  await writeFile(tariff, JSON.stringify(defaultTariff))
  const broken = path.join(app.dataDir, 'broken.json')
  await writeFile(broken, '{"a": 1,,}')
  const absent = path.join(app.dataDir, 'ES.txt')
  const nobody = newId()
  const refused: [args: string[], why: RegExp][] = [
    [['geo', 'import', 'postcodes', absent], /ES\.txt cannot be read \(ENOENT\)/],
    [['geo', 'import', 'postcodes', app.dataDir], /cannot be read \(EISDIR\)/],
    [['key', 'update', keyId, '--expires', '2027-02-30T00:00:00Z'], /must be an instant/],
    [['tariff', 'set', tariff, '--starts-at', '2027-02-30'], /must be an instant/],
    [['tariff', 'set', tariff, '--starts-at', '1 March 2027'], /must be an instant/],
    [['tariff', 'set', tariff, '--partner', nobody], new RegExp(`There is no partner ${nobody}`)],
    [['tariff', 'set', path.join(app.dataDir, 'none.json')], /none\.json cannot be read \(ENOENT\)/],
    [['tariff', 'set', broken], /broken\.json is not JSON: .*line 1 column 9/],
    [['job', 'cancel', nobody], /'--reason <text>' not specified\n\(dray job cancel --help explains it\)/],
    [['job', 'problem', 'resolve', nobody], /\(dray job problem resolve --help explains it\)/],
    [['job', 'withdraw', nobody, '--reason', ' '], /must have 1 to 300 characters/],
    [['job', 'cancel', nobody, '--reason', ''], /must have 1 to 300 characters/],
  ]
  for (const [args, why] of refused) {
    const { code, stdout, stderr } = await runCommand([...args, '--json'], env)
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, why)
    assert.doesNotMatch(stderr, /^ {4}at /m, 'no stack')
  }
  const { rowCount } = await app.db.pool.query('select from tariff')
  assert.equal(rowCount, 1)
})
