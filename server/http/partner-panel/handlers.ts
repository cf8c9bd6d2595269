import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import type { Answered } from '#contract/app/common.ts'
import type { Operation } from '#contract/operation.ts'
import type { ListedPartnerPanelOperation } from '#contract/partner-panel/index.ts'
import type { OwnJob } from '#contract/partner-panel/jobs.ts'
import { personLanguages } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import type { SendDraftSms } from '../../jobs/drafts/send-draft-sms.ts'
import { listPartnersJobs, readPartnersJob } from '../../jobs/queries/partner-jobs.ts'
import { readFunnel } from '../../jobs/queries/read-funnel.ts'
import type { StaffJobRow } from '../../jobs/queries/staff/list-jobs.ts'
import { changeKeyOf, endOverlap, issueTestKey, revokeKeyBy, rotateKeyBy } from '../../keys/administer.ts'
import { findKeyOf } from '../../keys/find-keys.ts'
import { readPage } from '../../lib/page.ts'
import { maskPhone } from '../../lib/phone.ts'
import { shownText } from '../../lib/shown-words.ts'
import { byMember } from '../../members/by-member.ts'
import { roleTooLow } from '../../members/refusals.ts'
import { hasRights } from '../../members/surface.ts'
import { endViewing } from '../../members/view-partner.ts'
import { findPartner } from '../../partners/find-partners.ts'
import { texts } from '../../texts/index.ts'
import { type ActivityNeeds, activityHandlers, firstDay } from '../admin/activity/handlers.ts'
import { byCaller, visitOf } from '../admin/by-caller.ts'
import { type ClosingNeeds, closingHandlers } from '../admin/closing/handlers.ts'
import { type KeysNeeds, keyHandlers } from '../admin/keys/handlers.ts'
import { answerKey, answerRotation, answerWindow, notChanged } from '../admin/keys/present-key.ts'
import { type MembersNeeds, memberHandlers } from '../admin/members/handlers.ts'
import { type OwnAccessNeeds, ownAccessHandlers } from '../admin/own-access/handlers.ts'
import { type SessionNeeds, sessionHandlers } from '../admin/session/handlers.ts'
import { notFound } from '../errors/errors.ts'
import type { Call, Handler, Handlers, PartnerMemberCaller } from '../mount.ts'

export type PartnerPanelHandlerNeeds = SessionNeeds &
  OwnAccessNeeds &
  MembersNeeds &
  ActivityNeeds &
  ClosingNeeds &
  KeysNeeds & { kysely: Kysely<Tables>; pool: pg.Pool; texter: Pick<SendDraftSms, 'preview'> }

/** Operations shared with the operator's panel use the handlers of the panel. */
export const partnerPanelHandlers: Handlers<
  readonly ListedPartnerPanelOperation[],
  PartnerPanelHandlerNeeds
