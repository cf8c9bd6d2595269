import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartnerMember } from '#contract/partner-panel/members.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { HandOver, type Link } from '../../member/hand-over.tsx'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { RoleField } from './role-field.tsx'
import { type TeamActs, useTeam } from './team.ts'

type Act = 'role' | 'back' | 'suspension' | 'removal'

type MemberActsProps = {
  member: PartnerMember
  acts: TeamActs
  onGone: () => void
  /** Called with true while the dialog of an act is open. */
  onActing: (isActing: boolean) => void
}

type DialogProps = Pick<MemberActsProps, 'member' | 'acts'> & { isOpen: boolean; onClose: () => void }

/** What the reader can do with a member: each act in a dialog that says what it does. */
export function MemberActs({ member, acts, onGone, onActing }: MemberActsProps) {
  const { t } = useTranslation('partners')
  const [act, setAct] = useState<Act | null>(null)
  const [link, setLink] = useState<Link | null>(null)
  const open = (next: Act | null) => {
    setAct(next)
    onActing(next !== null)
  }
  const dialog = (name: Act) => ({ member, acts, isOpen: act === name, onClose: () => open(null) })
  const isSuspended = member.suspended_at !== null
  if (link) return <HandOver name={member.name} link={link} onDone={() => setLink(null)} />
  return (
    <div className="panel-member-acts">
      <h3>{t('acts')}</h3>
      <OneAct text={t('people.roleText')}>
        <Button variant="default" onClick={() => open('role')}>
          {t('people.changeRole')}
        </Button>
      </OneAct>
      <OneAct text={t('people.backText')}>
        <Button variant="default" onClick={() => open('back')}>
          {t('people.back')}
        </Button>
      </OneAct>
      <OneAct text={t(isSuspended ? 'people.resumeText' : 'people.suspendText')}>
        <Button variant="default" onClick={() => open('suspension')}>
          {t(isSuspended ? 'people.resume' : 'people.suspend')}
        </Button>
      </OneAct>
      <OneAct text={t('people.removeText')}>
        <Button variant="outline" color="red" onClick={() => open('removal')}>
          {t('people.remove')}
        </Button>
      </OneAct>
      <ChangeRole {...dialog('role')} />
      <LeadBack {...dialog('back')} onMade={setLink} />
      <Suspension {...dialog('suspension')} />
      <Removal {...dialog('removal')} onGone={onGone} />
    </div>
  )
}

function ChangeRole({ member: { member_id, name, role }, acts, ...dialog }: DialogProps) {
  const { t } = useTranslation('partners')
  const { reasonBody, changed } = useTeam()
  return (
    <ActDialog
      {...dialog}
      title={t('people.roleOf', { name })}
      act={t('people.changeRole')}
      body={reasonBody}
      initial={{ role, reason: '' }}
      renderFields={(form) => <RoleField label={t('people.role')} {...form.getInputProps('role')} />}
      send={async ({ role: chosen, reason }) => {
        const member = await acts.changeRole(member_id, chosen, reason)
        notify({ text: t('people.roleChanged', { name, role: t(`roles.${member.role}`) }) })
        await readAgain(...changed)
      }}
    />
  )
}

function LeadBack({
  member: { member_id, name },
  acts,
  onMade,
  ...dialog
}: DialogProps & { onMade: (link: Link) => void }) {
  const { t } = useTranslation('partners')
  const { reasonBody, changed } = useTeam()
  return (
    <ActDialog
      {...dialog}
      title={t('people.backOf', { name })}
      text={t('people.backText')}
      act={t('people.inviteAct')}
      body={reasonBody}
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        onMade(await acts.inviteBack(member_id, reason))
        await readAgain(...changed)
      }}
    />
  )
}

function Suspension({ member: { member_id, name, suspended_at }, acts, ...dialog }: DialogProps) {
  const { t } = useTranslation('partners')
  const { reasonBody, changed } = useTeam()
  const isSuspended = suspended_at !== null
  const words = isSuspended ? 'resume' : 'suspend'
  return (
    <ActDialog
      {...dialog}
      title={t(`people.${words}Of`, { name })}
      text={t(`people.${words}Text`)}
      act={t(`people.${words}`)}
      isDangerous={!isSuspended}
      body={reasonBody}
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        await acts[words](member_id, reason)
        notify({ text: t(`people.${words}Done`, { name }) })
        await readAgain(...changed)
      }}
    />
  )
}

function Removal({
  member: { member_id, name },
  acts,
  onGone,
  ...dialog
}: DialogProps & { onGone: () => void }) {
  const { t } = useTranslation('partners')
  const { reasonBody, prove, changed } = useTeam()
  const plan = usePlan()
  return (
    <ActDialog
      {...dialog}
      title={t('people.removeOf', { name })}
      text={t('people.removeText')}
      act={t('people.remove')}
      isDangerous
      body={reasonBody}
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        plan({
          subject: member_id,
          text: t('people.willGo', { name }),
          done: t('people.removed', { name }),
          prove,
          send: (options) => acts.remove(member_id, reason, options),
          changed,
        })
        onGone()
      }}
    />
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
