import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PartnerMe } from '#contract/partner-panel/common.ts'
import {
  changeOwnMemberRole,
  inviteOwnMember,
  inviteOwnMemberBack,
  listOwnInvitations,
  listOwnMembers,
  removeOwnMember,
  resumeOwnMember,
  revokeOwnInvitation,
  suspendOwnMember,
} from '#contract/partner-panel/members.ts'
import { call } from '../../kit/api.ts'
import { plainReading } from '../../kit/query-client.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { TeamOfPartner } from '../../partnership/people/index.tsx'
import { type Team, type TeamActs, TeamProvider } from '../../partnership/people/team.ts'
import { mayCall, useMe } from '../session/me.ts'
import { surface } from '../surface.ts'

/** Who may sign in to these pages; an administrator decides on it. */
export function People() {
  const { t } = useTranslation('partner')
  const { t: partners } = useTranslation('partners')
  const [, change] = useAddress()
  const me = useMe()
  const team = ownTeam(me)
  const invite = (
    <ActButton
      letter="n"
      variant="filled"
      leftSection={<IconUserPlus size={18} aria-hidden />}
      onAct={() => change({ invite: 'yes' })}
    >
      {partners('people.invite')}
    </ActButton>
  )
  return (
    <Page title={t('nav.people')} lead={t('people.lead')} actions={team.acts && invite}>
      <TeamProvider value={team}>
        <TeamOfPartner invitationBody={inviteOwnMember.body} />
      </TeamProvider>
    </Page>
  )
}

const ownTeam = (me: PartnerMe): Team => ({
  members: (before) => plainReading(listOwnMembers, { query: { limit: 200, ...(before && { before }) } }),
  invitations: () => plainReading(listOwnInvitations, { query: { limit: 200 } }),
  acts: mayCall(me, inviteOwnMember) ? acts : null,
  reasonBody: suspendOwnMember.body,
  prove: () => proveAhead(me),
  // The role of the reader may be what changes.
  changed: [listOwnMembers, listOwnInvitations, surface.operations.readMe],
  ownId: me.member_id,
})

const acts: TeamActs = {
  invite: (person, reason) => call(inviteOwnMember, { body: { ...person, reason } }),
  inviteBack: (member_id, reason) => call(inviteOwnMemberBack, { params: { member_id }, body: { reason } }),
  changeRole: (member_id, role, reason) =>
    call(changeOwnMemberRole, { params: { member_id }, body: { role, reason } }),
  suspend: (member_id, reason) => call(suspendOwnMember, { params: { member_id }, body: { reason } }),
  resume: (member_id, reason) => call(resumeOwnMember, { params: { member_id }, body: { reason } }),
  remove: (member_id, reason, options) =>
    call(removeOwnMember, { params: { member_id }, body: { reason }, ...options }),
  revoke: (invitation_id, reason, options) =>
    call(revokeOwnInvitation, { params: { invitation_id }, body: { reason }, ...options }),
}
