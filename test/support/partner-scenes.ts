import assert from 'node:assert/strict'
import type { PartnerPanelOperation } from '#contract/operation.ts'
import * as access from '#contract/partner-panel/access.ts'
import { derivedIds } from '#contract/partner-panel/index.ts'
import { inviteOwnMember } from '#contract/partner-panel/members.ts'
import { issueKey } from '../../server/keys/issue.ts'
import { type AccessOperations, type AccessStage, accessScenes } from './access-scenes.ts'
import { auditedOwnActs, silentOwnOperations } from './audited-own-acts.ts'
import type { Sent } from './authority-cells.ts'
import type { TestPartner } from './dray.ts'
import { readScene, type Things } from './panel-scenes.ts'

/** `things` are of the partner of the caller. */
export type PartnerStage = AccessStage & { partner: TestPartner; things: Things }

type Scene = (stage: PartnerStage) => Promise<Sent>

/** A thing for each parameter of an operation that only reads. */
export async function makeOwnThings({ keyId, create }: TestPartner): Promise<Things> {
  return { key_id: keyId, job_id: (await create()).body.job_id }
}

/** What a row of the table needs: the first row of an operation comes from the scenes of the audit log. */
export function ownSceneOf(operation: PartnerPanelOperation, number: number): Scene {
  const { operationId } = operation
  const own = scenes[operationId]?.[number]
  if (own) return own
  if (number > 0)
    return assert.fail(`${operationId}: test/support/partner-scenes.ts has no scene of row ${number}`)
  const written = auditedOwnActs[operationId] ?? silentOwnOperations[operationId]
  if (!written) return ({ things }) => readScene(operation, things)
  return async ({ app, caller, partner }) => {
    // A partner has at most 20 test keys.
    await app.db.pool.query(
      `update api_key set revoked_at = now() where mode = 'test' and revoked_at is null`,
    )
    return written({ app, partner, admin: caller })
  }
}

const liveKey =
  (body?: object): Scene =>
  async ({ app, partner: { partnerId } }) => {
    const order = { partnerId, mode: 'live' as const, rateLimitPerMinute: 100 }
    const { keyId } = await issueKey({ kysely: app.db.kysely, service: 'dray' }, order)
    return { input: { params: { key_id: keyId }, ...(body && { body }) } }
  }

/** They have the shapes of those of the panel. */
const operations = {
  inviteMember: inviteOwnMember,
  startPasskeyRegistration: access.startPartnerPasskeyRegistration,
  finishPasskeyRegistration: access.finishPartnerPasskeyRegistration,
  setPassword: access.setPartnerPassword,
  startPasskeySignIn: access.startPartnerPasskeySignIn,
} as unknown as AccessOperations

const shared = Object.entries(accessScenes(operations))

/** Rows whose scene is not that of the audit log, in the order of the table. */
const scenes: Record<string, readonly (Scene | undefined)[]> = {
  ...Object.fromEntries(shared.map(([id, rows]) => [derivedIds.get(id) ?? id, rows])),
  rotateOwnKey: [undefined, liveKey({ overlap: '1h' })],
  endOwnKeyOverlap: [undefined, liveKey()],
  revokeOwnKey: [undefined, liveKey()],
  endViewing: [async () => ({ input: {} })],
}