> = {
  openPartnerInvitation: sessionHandlers.openInvitation,
  startPartnerPasskeyRegistration: sessionHandlers.startPasskeyRegistration,
  finishPartnerPasskeyRegistration: sessionHandlers.finishPasskeyRegistration,
  setPartnerPassword: sessionHandlers.setPassword,
  confirmPartnerTotp: sessionHandlers.confirmTotp,
  startPartnerPasskeySignIn: sessionHandlers.startPasskeySignIn,
  finishPartnerPasskeySignIn: sessionHandlers.finishPasskeySignIn,
  signInToPartnerWithPassword: sessionHandlers.signInWithPassword,
  partnerSignOut: sessionHandlers.staffSignOut,
  readPartnerMe: ownAccessHandlers.readStaffMe,
  changePartnerMe: ownAccessHandlers.changeStaffMe,
  listPartnerSessions: ownAccessHandlers.listStaffSessions,
  endPartnerSession: ownAccessHandlers.endStaffSession,
  endOtherPartnerSessions: ownAccessHandlers.endOtherStaffSessions,
  listPartnerPasskeys: ownAccessHandlers.listPasskeys,
  removePartnerPasskey: ownAccessHandlers.removePasskey,
  newPartnerRecoveryCodes: ownAccessHandlers.newRecoveryCodes,
  startPartnerStepUp: ownAccessHandlers.startStepUp,
  finishPartnerStepUp: ownAccessHandlers.finishStepUp,
  stepUpWithPartnerCode: ownAccessHandlers.stepUpWithCode,
  listOwnMembers: memberHandlers.listMembers,
  inviteOwnMember: memberHandlers.inviteMember,
  inviteOwnMemberBack: memberHandlers.inviteMemberBack,
  listOwnInvitations: memberHandlers.listInvitations,
  revokeOwnInvitation: memberHandlers.revokeInvitation,
  changeOwnMemberRole: memberHandlers.changeMemberRole,
  suspendOwnMember: memberHandlers.suspendMember,
  resumeOwnMember: memberHandlers.resumeMember,
  removeOwnMember: memberHandlers.removeMember,
  listOwnJobs:
    ({ kysely }) =>
    async ({ caller: { partnerId }, query }) => {
      const { before, limit: _, ...filters } = query
      const find = (limit: number) => listPartnersJobs(kysely, { partnerId, filters, before, limit })
      const { rows, next } = await readPage(query, find, ({ place }) => place)
      return { jobs: rows.map(presentOwnJob), next }
    },
  readOwnJob:
    ({ kysely }) =>
    async ({ caller: { partnerId }, params: { job_id: jobId } }) => {
      const found = await readPartnersJob(kysely, { partnerId, jobId })
      if (!found) throw notFound
      const { listed, ...story } = found
      return { ...presentOwnJob(listed), ...story }
    },
  listOwnKeys: ofOwnPartner(keyHandlers.listPartnerKeys),
  readOwnKeyWindow:
    ({ kysely, limiter }) =>
    async ({ caller: { partnerId }, params: { key_id: keyId } }) =>
      answerWindow(limiter, await findKeyOf(kysely, { keyId, partnerId })),
  issueTestKey:
    ({ kysely, service, defaultKeyLimit }) =>
    async ({ caller, body, request }) => {
      const { partnerId } = caller
      const by = byCaller(caller, request)
      const order = { partnerId, label: body.label || null, rateLimitPerMinute: defaultKeyLimit, by }
      const { keyId, apiKey } = await issueTestKey({ kysely, service }, order)
      return { key: await answerKey({ kysely }, keyId), api_key: apiKey }
    },
  rotateOwnKey:
    ({ kysely, service }) =>
    async ({ caller, params: { key_id: keyId }, body, request }) => {
      const { overlap, ends: endsExpected } = body
      const by = byCaller(caller, request)
      const issued = await changeOwnKey(kysely, { caller, keyId }, (trx) =>
        rotateKeyBy({ kysely: trx, service }, { keyId, overlap, endsExpected, by }),
      )
      if (!issued) throw await notChanged(kysely, keyId)
      return answerRotation({ kysely }, issued)
    },
  endOwnKeyOverlap:
    ({ kysely }) =>
    async ({ caller, params: { key_id: keyId }, request }) => {
      const by = byCaller(caller, request)
      await changeOwnKey(kysely, { caller, keyId }, (trx) => endOverlap({ kysely: trx }, { keyId, by }))
      return answerKey({ kysely }, keyId)
    },
  revokeOwnKey:
    ({ kysely }) =>
    async ({ caller, params: { key_id: keyId }, request }) => {
      const by = byCaller(caller, request)
      await changeOwnKey(kysely, { caller, keyId }, (trx) => revokeKeyBy({ kysely: trx }, { keyId, by }))
      return answerKey({ kysely }, keyId)
    },
  readOwnUsage: ofOwnPartner(activityHandlers.readPartnerUsage),
  listOwnRequests: ofOwnPartner(activityHandlers.listRequests),
  exportOwnRequests: ofOwnPartner(activityHandlers.exportRequests),
  listOwnRequestErrors: ofOwnPartner(activityHandlers.listRequestErrors),
  readOwnFunnel:
    ({ kysely }) =>
    async ({ caller: { partnerId }, query: { mode = 'live', days = 30 } }) => {
      const from = firstDay(days)
      return { from, stages: await readFunnel(kysely, { partnerId, mode, from }) }
    },
  /** Composes the text of a sample job in each language, as for a real draft. */
  previewSms:
    ({ kysely, texter }) =>
    async ({ caller: { partnerId }, query }) => {
      const partner = await findPartner(kysely, partnerId)
      if (!partner) throw notFound
      const { company_name: companyName, sms_language } = partner
      const { title, pickup_town: pickupPlace = 'Madrid', dropoff_town: dropoffPlace = 'Getafe' } = query
      const sample = { companyName, pickupPlace, dropoffPlace, totalCents: sampleCents }
      const messages = personLanguages.map((language) => {
        const { savedSegments, ...preview } = texter.preview({
          ...sample,
          language,
          title: title ?? texts[language].sms.sampleTitle,
        })
        const is_used = sms_language === null || sms_language === language
        return { language, ...preview, saved_segments: savedSegments, is_used }
      })
      return { messages }
    },
  readOwnStatement: ofOwnPartner(closingHandlers.readPartnerStatement),
  exportOwnStatement: ofOwnPartner(closingHandlers.exportPartnerStatement),
  endViewing:
    ({ kysely, cookies }) =>
    async ({ caller: session, request, reply }) => {
      await endViewing({ kysely }, { session, by: byMember(session, visitOf(request)) })
      cookies.session.clear(reply)
    },
}

const sampleCents = 4_520

type OfPartner = Operation & { access: 'viewer'; url: `/admin/${string}` }

/** The panel's handler for a partner in the path; here the partner is always the session's. */
function ofOwnPartner<O extends OfPartner, Needs>(handlerOf: (needs: Needs) => Handler<O>) {
  return (needs: Needs): Handler<O> => {
    const handler = handlerOf(needs)
    return (call) => {
      const { partnerId } = call.caller as PartnerMemberCaller
      return handler({ ...call, params: { partner_id: partnerId } } as Call<O>)
    }
  }
}

type Change = { caller: PartnerMemberCaller; keyId: string }

/**
 * Changes a key of the caller's partner. Developers decide on test keys, admins also on live keys.
 *
 * @throws Problem `not_found`, `role_too_low`.
 */
async function changeOwnKey<T>(
  kysely: Kysely<Tables>,
  { caller, keyId }: Change,
  change: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { partnerId, role } = caller
  const changed = await changeKeyOf(kysely, { keyId, partnerId }, (trx, mode) => {
    if (mode === 'live' && !hasRights('partner', role, 'admin')) throw roleTooLow
    return change(trx)
  })
  if (!changed) throw notFound
  return changed.outcome
}

/** A job as the partner's people see it: towns instead of addresses, no names, and a masked phone. */
const presentOwnJob = (row: StaffJobRow): Answered<OwnJob> => ({
  job_id: row.id,
  key_id: row.key_id ?? '',
  mode: row.mode,
  status: row.status,
  external_reference: row.external_reference && shownText(row.external_reference),
  title: shownText(row.title),
  size: row.size,
  pickup_town: row.pickup_town,
  dropoff_town: row.dropoff_town,
  distance_km: row.distance_km,
  total_cents: row.total_cents,
  customer_phone: row.customer_phone === null ? null : maskPhone(row.customer_phone),
  created_at: row.created_at,
  updated_at: row.updated_at,
  expires_at: row.status === 'draft' ? row.expires_at : null,
})
