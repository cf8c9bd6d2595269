import type { MemberRole } from '#contract/vocabulary.ts'
import { Mark } from '../../panel/mark.tsx'
import { useTeam } from './team.ts'

/** The role of a member. */
export function RoleMark({ role }: { role: MemberRole }) {
  const { words } = useTeam()
  return <Mark look={role === 'owner' ? 'good' : undefined}>{words.role(role)}</Mark>
}
