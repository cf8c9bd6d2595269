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
import type { Link } from '../../member/hand-over.tsx'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import { usePlan } from '../../panel/use-plan.ts'
import type { Asked } from '../person/reason-dialog.tsx'
import { useMe } from '../session/me.ts'

export type MemberAct = 'role' | 'back' | 'suspension' | 'removal'

/** What these acts change. */
const changed = [listMembers, listInvitations, readStaffMe]

type MemberAskedInput = {
  member: Member
  /** The role that was chosen. */
  role: StaffRole
  onLink: (link: Link) => void
  onGone: () => void
}

/** What each act on a member asks before it is done. */
export function useMemberAsked({ member, role, onLink, onGone }: MemberAskedInput): Record<MemberAct, Asked> {
  const { t } = useTranslation('admin')
  const { member_id, name } = member
  const params = { member_id }
  const help = t('staff.reasonHelp')
  const told = (text: string) => () => {
    notify({ text })
    return readAgain(...changed)
  }
  return {
    role: {
      title: t('staff.roleTitle', { name }),
      text: t('staff.roleText', { role: t(`roles.${role}`) }),
      help,
      act: t('staff.changeRole'),
      body: changeMemberRole.body,
      send: (reason) => call(changeMemberRole, { params, body: { role, reason } }),
      onDone: told(t('staff.roleChanged', { name, role: t(`roles.${role}`) })),
    },
    back: {
      title: t('staff.backTitle', { name }),
      text: t('staff.backText'),
      help,
      act: t('staff.back'),
      body: inviteMemberBack.body,
      send: async (reason) => onLink(await call(inviteMemberBack, { params, body: { reason } })),
      onDone: () => readAgain(...changed),
    },
    suspension: useSuspension(member, told),
    removal: useRemoval(member, onGone),
  }
}

function useSuspension(
  { member_id, name, suspended_at }: Member,
  told: (text: string) => () => unknown,
): Asked {
  const { t } = useTranslation('admin')
  const params = { member_id }
  const help = t('staff.reasonHelp')
  if (suspended_at)
    return {
      title: t('staff.resumeTitle', { name }),
      text: t('staff.resumeText'),
      help,
      act: t('staff.resume'),
      body: resumeMember.body,
      send: (reason) => call(resumeMember, { params, body: { reason } }),
      onDone: told(t('staff.resumeDone', { name })),
    }
  return {
    title: t('staff.suspendTitle', { name }),
    text: t('staff.suspendText'),
    help,
    act: t('staff.suspend'),
    isRed: true,
    body: suspendMember.body,
    send: (reason) => call(suspendMember, { params, body: { reason } }),
    onDone: told(t('staff.suspendDone', { name })),
  }
}

/** Sent after the time to undo it. */
function useRemoval({ member_id, name }: Member, onGone: () => void): Asked {
  const { t } = useTranslation('admin')
  const me = useMe()
  const plan = usePlan()
  return {
    title: t('staff.removeTitle', { name }),
    text: t('staff.removeText'),
    help: t('staff.reasonHelp'),
    act: t('staff.remove'),
    isRed: true,
    body: removeMember.body,
    send: async (reason) =>
      plan({
        subject: member_id,
        text: t('staff.willGo', { name }),
        done: t('staff.removed', { name }),
        prove: () => proveAhead(me),
        send: (options) => call(removeMember, { params: { member_id }, body: { reason }, ...options }),
        changed,
      }),
    onDone: onGone,
  }
}
