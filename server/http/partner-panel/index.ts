import type { FastifyInstance } from 'fastify'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'
import { mountExportPartnerStatement } from '../admin/closing/export-partner-statement.ts'
import { mountReadPartnerStatement } from '../admin/closing/read-partner-statement.ts'
import { createMemberCookies } from '../admin/cookies.ts'
import { type MemberScopeNeeds, prepareMemberScope } from '../admin/member-scope.ts'
import { type MembersNeeds, mountMembers } from '../admin/members/index.ts'
import { mountOwnAccess, type OwnAccessNeeds } from '../admin/own-access/index.ts'
import type { RecordExportNeeds } from '../admin/record-export.ts'
import { mountSession, type SessionNeeds } from '../admin/session/index.ts'
import { mountOwnActivity, type OwnActivityNeeds } from './activity/index.ts'
import { mountOwnJobs, type OwnJobsNeeds } from './jobs/index.ts'
import { mountOwnKeys, type OwnKeysNeeds } from './keys/index.ts'
import { mountPartnerPanelOpenApi } from './openapi.ts'
import { mountPreviewSms, type PreviewNeeds } from './sms/preview-sms.ts'
import { mountEndViewing } from './viewing/end-viewing.ts'

/** Dependencies of all operations. Each operation declares its needs in its file, each folder collects them. */
export type PartnerPanelNeeds = Omit<
  SessionNeeds & OwnAccessNeeds & MemberScopeNeeds,
  'cookies' | 'surface'
> &
  MembersNeeds &
  OwnJobsNeeds &
  OwnKeysNeeds &
  OwnActivityNeeds &
  PreviewNeeds &
  RecordExportNeeds

/**
 * Everything under `/partner/v1`: the API of the partner's own pages. What it has in common with the operator's panel are
 * the handlers of the panel (`on-surface.ts`).
 */
export async function mountPartnerPanel(app: FastifyInstance, given: PartnerPanelNeeds): Promise<void> {
  const surface = 'partner'
  const needs = { ...given, surface, cookies: createMemberCookies(given.baseUrl, surface) } as const
  mountPartnerPanelOpenApi(app, needs)
  await app.register(
    async (scope) => {
      await prepareMemberScope(scope, needs, partnerPanelOperations)
      mountSession(scope, needs)
      mountOwnAccess(scope, needs)
      mountMembers(scope, needs)
      mountOwnJobs(scope, needs)
      mountOwnKeys(scope, needs)
      mountOwnActivity(scope, needs)
      mountPreviewSms(scope, needs)
      mountReadPartnerStatement(scope, needs)
      mountExportPartnerStatement(scope, needs)
      mountEndViewing(scope, needs)
    },
    { prefix: '/partner/v1' },
  )
}
