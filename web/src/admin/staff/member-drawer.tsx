import { Drawer } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeMemberRole, type Member } from '#contract/admin/members.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import { useWaysIn } from '../../member/use-ways-in.ts'
import { Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { mayCall, useMe } from '../session/me.ts'
import { RoleMark } from './marks.tsx'
import { MemberActs } from './member-acts.tsx'
import type { MemberAct } from './use-member-asked.ts'

/** One member: what is known, and what an owner can do. */
export function MemberDrawer({ member, onClose }: { member: Member | undefined; onClose: () => void }) {
  const dialog = useDialog()
  const [act, setAct] = useState<MemberAct | null>(null)
  return (
    <Drawer
      opened={member !== undefined}
      onClose={onClose}
      title={member?.name}
      {...dialog}
      closeOnEscape={dialog.closeOnEscape && act === null}
    >
      {member && <OneMember key={member.member_id} {...{ member, act }} onAct={setAct} onGone={onClose} />}
    </Drawer>
  )
}

function OneMember({ member, ...acts }: ComponentProps<typeof MemberActs>) {
  const { t } = useTranslation('admin')
  const me = useMe()
  const waysIn = useWaysIn()
  const { member_id, name, role, created_at, last_seen_at, suspended_at } = member
  return (
    <>
      <Facts
        facts={[
          [t('staff.role'), <RoleMark key="role" role={role} />],
          [t('staff.status'), suspended_at ? t('staff.suspended') : t('staff.active')],
          [t('staff.signsIn'), waysIn(member)],
          [t('staff.lastSeen'), last_seen_at ? dayAndTime(last_seen_at) : t('staff.never')],
          [t('staff.since'), day(created_at)],
        ]}
      />
      <p>
        <PanelLink className="dray-plain-link" to="/admin/audit" search={{ actor: member_id }}>
          {t('staff.history', { name })}
        </PanelLink>
      </p>
      {mayCall(me, changeMemberRole) ? (
        <MemberActs member={member} {...acts} />
      ) : (
        <p className="panel-note">{t('staff.onlyOwners')}</p>
      )}
    </>
  )
}
