import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { type accountOperations, exportAccount as operation } from '#contract/admin/accounts.ts'
import type { carrierOperations, ListedCarrier } from '#contract/admin/carriers.ts'
import type { Answered } from '#contract/app/common.ts'
import type { ProfileRule } from '#contract/carrier-profile.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { reviewChanges } from '../../../accounts/carriers/review-changes.ts'
import type { NeededDocuments } from '../../../accounts/documents/document.ts'
import { resumeAccount, suspendAccount } from '../../../accounts/store.ts'
import { type By, recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { Problem } from '../../../lib/problem.ts'
import { findAccountByPhone, findAccounts } from '../../../people/find-accounts.ts'
import { type FoundCarrier, findCarriers, recordPlateSearch } from '../../../people/find-carriers.ts'
import { eraseAccount } from '../../../privacy/erase-account.ts'
import type { Blocker } from '../../../privacy/erasure-blockers.ts'
import { exportAccount as read } from '../../../privacy/export-account.ts'
import type { Text } from '../../../texts/index.ts'
import { notFound } from '../../errors/errors.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handler, Handlers, MemberCaller } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { admitPlateSearch, limitSearch } from '../phone-search.ts'
import { isOfSearch, placeOfSearch, type SearchPlaceNeeds } from '../search-places.ts'
import { shownPhone, shownWords } from '../sees-phones.ts'
import { type AccountNeeds, answerAccount, presentAccount } from './answer-account.ts'
import { answerCarrier, type CarrierNeeds } from './answer-carrier.ts'
import { decide } from './decide.ts'

type ExportAccountNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/** Limit per member: an export reads all data of an account. */
const maxPerMinute = 4

/** Sends the data export of a person as a file. */
const exportAccount =
  ({ kysely, limiter }: ExportAccountNeeds): Handler<typeof operation> =>
  async ({ caller, params, body, request, reply }) => {
    const decision = await limiter.take(`member:${caller.memberId}:export`, maxPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    const by = byCaller(caller, request, body.reason)
    const pieces = await recordedExport(kysely, { accountId: params.account_id, by })
    if (!pieces) throw notFound
    reply.header('content-type', 'application/json')
    reply.header('content-disposition', 'attachment; filename="dray-account.json"')
    return Readable.from(pieces)
  }

/**
 * Records the export before its first byte is sent, so an aborted one is recorded too. The pages are read outside the
 * transaction, because a slow download must not keep a connection.
 */
async function recordedExport(kysely: Kysely<Tables>, { accountId, by }: { accountId: string; by: By }) {
  const pieces = await read(kysely, accountId)
  if (!pieces) return null
  const targets = [{ type: 'account' as const, id: accountId }]
  await kysely.transaction().execute((trx) => recordAudit(trx, { ...by, act: 'account.export', targets }))
  return pieces
}

export type PeopleNeeds = CarrierNeeds &
  AccountNeeds &
  SearchPlaceNeeds & { limiter: Limiter; neededDocuments: NeededDocuments; profileRule: ProfileRule }

/** Carriers and customers, and what staff decide about them. */
export const peopleHandlers: Handlers<typeof accountOperations | typeof carrierOperations, PeopleNeeds> = {
  listCarriers:
    ({ kysely, limiter, searchKey, neededDocuments: needed }) =>
    async ({ caller, body: { filters = {}, ...paging }, request }) => {
      const { vehicle_size: vehicleSize, ...others } = filters
      const isByPlate = filters.plate !== undefined
      if (isByPlate) await admitPlateSearch(limiter, caller)
      const given = { ...others, vehicleSize, needed }
      const { rows, next, count } = await findCarriers(kysely, { ...given, ...paging })
      const search = { memberId: caller.memberId, filters }
      const { before } = paging
      if (isByPlate && (before === undefined || !isOfSearch({ searchKey }, search, before))) {
        // Later pages of this search are not recorded.
        const found =
          next === null ? rows : (await findCarriers(kysely, { ...given, before, limit: 1_000 })).rows
        await recordPlateSearch(kysely, { found, by: byCaller(caller, request) })
      }
      return {
        carriers: rows.map((carrier) => presentCarrier(carrier, caller)),
        next: isByPlate && next ? placeOfSearch({ searchKey }, search, next) : next,
        count,
      }
    },
  readCarrierForStaff:
    (needs) =>
    async ({ caller, params }) =>
      answerCarrier(needs, caller, params.account_id),
  approveCarrier:
    ({ neededDocuments, profileRule, ...needs }) =>
    async ({ caller, params, body, request }) =>
      decide(needs, {
        accountId: params.account_id,
        judgement: 'approve',
        told: body.told,
        seenAt: body.updated_at,
        needed: neededDocuments,
        profileRule,
        caller,
        request,
      }),
  rejectCarrier:
    (needs) =>
    async ({ caller, params, body, request }) =>
      decide(needs, {
        accountId: params.account_id,
        judgement: 'reject',
        told: body.told,
        caller,
        request,
      }),
  suspendCarrier:
    (needs) =>
    async ({ caller, params, body, request }) =>
      decide(needs, {
        accountId: params.account_id,
        judgement: 'suspend',
        told: body.told,
        caller,
        request,
      }),
  resumeCarrier:
    (needs) =>
    async ({ caller, params, body, request }) =>
      decide(needs, {
        accountId: params.account_id,
        judgement: 'reinstate',
        told: body.told,
        seenAt: body.updated_at,
        caller,
        request,
      }),
  reviewCarrierChanges:
    (needs) =>
    async ({ caller, params: { account_id: accountId }, body, request }) => {
      const by = byCaller(caller, request)
      await reviewChanges(needs.kysely, { accountId, seenAt: new Date(body.updated_at), by })
      return answerCarrier(needs, caller, accountId)
    },
  listAccounts:
    ({ kysely }) =>
    async ({ caller, body: { filters: { account_id: accountId, name } = {}, ...paging } }) => {
      const { rows, next } = await findAccounts(kysely, { accountId, name, ...paging })
      return { accounts: rows.map((account) => presentAccount(account, caller)), next }
    },
  readAccountByPhone:
    ({ kysely, limiter }) =>
    async ({ caller, body: { phone }, request }) => {
      await limitSearch(limiter, caller)
      const account = await findAccountByPhone(kysely, { phone, by: byCaller(caller, request) })
      return { accounts: account ? [presentAccount(account, caller)] : [] }
    },
  readAccount:
    (needs) =>
    async ({ caller, params }) =>
      answerAccount(needs, caller, params.account_id),
  suspendAccount:
    (needs) =>
    async ({ caller, params: { account_id: accountId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      if (!(await suspendAccount(needs.kysely, { accountId, by }))) throw notFound
      return answerAccount(needs, caller, accountId)
    },
  resumeAccount:
    (needs) =>
    async ({ caller, params: { account_id: accountId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      if (!(await resumeAccount(needs.kysely, { accountId, by }))) throw notFound
      return answerAccount(needs, caller, accountId)
    },
  exportAccount,
  eraseAccount:
    (needs) =>
    async ({ caller, params: { account_id: accountId }, body, request }) => {
      const { reason, money_settled: moneySettled = false } = body
      const targets = [{ type: 'account' as const, id: accountId }]
      const by = byCaller(caller, request, reason)
      const erased = await eraseAccount(needs.kysely, {
        accountId,
        moneySettled,
        before: (trx) => recordAudit(trx, { ...by, act: 'account.erase', targets }),
      })
      if (erased.outcome === 'unknown') throw notFound
      if (erased.outcome === 'blocked') throw notErasable(erased.blockers)
      return answerAccount(needs, caller, accountId)
    },
}

/** A 409 that lists everything to end before the erasure, and how. */
function notErasable(blockers: Blocker[]): Problem {
  const told = blockers.map(({ reason, count, cents }): [string, Text] => [
    reason,
    (t) => t.people.blockers[reason](count ?? cents ?? 0),
  ])
  return new Problem('wrong_state', (t) => t.people.notErasable(told.map(([, text]) => text(t))), {
    details: Object.fromEntries(told),
  })
}

const presentCarrier = (
  carrier: FoundCarrier,
  reader: Pick<MemberCaller, 'role'>,
): Answered<ListedCarrier> => ({
  account_id: carrier.accountId,
  name: carrier.name,
  phone: shownPhone(reader)(carrier.phone),
  status: carrier.status,
  status_changed_at: carrier.statusChangedAt,
  vehicle_size: carrier.vehicleSize,
  vehicle: shownWords(reader)(carrier.vehicle),
  base_place: carrier.basePlace,
  radius_km: carrier.radiusKm,
  account_suspended_at: carrier.accountSuspendedAt,
})
