import assert from 'node:assert/strict'
import test, { after, describe } from 'node:test'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'
import { type PartnerRow, partnerAuthority } from '../authority/partner-pages.ts'
import { answersTo } from '../support/authority-cells.ts'
import { startDray } from '../support/dray.ts'
import { openPartnerCallers } from '../support/partner-callers.ts'
import { makeOwnThings, ownSceneOf } from '../support/partner-scenes.ts'
import type { Staff } from '../support/staff.ts'

/* `docs/authority.md`: every cell, with real members, real things and real requests. */
const app = await startDray({ TRUST_PROXY: '1' })
after(() => app[Symbol.asyncDispose]())
const callers = await openPartnerCallers(app)
const { partner, suspended } = callers
const ofPartner = await makeOwnThings(partner)
const ofSuspended = await makeOwnThings(suspended)
await app.db.pool.query('update partner set suspended_at = now() where id = $1', [suspended.partnerId])
const { memberId: whoseIsSuspended } = (await callers.members['partner suspended']?.()) ?? assert.fail()

describe("the authority table of the partner's own pages", () => {
  for (const operation of partnerPanelOperations)
    for (const [number, row] of partnerAuthority(operation).entries())
      test(`${operation.operationId}${row.about && `: ${row.about}`}`, async () => {
        const expected = answersOf(row)
        const scene = async (caller: Staff) => {
          const things = caller.memberId === whoseIsSuspended ? ofSuspended : ofPartner
          const maker = await callers.maker()
          return ownSceneOf(operation, number)({ app, callers, partner, things, caller, maker })
        }
        assert.deepEqual(await answersTo(callers, { operation, expected, scene }), expected)
      })
})

/** The row with each kind of caller by name. */
const answersOf = ({ outsider, roles, another, foreign, ...row }: PartnerRow): Record<string, string> => ({
  ...Object.fromEntries(Object.keys(callers.outsiders).map((name) => [name, outsider])),
  suspended: row.suspended,
  ...roles,
  unproved: row.unproved,
  ...(another !== null && { another }),
  ...(foreign !== null && { foreign }),
  'partner suspended': row.partnerSuspended,
  viewing: row.viewing,
})
