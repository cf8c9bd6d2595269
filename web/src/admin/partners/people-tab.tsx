import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { invitePartnerMember } from '#contract/admin/partner-members.ts'
import type { Partner } from '#contract/admin/partners.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { useAddress } from '../../panel/link.tsx'
import { TeamOfPartner } from '../../partnership/people/index.tsx'
import { TeamProvider } from '../../partnership/people/team.ts'
import { mayCall, useMe } from '../session/me.ts'
import { teamOf } from './team-of.ts'

/** The people of a partner, and what staff can do with them. */
export function PeopleTab({ partner: { partner_id, company_name } }: { partner: Partner }) {
  const { t } = useTranslation('partners')
  const me = useMe()
  const [, change] = useAddress()
  const team = teamOf(me, partner_id)
  return (
    <TeamProvider value={team}>
      <div className="partner-line">
        <p>{t('people.lead', { place: `${location.host}/partner`, name: company_name })}</p>
        {mayCall(me, invitePartnerMember) && (
          <ActButton
            letter="n"
            variant="filled"
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onAct={() => change({ invite: 'yes' })}
          >
            {t('people.invite')}
          </ActButton>
        )}
      </div>
      <TeamOfPartner invitationBody={invitePartnerMember.body} />
    </TeamProvider>
  )
}
