import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartnerMember } from '#contract/partner-panel/members.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import { useWaysIn } from '../../member/use-ways-in.ts'
import { Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { RoleMark } from './marks.tsx'
import { MemberActs } from './member-acts.tsx'
import { useTeam } from './team.ts'

type MemberDrawerProps = { member: PartnerMember | undefined; onClose: () => void }

/** One member: what is known, and what the reader can do. */
export function MemberDrawer({ member, onClose }: MemberDrawerProps) {
  const dialog = useDialog()
  const [isActing, setActing] = useState(false)
  return (
    <Drawer
      opened={member !== undefined}
      onClose={onClose}
      title={member?.name}
      {...dialog}
      // Escape closes only the dialog of an act above.
      closeOnEscape={dialog.closeOnEscape && !isActing}
    >
      {member && <OneMember key={member.member_id} member={member} onGone={onClose} onActing={setActing} />}
    </Drawer>
  )
}

type OneMemberProps = {
  member: PartnerMember
  onGone: () => void
  onActing: (isActing: boolean) => void
}

function OneMember({ member, onGone, onActing }: OneMemberProps) {
  const { t } = useTranslation('partners')
  const waysIn = useWaysIn()
  const { acts, historyOf } = useTeam()
  const { member_id, name, role, created_at, last_seen_at, suspended_at } = member
  return (
    <>
      <Facts
        facts={[
          [t('people.role'), <RoleMark key="role" role={role} />],
          [t('status'), t(suspended_at ? 'people.suspended' : 'people.active')],
          [t('people.signsIn'), waysIn(member)],
          [t('people.lastSeen'), last_seen_at ? dayAndTime(last_seen_at) : t('people.notYet')],
          [t('people.since'), day(created_at)],
        ]}
      />
      {historyOf && (
        <p>
          <PanelLink className="dray-plain-link" {...historyOf(member_id)}>
            {t('people.history', { name })}
          </PanelLink>
        </p>
      )}
      {acts ? (
        <MemberActs member={member} acts={acts} onGone={onGone} onActing={onActing} />
      ) : (
        <p className="panel-note">{t('people.onlyAdmins')}</p>
      )}
    </>
  )
}
