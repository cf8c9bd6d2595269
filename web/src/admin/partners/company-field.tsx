import { TextInput, type TextInputProps } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** The company's name, which opens its SMS. */
export function CompanyField(props: TextInputProps) {
  const { t } = useTexts('partners')
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
