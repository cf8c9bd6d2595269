import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The company's name, which opens its SMS. */
export function CompanyField(props: TextInputProps) {
  const { t } = useTranslation('partners')
  return (
    <TextInput
      data-autofocus
      required
      label={t('company')}
      description={t('companyHelp')}
      maxLength={60}
      autoComplete="off"
      {...props}
    />
  )
}
