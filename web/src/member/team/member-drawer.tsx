import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, dayAndTime } from '../../kit/when.ts'
import { Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { type Nested, SubjectDrawer } from '../../panel/subject-drawer.tsx'
import { useWaysIn } from '../use-ways-in.ts'
import { MemberActs } from './member-acts.tsx'
import { RoleMark } from './role-mark.tsx'
import { type TeamMember, useTeam } from './team.ts'

type MemberDrawerProps = { member: TeamMember | undefined; onClose: () => void }

/** One member: what is known, and what the reader can do. */
export function MemberDrawer({ member, onClose }: MemberDrawerProps) {
  return (
    <SubjectDrawer isOpen={member !== undefined} onClose={onClose} title={member?.name}>
      {(nested) =>
        member && <OneMember key={member.member_id} member={member} nested={nested} onGone={onClose} />
      }
    </SubjectDrawer>
  )
}

type OneMemberProps = { member: TeamMember; nested: Nested; onGone: () => void }

function OneMember({ member, nested, onGone }: OneMemberProps) {
  const { t } = useTexts('member')
  const waysIn = useWaysIn()
  const { acts, historyOf, words } = useTeam()
  const { member_id, name, role, created_at, last_seen_at, suspended_at } = member
  return (
    <>
      <Facts
        facts={[
          [t('team.role'), <RoleMark key="role" role={role} />],
          [t('team.status'), t(suspended_at ? 'team.suspended' : 'team.active')],
          [t('team.signsIn'), waysIn(member)],
          [t('team.lastSeen'), last_seen_at ? dayAndTime(last_seen_at) : t('team.notYet')],
          [t('team.since'), day(created_at)],
        ]}
      />
      {historyOf && (
        <p>
          <PanelLink className="dray-plain-link" {...historyOf(member_id)}>
            {t('team.history', { name })}
          </PanelLink>
        </p>
      )}
      {acts ? (
        <MemberActs member={member} acts={acts} nested={nested} onGone={onGone} />
      ) : (
        <p className="panel-note">{words.onlyWho}</p>
      )}
    </>
  )
}
