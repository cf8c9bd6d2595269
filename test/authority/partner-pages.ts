import type { PartnerPanelOperation } from '#contract/operation.ts'
import { partnerAccessOperations } from '#contract/partner-panel/access.ts'
import { endViewing } from '#contract/partner-panel/viewing.ts'
import { type PartnerRole, partnerRoles } from '#contract/vocabulary.ts'
import {
  absent,
  accessRows,
  byRole,
  goodOf,
  lastParamOf,
  type MemberRow,
  outside,
  type Said,
  tooLow,
} from './members.ts'

export type PartnerRow = MemberRow<PartnerRole> & {
  /** An admin of another partner, about what belongs to this one; null where the path names nothing. */
  foreign: Said | null
  /** An admin whose partner the operator has suspended. */
  partnerSuspended: Said
  /** A member of the operator's staff who views the pages. */
  viewing: Said
}

const own: readonly PartnerPanelOperation[] = partnerAccessOperations
const ranks = { roles: partnerRoles }

/** As on the panel, by the ids of the panel. */
const open = new Map(Object.entries(accessRows(ranks, 'viewer')))

/** What another member of the same partner gets about a thing in the path; null for things that all of them share. */
const anothers: Record<string, Said | null> = {
  member_id: null,
  invitation_id: null,
  job_id: null,
  key_id: null,
  session_id: absent,
  passkey_id: absent,
  challenge_id: '422 challenge_ended',
}

/** Only an admin decides on a live key. */
const keyRows = [{ about: 'a test key' }, { about: 'a live key', least: 'admin' as const }]
const severalRows: Record<string, readonly { about: string; least?: PartnerRole }[]> = {
  rotateOwnKey: keyRows,
  endOwnKeyOverlap: keyRows,
  revokeOwnKey: keyRows,
}

/**
 * The authority table of the partner's own pages, derived like the panel's. `docs/authority.md` is generated from it; a
 * test checks every cell.
 */
export function partnerAuthority(operation: PartnerPanelOperation): readonly PartnerRow[] {
  const { operationId, access } = operation
  if (operationId === endViewing.operationId) return [ofViewing]
  if (access !== 'anyone')
    return (severalRows[operationId] ?? [{}]).map((given) => closed(operation, { least: access, ...given }))
  const rows = open.get(operation.derivedFrom?.operationId ?? operationId)
  if (!rows) throw new Error(`${operationId} needs no session: say in accessRows who is answered what`)
  return rows.map((row) => ({
    ...row,
    foreign: row.another,
    partnerSuspended: row.roles.admin,
    viewing: row.outsider,
  }))
}

const ended = '409 wrong_state'

const ofViewing: PartnerRow = {
  ...byRole(ranks, { about: 'a view', least: 'viewer', said: ended }),
  ...outside,
  foreign: null,
  partnerSuspended: '403 partner_suspended',
  viewing: '204',
}

function closed(
  operation: PartnerPanelOperation,
  { about, least }: { about?: string; least: PartnerRole },
): PartnerRow {
  const { method, stepUp } = operation
  const said = goodOf(operation)
  const isRead = method === 'GET'
  const isAboutOneself = own.includes(operation)
  const another = saidToAnother(operation)
  return {
    ...byRole(ranks, {
      about: about ?? (another ? 'own' : ''),
      least,
      said,
      stepUp,
      another: another ?? null,
    }),
    foreign: another === undefined ? null : (another ?? absent),
    partnerSuspended: isRead || isAboutOneself ? said : '403 partner_suspended',
    viewing: isRead && least === 'viewer' ? said : tooLow,
  }
}

/** Undefined where the path names nothing. */
function saidToAnother(operation: PartnerPanelOperation): Said | null | undefined {
  const param = lastParamOf(operation)
  if (param === undefined) return undefined
  const said = anothers[param]
  if (said === undefined) throw new Error(`partner-panel/authority.ts: to whom does :${param} belong?`)
  return said
}
