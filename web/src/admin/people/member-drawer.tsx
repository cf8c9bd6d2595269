import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeMemberRole, type Member } from '#contract/admin/members.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import { Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { mayCall, useMe } from '../session/me.ts'
import { RoleMark } from './marks.tsx'
import { MemberActs } from './member-acts.tsx'
import { useWaysIn } from './use-ways-in.ts'

/** One member: what is known, and what an owner can do. */
export function MemberDrawer({ member, onClose }: { member: Member | undefined; onClose: () => void }) {
  const dialog = useDialog()
  return (
    <Drawer opened={member !== undefined} onClose={onClose} title={member?.name} {...dialog}>
      {member && <OneMember key={member.member_id} member={member} onGone={onClose} />}
    </Drawer>
  )
}

function OneMember({ member, onGone }: { member: Member; onGone: () => void }) {
  const { t } = useTranslation('admin')
  const me = useMe()
  const waysIn = useWaysIn()
  const { member_id, name, role, created_at, last_seen_at, suspended_at } = member
  return (
    <>
      <Facts
        facts={[
          [t('people.role'), <RoleMark key="role" role={role} />],
          [t('people.status'), suspended_at ? t('people.suspended') : t('people.active')],
          [t('people.signsIn'), waysIn(member)],
          [t('people.lastSeen'), last_seen_at ? dayAndTime(last_seen_at) : t('people.never')],
          [t('people.since'), day(created_at)],
        ]}
      />
      <p>
        <PanelLink className="dray-plain-link" to="/admin/audit" search={{ actor: member_id }}>
          {t('people.history', { name })}
        </PanelLink>
      </p>
      {mayCall(me, changeMemberRole) ? (
        <MemberActs member={member} onGone={onGone} />
      ) : (
        <p className="panel-note">{t('people.onlyOwners')}</p>
      )}
    </>
  )
}
