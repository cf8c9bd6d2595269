import { useTranslation } from 'react-i18next'
import type { PartnerMember } from '#contract/partner-panel/members.ts'
import type { PartnerRole } from '#contract/vocabulary.ts'
import { Initials } from '../../panel/initials.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { useTeam } from './team.ts'

export function RoleMark({ role }: { role: PartnerRole }) {
  const { t } = useTranslation('partners')
  return (
    <span className="panel-mark" data-kind={role}>
      {t(`roles.${role}`)}
    </span>
  )
}

/** A member's name, and whether it is the reader's or of a suspended member. */
export function MemberName({ member: { member_id, name, suspended_at } }: { member: PartnerMember }) {
  const { t } = useTranslation('partners')
  const { ownId } = useTeam()
  const isGoing = useIsPlanned(member_id)
  return (
    <span className="panel-name" data-going={isGoing || undefined}>
      <Initials name={name} />
      <span>{name}</span>
      {ownId === member_id && <small>{t('people.you')}</small>}
      {suspended_at && (
        <span className="panel-mark" data-kind="suspended">
          {t('people.suspended')}
        </span>
      )}
    </span>
  )
}
