import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/admin/members.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import { Initials } from '../../panel/initials.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { useMe } from '../session/me.ts'

export function RoleMark({ role }: { role: StaffRole }) {
  const { t } = useTranslation('admin')
  return (
    <span className="panel-mark" data-kind={role}>
      {t(`roles.${role}`)}
    </span>
  )
}

/** A member's name, and whether it is the reader's or of a suspended member. */
export function MemberName({ member: { member_id, name, suspended_at } }: { member: Member }) {
  const { t } = useTranslation('admin')
  const me = useMe()
  const isGoing = useIsPlanned(member_id)
  return (
    <span className="panel-name" data-going={isGoing || undefined}>
      <Initials name={name} />
      <span>{name}</span>
      {me.member_id === member_id && <small>{t('staff.you')}</small>}
      {suspended_at && (
        <span className="panel-mark" data-kind="suspended">
          {t('staff.suspended')}
        </span>
      )}
    </span>
  )
}
