import { Button, Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeMemberRole,
  inviteMemberBack,
  listInvitations,
  listMembers,
  type Member,
  removeMember,
  resumeMember,
  suspendMember,
} from '#contract/admin/members.ts'
import { readStaffMe } from '#contract/admin/own-access.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useAct } from '../../panel/use-act.ts'
import { usePlan } from '../../panel/use-plan.ts'
import { useMe } from '../session/me.ts'
import { proveAhead } from '../session/proof-ways.ts'
import { HandOver, type Link } from './hand-over.tsx'
import { RoleChoices } from './role-choices.tsx'

type MemberActsProps = { member: Member; onGone: () => void }

/** What an owner can do with a member. */
export function MemberActs({ member, onGone }: MemberActsProps) {
  const { t } = useTranslation('admin')
  return (
    <div className="panel-member-acts">
      <ChangeRole member={member} />
      <h3>{t('people.acts')}</h3>
      <LeadBack member={member} />
      <Suspension member={member} />
      <Remove member={member} onGone={onGone} />
    </div>
  )
}

/** What these acts change. */
const changed = [listMembers, listInvitations, readStaffMe]

function ChangeRole({ member: { member_id, name, role } }: { member: Member }) {
  const { t } = useTranslation('admin')
  const [chosen, setChosen] = useState<string>(role)
  const change = useAct({
    act: () => call(changeMemberRole, { params: { member_id }, body: { role: chosen as StaffRole } }),
    onDone: (member) => {
      notify({ text: t('people.roleChanged', { name, role: t(`roles.${member.role}`) }) })
      return readAgain(...changed)
    },
  })
  return (
    <section>
      <Radio.Group label={t('people.roleOf', { name })} value={chosen} onChange={setChosen}>
        <RoleChoices />
      </Radio.Group>
      <Button
        mt="sm"
        variant="default"
        disabled={chosen === role}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {t('people.changeRole')}
      </Button>
    </section>
  )
}

function LeadBack({ member: { member_id, name } }: { member: Member }) {
  const { t } = useTranslation('admin')
  const [link, setLink] = useState<Link | null>(null)
  const lead = useAct({
    act: () => call(inviteMemberBack, { params: { member_id } }),
    onDone: (made) => {
      setLink(made)
      return readAgain(...changed)
    },
  })
  if (link) return <HandOver name={name} link={link} onDone={() => setLink(null)} />
  return (
    <OneAct text={t('people.backText')}>
      <Button variant="default" loading={lead.isPending} onClick={() => lead.mutate()}>
        {t('people.back')}
      </Button>
    </OneAct>
  )
}

function Suspension({ member: { member_id, name, suspended_at } }: { member: Member }) {
  const { t } = useTranslation('admin')
  const isSuspended = suspended_at !== null
  const act = useAct({
    act: () => call(isSuspended ? resumeMember : suspendMember, { params: { member_id } }),
    onDone: () => {
      notify({ text: t(isSuspended ? 'people.resumeDone' : 'people.suspendDone', { name }) })
      return readAgain(...changed)
    },
  })
  return (
    <OneAct text={t(isSuspended ? 'people.resumeText' : 'people.suspendText')}>
      <Button variant="default" loading={act.isPending} onClick={() => act.mutate()}>
        {t(isSuspended ? 'people.resume' : 'people.suspend')}
      </Button>
    </OneAct>
  )
}

function Remove({ member: { member_id, name }, onGone }: MemberActsProps) {
  const { t } = useTranslation('admin')
  const me = useMe()
  const plan = usePlan()
  const remove = () => {
    plan({
      subject: member_id,
      text: t('people.willGo', { name }),
      done: t('people.removed', { name }),
      prove: () => proveAhead(me),
      send: (options) => call(removeMember, { params: { member_id }, ...options }),
      changed,
    })
    onGone()
  }
  return (
    <OneAct text={t('people.removeText')}>
      <Button variant="outline" color="red" onClick={remove}>
        {t('people.remove')}
      </Button>
    </OneAct>
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
