import { useTexts } from '../../kit/texts/use-texts.ts'
import { Initials } from '../../panel/initials.tsx'
import { Mark } from '../../panel/mark.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { type TeamMember, useTeam } from './team.ts'

/** A member's name, and whether it is the reader's or of a suspended member. */
export function MemberName({ member: { member_id, name, suspended_at } }: { member: TeamMember }) {
  const { t } = useTexts('member')
  const { ownId } = useTeam()
  const isGoing = useIsPlanned(member_id)
  return (
    <span className="panel-name" data-going={isGoing || undefined}>
      <Initials name={name} />
      <span>{name}</span>
      {ownId === member_id && <small>{t('team.you')}</small>}
      {suspended_at && <Mark look="bad">{t('team.suspended')}</Mark>}
    </span>
  )
}
