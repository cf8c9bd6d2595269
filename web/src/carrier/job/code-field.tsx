import { Button, Stack, Text, TextInput } from '@mantine/core'
import { deliveryCodeDigits } from '#contract/proof.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { StepFieldProps } from './step-input.ts'

type CodeFieldProps = StepFieldProps & { triesLeft: number; isMissing: boolean }

/** The code that the customer tells at the door, or a photo instead. */
export function CodeField({ input, onInput, triesLeft, isMissing }: CodeFieldProps) {
  const { t } = useTexts('carrier')
  const swap = (isWithoutCode: boolean) => onInput((now) => ({ ...now, isWithoutCode, code: '' }))
  if (triesLeft === 0) return <Text>{t('proof.code.noneLeft')}</Text>
  if (input.isWithoutCode)
    return (
      <Stack gap="xs">
        <Text>{t('proof.code.without')}</Text>
        <Button variant="subtle" onClick={() => swap(false)}>
          {t('proof.code.type')}
        </Button>
      </Stack>
    )
  return (
    <Stack gap="xs">
      <TextInput
        className="carrier-code"
        size="lg"
        label={t('proof.code.label')}
        description={t('proof.code.help')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={deliveryCodeDigits}
        required
        value={input.code}
        error={isMissing && t('proof.code.missing', { count: deliveryCodeDigits })}
        onChange={({ currentTarget: { value } }) =>
          onInput((now) => ({ ...now, code: value.replaceAll(/\D/g, '') }))
        }
      />
      <Button variant="subtle" onClick={() => swap(true)}>
        {t('proof.code.noCode')}
      </Button>
    </Stack>
  )
}
