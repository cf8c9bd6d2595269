import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { PartnerPanelOperation } from '#contract/operation.ts'
import { derivedIds, partnerPanelOperations } from '#contract/partner-panel/index.ts'
import { endViewing } from '#contract/partner-panel/viewing.ts'
import { findAuditEvents } from '../../server/db/find-audit-events.ts'
import { auditedOwnActs, silentOwnOperations } from '../support/audited-own-acts.ts'
import { startDray } from '../support/dray.ts'
import { joinAsPartner, stepUpAsPartner } from '../support/partner-people.ts'

/* DESIGN 2, audit log: what the people of a partner change is recorded. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()
const admin = await joinAsPartner(app, partner.partnerId, 'admin')
const scene = { app, partner, admin }

/** Only staff who view a partner may end a view (`viewing.test.ts`). */
const ofStaff: PartnerPanelOperation = endViewing

test('every operation that is not a GET, and every download, records an event, or changes nothing', () => {
  const changing = partnerPanelOperations
    .filter((operation) => operation.method !== 'GET' || operation.downloads)
    .filter((operation) => operation !== ofStaff)
    .map(({ operationId }) => operationId)
  assert.deepEqual(
    [...Object.keys(auditedOwnActs), ...Object.keys(silentOwnOperations)].sort(),
    changing.sort(),
  )
})

for (const operation of partnerPanelOperations.filter(({ operationId }) => auditedOwnActs[operationId]))
  test(`${operation.operationId} records who did it, with the role and the request`, async () => {
    await stepUpAsPartner(app, admin)
    const prepare = auditedOwnActs[operation.operationId]
    const { act, input, by = admin } = (await prepare?.(scene)) ?? assert.fail()
    const { status, headers, text } = await by.call(operation, input)
    assert.ok(status < 300, text)
    const { rows } = await app.db.pool.query(
      `select act, actor_type, actor_id, actor_role, correlation_id, jsonb_array_length(targets) > 0 as about
       from audit_event order by id desc limit 1`,
    )
    assert.deepEqual(rows, [
      {
        act,
        actor_type: 'partner',
        actor_id: by.memberId,
        actor_role: by === admin ? 'admin' : 'viewer',
        correlation_id: headers.get('x-request-id'),
        about: true,
      },
    ])
  })

for (const operation of partnerPanelOperations.filter(({ operationId }) => silentOwnOperations[operationId]))
  test(`${operation.operationId} records nothing`, async () => {
    await stepUpAsPartner(app, admin)
    const prepare = silentOwnOperations[operation.operationId]
    const { input, by = admin } = (await prepare?.(scene)) ?? assert.fail()
    const before = await findAuditEvents(app.db.kysely, { limit: 1 })
    const { status, text } = await by.call(operation, input)
    assert.ok(status < 300, text)
    assert.deepEqual(await findAuditEvents(app.db.kysely, { limit: 1 }), before)
  })

test('every body is closed, and every list that may grow is read a page at a time', () => {
  const open = partnerPanelOperations.filter(({ body }) => body && !isClosed(body))
  assert.deepEqual(idsOf(open), [])
  const lists = partnerPanelOperations.filter(({ operationId }) => operationId.startsWith('list'))
  const unpaged = lists.filter(
    ({ query }) => !query || !('before' in query.properties && 'limit' in query.properties),
  )
  assert.deepEqual(idsOf(unpaged), ['listOwnRequestErrors', 'listPartnerPasskeys', 'listPartnerSessions'])
})

const isClosed = (schema: object): boolean =>
  'additionalProperties' in schema && schema.additionalProperties === false

const idsOf = (operations: readonly PartnerPanelOperation[]): string[] =>
  operations.map(({ operationId }) => operationId).sort()

test('/partner/openapi.json lists every operation with its role, and names none of the panel', async () => {
  const { status, text } = await app.fetch('/partner/openapi.json')
  assert.equal(status, 200)
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string; 'x-access': string }>>
  }
  const listed = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((each) => `${each.operationId} ${each['x-access']}`),
  )
  assert.deepEqual(
    listed.sort(),
    partnerPanelOperations.map(({ operationId, access }) => `${operationId} ${access}`).sort(),
  )
  for (const id of derivedIds.keys()) assert.ok(!text.includes(`\`${id}\``), id)
})
