import './member-acts.css'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import type { Nested } from '../../panel/subject-drawer.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { HandOver, type Link } from '../hand-over.tsx'
import { RoleField } from './role-field.tsx'
import { type TeamActs, type TeamMember, useTeam } from './team.ts'

type Act = 'role' | 'back' | 'suspension' | 'removal'

type MemberActsProps = { member: TeamMember; acts: TeamActs; nested: Nested; onGone: () => void }

type DialogProps = Pick<MemberActsProps, 'member' | 'acts'> & { isOpen: boolean; onClose: () => void }

/** What the reader can do with a member: each act in a dialog that says what it does. */
export function MemberActs({ member, acts, nested, onGone }: MemberActsProps) {
  const { t } = useTexts('member')
  const isPlanned = useIsPlanned(member.member_id)
  const [link, setLink] = useState<Link | null>(null)
  const dialog = (act: Act) => ({ member, acts, isOpen: nested.open === act, onClose: nested.close })
  const isSuspended = member.suspended_at !== null
  if (link) return <HandOver name={member.name} link={link} onDone={() => setLink(null)} />
  return (
    <div className="member-acts">
      <h3>{t('team.acts')}</h3>
      <OneAct text={t('team.roleText')}>
        <Button variant="default" onClick={() => nested.show('role')}>
          {t('team.changeRole')}
        </Button>
      </OneAct>
      <OneAct text={t('team.backText')}>
        <Button variant="default" onClick={() => nested.show('back')}>
          {t('team.back')}
        </Button>
      </OneAct>
      <OneAct text={t(isSuspended ? 'team.resumeText' : 'team.suspendText')}>
        <Button
          variant={isSuspended ? 'default' : 'outline'}
          {...(!isSuspended && { color: 'red' })}
          onClick={() => nested.show('suspension')}
        >
          {t(isSuspended ? 'team.resume' : 'team.suspend')}
        </Button>
      </OneAct>
      <OneAct text={t('team.removeText')}>
        <Button variant="outline" color="red" disabled={isPlanned} onClick={() => nested.show('removal')}>
          {t('team.remove')}
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
  const { t } = useTexts('member')
  const { bodies, changed, words } = useTeam()
  return (
    <ActDialog
      {...dialog}
      title={t('team.roleOf', { name })}
      act={t('team.changeRole')}
      body={bodies.reason}
      initial={{ role, reason: '' }}
      renderFields={(form) => <RoleField label={t('team.role')} {...form.getInputProps('role')} />}
      send={async ({ role: chosen, reason }) => {
        const member = await acts.changeRole(member_id, chosen, reason)
        notify({ text: t('team.roleChanged', { name, role: words.role(member.role) }) })
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
  const { t } = useTexts('member')
  const { bodies, changed } = useTeam()
  return (
    <ActDialog
      {...dialog}
      title={t('team.backOf', { name })}
      text={t('team.backText')}
      act={t('team.inviteAct')}
      body={bodies.reason}
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        onMade(await acts.inviteBack(member_id, reason))
        await readAgain(...changed)
      }}
    />
  )
}

function Suspension({ member: { member_id, name, suspended_at }, acts, ...dialog }: DialogProps) {
  const { t } = useTexts('member')
  const { bodies, changed } = useTeam()
  const isSuspended = suspended_at !== null
  const words = isSuspended ? 'resume' : 'suspend'
  return (
    <ActDialog
      {...dialog}
      title={t(`team.${words}Of`, { name })}
      text={t(`team.${words}Text`)}
      act={t(`team.${words}`)}
      isDangerous={!isSuspended}
      body={bodies.reason}
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        await acts[words](member_id, reason)
        notify({ text: t(`team.${words}Done`, { name }) })
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
  const { t } = useTexts('member')
  const { bodies, prove, changed } = useTeam()
  const plan = usePlan()
  return (
    <ActDialog
      {...dialog}
      title={t('team.removeOf', { name })}
      text={t('team.removeText')}
      act={t('team.remove')}
      isDangerous
      body={bodies.reason}
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        plan({
          subject: member_id,
          text: t('team.willGo', { name }),
          done: t('team.removed', { name }),
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
    <div className="member-act">
      <p>{text}</p>
      {children}
    </div>
  )
}
