import { Input, PinInput } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'

type CodeFieldProps = {
  /** Id of the heading that labels the field. */
  labelledBy: string
  code: string
  onType: (code: string) => void
  /** True while the code is checked; the field gets the focus back afterwards. */
  isBusy: boolean
  error: unknown
}

/** Input of six digits, with an error message. */
export function CodeField({ labelledBy, code, onType, isBusy, error }: CodeFieldProps) {
  const { t } = useTexts('signIn')
  const errorText = useErrorText()
  const first = useRef<HTMLInputElement>(null)
  const why = useId()
  useEffect(() => {
    if (!isBusy) first.current?.focus()
  }, [isBusy])
  return (
    <>
      <PinInput
        ref={first}
        className="app-code"
        aria-labelledby={labelledBy}
        length={6}
        type="number"
        size="lg"
        gap={6}
        placeholder=""
        oneTimeCode
        value={code}
        onChange={onType}
        disabled={isBusy}
        error={Boolean(error)}
        getInputProps={(index) => ({
          'aria-label': t('signIn.digit', { number: index + 1 }),
          'aria-describedby': why,
        })}
      />
      <div role="alert" id={why}>
        {Boolean(error) && (
          <Input.Error mt="xs" size="md">
            {errorText(error)}
          </Input.Error>
        )}
      </div>
    </>
  )
}
