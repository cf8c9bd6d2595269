import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { staffRoles } from '#contract/vocabulary.ts'

/** The roles, each with what it may do; inside of a `Radio.Group`. */
export function RoleChoices() {
  const { t } = useTranslation('admin')
  return (
    <div className="panel-choices">
      {staffRoles.toReversed().map((role) => (
        <Radio key={role} value={role} label={t(`roles.${role}`)} description={t(`roleHelp.${role}`)} />
      ))}
    </div>
  )
}
