import { inviteMember, suspendMember } from '#contract/admin/members.ts'
import type { StaffRole, TodayKind } from '#contract/vocabulary.ts'
import type { TestDray } from '../../test/support/dray.ts'
import { invitationPath } from '../../test/support/panel.ts'
import { join, type Staff, stepUp } from '../../test/support/staff.ts'
import { todayScenes } from '../../test/support/today-scenes.ts'
import type { State, Town } from './town.ts'

export type Cookie = { name: string; value: string; url: string }

/** The operator's staff: one of each role, one suspended, and one who is invited. */
export type Office = {
  cookies: Record<'owner' | 'viewer', Cookie>
  /** The path of a new invitation. */
  invitation: () => Promise<string>
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
  const invitation = (name = 'Pau Ferrer', role: StaffRole = 'staff') => invitationPath(app, { name, role })
  const joined = async (name: string, role: StaffRole) =>
    join(app, (await invitation(name, role)).split('#')[1] ?? '')
  const owner = await joined('Marta Gil', 'owner')
  const viewer = await joined('Noa Vidal', 'viewer')
  await joined('Lucía Prieto', 'staff')
  const { memberId } = await joined('Ángel de la Fuente Rodríguez', 'staff')
  await stepUp(app, owner)
  await owner.ok(suspendMember, { params: { member_id: memberId } })
  await owner.ok(inviteMember, { body: { name: 'Iker Sanz', role: 'owner' } })
  const partner = async (tab: string) => {
    const { rows } = await app.db.pool.query(
      `select partner_id from api_key order by created_at desc limit 1`,
    )
    return `/admin/partners/${rows[0].partner_id}?tab=${tab}`
  }
  const cookies = { owner: cookieOf(app, owner), viewer: cookieOf(app, viewer) }
  return { cookies, invitation, partner, town, jobs }
}

/** What waits on the first page, beside what the town left. */
const waiting: TodayKind[] = [
  'sms_failed',
  'draft_expires',
  'hold_ends',
  'job_owed',
  'problem_open',
  'refund_stuck',
]

function cookieOf({ url }: TestDray, { cookies }: Staff): Cookie {
  const [name, value] = [...cookies].find(([name]) => name.endsWith('dray_staff')) ?? ['', '']
  return { name, value, url: `${url}/admin/` }
}
