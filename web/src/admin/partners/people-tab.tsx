import type { Partner } from '#contract/admin/partners.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { TeamTable } from '../../member/team/index.tsx'
import { InviteButton } from '../../member/team/invite-button.tsx'
import { TeamProvider } from '../../member/team/team.ts'
import { useTeamOf } from './use-team-of.ts'

/** The people of a partner, and what staff can do with them. */
export function PeopleTab({ partner }: { partner: Partner }) {
  const { t } = useTexts('partners')
  const team = useTeamOf(partner)
  return (
    <TeamProvider value={team}>
      <div className="panel-line">
        <p>{t('people.lead', { place: `${location.host}/partner`, name: partner.company_name })}</p>
        {team.acts && <InviteButton />}
      </div>
      <TeamTable />
    </TeamProvider>
  )
}
