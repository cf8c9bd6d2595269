import assert from 'node:assert/strict'
import test, { after, describe } from 'node:test'
import { adminOperations } from '#contract/admin/index.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import type { MemberRow } from '../authority/members.ts'
import { panelAuthority } from '../authority/panel.ts'
import { alertReceivers } from '../support/audited-alerts.ts'
import { answersTo } from '../support/authority-cells.ts'
import { startDray } from '../support/dray.ts'
import { openPanelCallers } from '../support/panel-callers.ts'
import { makeThings, sceneOf } from '../support/panel-scenes.ts'
import type { Staff } from '../support/staff.ts'

/* `docs/authority.md`: every cell, with real members, real things and real requests. */
const app = await startDray({ TRUST_PROXY: '1', ...alertReceivers })
after(() => app[Symbol.asyncDispose]())
const callers = await openPanelCallers(app)
const things = await makeThings(app)

describe('the authority table of the panel', () => {
  for (const operation of adminOperations)
    for (const [number, row] of panelAuthority(operation).entries())
      test(`${operation.operationId}${row.about && `: ${row.about}`}`, async () => {
        const expected = answersOf(row)
        const scene = async (caller: Staff) =>
          sceneOf(operation, number)({ app, callers, things, caller, maker: await callers.maker() })
        assert.deepEqual(await answersTo(callers, { operation, expected, scene }), expected)
      })
})

/** The row with each kind of caller by name. */
const answersOf = ({ outsider, suspended, roles, unproved, another }: MemberRow<StaffRole>) => ({
  ...Object.fromEntries(Object.keys(callers.outsiders).map((name) => [name, outsider])),
  suspended,
  ...roles,
  unproved,
  ...(another !== null && { another }),
})
