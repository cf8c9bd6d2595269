import type { FastifyInstance } from 'fastify'
import { admissionOfMembers, type MemberAdmissionNeeds } from '../admin/admission.ts'
import { createMemberCookies } from '../admin/cookies.ts'
import { apis } from '../apis.ts'
import { type ApiNeeds, mountApi } from '../mount-api.ts'
import { type PartnerPanelHandlerNeeds, partnerPanelHandlers } from './handlers.ts'

export type PartnerPanelNeeds = Omit<PartnerPanelHandlerNeeds & MemberAdmissionNeeds, 'cookies' | 'surface'> &
  ApiNeeds

/** Everything under `/partner/v1`: the API of the partner's own pages. */
export function mountPartnerPanel(app: FastifyInstance, given: PartnerPanelNeeds): Promise<void> {
  const surface = 'partner'
  const needs = { ...given, surface, cookies: createMemberCookies(given.baseUrl, surface) } as const
  return mountApi(app, apis.partnerPages, {
    handlers: partnerPanelHandlers,
    needs,
    ...admissionOfMembers(needs),
  })
}
