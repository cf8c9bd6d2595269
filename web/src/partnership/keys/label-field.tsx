import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TObject } from 'typebox'
import { limitsOf } from '../../kit/limits.ts'

/** The label that tells a key from others. @param body the request body that has it. */
export function LabelField({ body, ...rest }: TextInputProps & { body: TObject }) {
  const { t } = useTranslation('partners')
  return (
    <TextInput
      data-autofocus
      label={t('key.label')}
      description={t('key.labelHelp')}
      autoComplete="off"
      {...limitsOf(body, 'label')}
      {...rest}
    />
  )
}
