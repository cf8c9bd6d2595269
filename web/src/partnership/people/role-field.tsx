import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { partnerRoles } from '#contract/vocabulary.ts'

type RoleFieldProps = { label: string; value?: string; onChange?: (role: string) => void }

/** The roles, each with what it may do. */
export function RoleField(props: RoleFieldProps) {
  const { t } = useTranslation('partners')
  return (
    <Radio.Group {...props}>
      <div className="panel-choices">
        {partnerRoles.toReversed().map((role) => (
          <Radio key={role} value={role} label={t(`roles.${role}`)} description={t(`roleHelp.${role}`)} />
        ))}
      </div>
    </Radio.Group>
  )
}
