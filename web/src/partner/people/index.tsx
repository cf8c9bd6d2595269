import { useTexts } from '../../kit/texts/use-texts.ts'
import { TeamTable } from '../../member/team/index.tsx'
import { InviteButton } from '../../member/team/invite-button.tsx'
import { TeamProvider } from '../../member/team/team.ts'
import { Page } from '../../panel/page.tsx'
import { useOwnTeam } from './use-own-team.ts'

/** Who may sign in to these pages; an administrator decides on it. */
export function People() {
  const { t } = useTexts('partner')
  const team = useOwnTeam()
  return (
    <Page title={t('nav.people')} lead={t('people.lead')} actions={team.acts && <InviteButton />}>
      <TeamProvider value={team}>
        <TeamTable />
      </TeamProvider>
    </Page>
  )
}
