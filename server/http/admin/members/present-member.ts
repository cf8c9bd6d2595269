import type { Member } from '#contract/admin/members.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import type { MemberRow } from '../../../members/store.ts'

export const presentMember = (member: MemberRow): Member => ({
  member_id: member.id,
  name: member.name,
  role: member.role as StaffRole,
  language: member.language,
  created_at: member.created_at.toISOString(),
  last_seen_at: member.last_seen_at?.toISOString() ?? null,
  suspended_at: member.suspended_at?.toISOString() ?? null,
  passkeys: member.passkeys ?? 0,
  has_password: Boolean(member.has_password),
})
