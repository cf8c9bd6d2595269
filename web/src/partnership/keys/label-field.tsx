import { TextInput, type TextInputProps } from '@mantine/core'
import type { TObject } from 'typebox'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** The label that tells a key from others. @param body the request body that has it. */
export function LabelField({ body, ...rest }: TextInputProps & { body: TObject }) {
  const { t } = useTexts('partners')
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
