import { Button, Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/admin/members.ts'
import { type StaffRole, staffRoles } from '#contract/vocabulary.ts'
import { HandOver, type Link } from '../../member/hand-over.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { ReasonDialog } from '../person/reason-dialog.tsx'
import { RoleChoices } from './role-choices.tsx'
import { type MemberAct, useMemberAsked } from './use-member-asked.ts'

type MemberActsProps = {
  member: Member
  /** The act whose reason is asked for. */
  act: MemberAct | null
  onAct: (act: MemberAct | null) => void
  onGone: () => void
}

/** What an owner can do with a member; each act asks for a reason first. */
export function MemberActs({ member, act, onAct, onGone }: MemberActsProps) {
  const { t } = useTranslation('admin')
  const { member_id, name, suspended_at } = member
  const isPlanned = useIsPlanned(member_id)
  const [role, setRole] = useState<StaffRole>(member.role)
  const [link, setLink] = useState<Link | null>(null)
  const asked = useMemberAsked({ member, role, onLink: setLink, onGone })
  const isSuspended = suspended_at !== null
  return (
    <div className="panel-member-acts">
      <section>
        <Radio.Group
          label={t('staff.roleOf', { name })}
          value={role}
          onChange={(chosen) => setRole(staffRoles.find((each) => each === chosen) ?? role)}
        >
          <RoleChoices />
        </Radio.Group>
        <Button mt="sm" variant="default" disabled={role === member.role} onClick={() => onAct('role')}>
          {t('staff.changeRole')}
        </Button>
      </section>
      <h3>{t('staff.acts')}</h3>
      {link ? (
        <HandOver name={name} link={link} onDone={() => setLink(null)} />
      ) : (
        <OneAct text={t('staff.backText')}>
          <Button variant="default" onClick={() => onAct('back')}>
            {t('staff.back')}
          </Button>
        </OneAct>
      )}
      <OneAct text={t(isSuspended ? 'staff.resumeText' : 'staff.suspendText')}>
        <Button variant="default" onClick={() => onAct('suspension')}>
          {t(isSuspended ? 'staff.resume' : 'staff.suspend')}
        </Button>
      </OneAct>
      <OneAct text={t('staff.removeText')}>
        <Button variant="outline" color="red" disabled={isPlanned} onClick={() => onAct('removal')}>
          {t('staff.remove')}
        </Button>
      </OneAct>
      <ReasonDialog asked={act && asked[act]} onClose={() => onAct(null)} />
    </div>
  )
}

function OneAct({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="panel-one-act">
      <p>{text}</p>
      {children}
    </div>
  )
}
