import { useTexts } from '../../kit/texts/use-texts.ts'
import { TeamTable } from '../../member/team/index.tsx'
import { InviteButton } from '../../member/team/invite-button.tsx'
import { type TeamMember, TeamProvider } from '../../member/team/team.ts'
import { type Search, useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { plain } from '../../panel/plain.ts'
import { StaffFilters } from './staff-filters.tsx'
import { useStaffTeam } from './use-staff-team.ts'

/** The members of staff, and for owners the open invitations. */
export function Staff() {
  const { t } = useTexts('admin')
  const [address] = useAddress()
  const team = useStaffTeam()
  return (
    <Page title={t('staff.title')} lead={t('staff.lead')} actions={team.acts && <InviteButton />}>
      <TeamProvider value={team}>
        <StaffFilters />
        <TeamTable filters={['q', 'role']} isShown={(member) => isWanted(member, address)} />
      </TeamProvider>
    </Page>
  )
}

const isWanted = (member: TeamMember, { q = '', role }: Search): boolean =>
  plain(member.name).includes(plain(q.trim())) && (!role || member.role === role)
