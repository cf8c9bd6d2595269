import { inviteMember, suspendMember } from '#contract/admin/members.ts'
import type { PartnerRole, StaffRole, TodayKind } from '#contract/vocabulary.ts'
import type { TestDray } from '../../test/support/dray.ts'
import { invitationPath, partnerInvitationPath } from '../../test/support/panel.ts'
import { joinPartner } from '../../test/support/partner-people.ts'
import { because, join, type Staff, stepUp } from '../../test/support/staff.ts'
import { todayScenes } from '../../test/support/today-scenes.ts'
import { keepMonths } from './months.ts'
import { reportHealth } from './nodes.ts'
import type { State, Town } from './town.ts'

export type Cookie = { name: string; value: string; url: string }

/** The operator's staff: one of each role, one suspended, and one who is invited; and people of a partner. */
export type Office = {
  cookies: Record<'owner' | 'viewer' | 'partnerAdmin', Cookie>
  /** The path of a new invitation. */
  invitation: () => Promise<string>
  /** As `invitation`, of a partner. */
  partnerInvitation: () => Promise<string>
  town: Town
  /** Job ids by state. */
  jobs: Record<State, string>
  /** The path of a part of the page of a partner with keys and jobs. */
  partner: (tab: string) => Promise<string>
}

export async function openOffice(town: Town): Promise<Office> {
  const { market, jobs } = town
  const { app } = market
  for (const kind of waiting) await todayScenes[kind][0]?.(market)
  await reportHealth(app)
  const invitation = (name = 'Pau Ferrer', role: StaffRole = 'staff') => invitationPath(app, { name, role })
  const joined = async (name: string, role: StaffRole) =>
    join(app, (await invitation(name, role)).split('#')[1] ?? '')
  const owner = await joined('Marta Gil', 'owner')
  const viewer = await joined('Noa Vidal', 'viewer')
  await joined('Lucía Prieto', 'staff')
  const { memberId } = await joined('Ángel de la Fuente Rodríguez', 'staff')
  await stepUp(app, owner)
  await owner.ok(suspendMember, { params: { member_id: memberId }, body: because })
  await keepMonths(app, owner)
  await owner.ok(inviteMember, { body: { name: 'Iker Sanz', role: 'owner', ...because } })
  const partnerId = await partnerWithJobs(app)
  const partner = async (tab: string) => `/admin/partners/${partnerId}?tab=${tab}`
  const partnerInvitation = (name = 'Ana Soto', role: PartnerRole = 'viewer') =>
    partnerInvitationPath(app, { partnerId, name, role })
  const ofPartner = async (name: string, role: PartnerRole) =>
    joinPartner(app, (await partnerInvitation(name, role)).split('#')[1] ?? '')
  const partnerAdmin = await ofPartner('Carla Rivera', 'admin')
  await ofPartner('Pol Soler', 'developer')
  await partnerInvitation()
  const cookies = {
    owner: cookieOf(app, owner),
    viewer: cookieOf(app, viewer),
    partnerAdmin: cookieOf(app, partnerAdmin, 'partner'),
  }
  return { cookies, invitation, partnerInvitation, partner, town, jobs }
}

async function partnerWithJobs({ db }: TestDray): Promise<string> {
  const { rows } = await db.pool.query(`select partner_id from api_key order by created_at desc limit 1`)
  return rows[0].partner_id
}

/** What waits on the first page, beside what the town left. */
const waiting: TodayKind[] = [
  'sms_failed',
  'draft_expires',
  'hold_ends',
  'job_owed',
  'problem_open',
  'refund_stuck',
  'provider_failing',
]

const sessionNames = { admin: 'dray_staff', partner: 'dray_member' }

function cookieOf(
  { url }: TestDray,
  { cookies }: Staff,
  surface: keyof typeof sessionNames = 'admin',
): Cookie {
  const [name, value] = [...cookies].find(([name]) => name.endsWith(sessionNames[surface])) ?? ['', '']
  return { name, value, url: `${url}/${surface}/` }
}
