import { Button, Input, PinInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkCode, type Me } from '#contract/app/account.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { askForCode, type Challenge } from './challenge.ts'
import { shownPhone } from './phone-number.ts'
import { useCodeFromText } from './use-code-from-text.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

type CodeStepProps = {
  challenge: Challenge
  shortId: string | undefined
  onAskedAgain: (challenge: Challenge) => void
  onOtherNumber: () => void
  onRight: (me: Me) => void
}

/** Six digits, sent as soon as the last one is there, however they came: typed, pasted or out of the text message. */
export function CodeStep({ challenge, shortId, onAskedAgain, onOtherNumber, onRight }: CodeStepProps) {
  const { t } = useTranslation('app')
  const { id, phone } = challenge
  const [code, setCode] = useState('')
  const first = useRef<HTMLInputElement>(null)
  const errorText = useErrorText()
  const heading = useId()
  const check = useMutation({
    mutationFn: (typed: string) =>
      call(checkCode, { params: { challenge_id: id }, body: { phone, code: typed, kind: 'web' } }),
    onSuccess: ({ me }) => onRight(me),
    onError: () => setCode(''),
  })
  const type = (typed: string) => {
    setCode(typed)
    if (typed.length === 6 && !check.isPending) check.mutate(typed)
  }
  useCodeFromText(type)
  useEffect(() => {
    if (!check.isPending) first.current?.focus()
  }, [check.isPending])
  return (
    <Stack>
      <div>
        <h2 className="app-section" id={heading}>
          {t('signIn.codeTitle')}
        </h2>
        <Text c="dimmed">{t('signIn.codeSent', { phone: shownPhone(phone) })}</Text>
      </div>
      <div>
        <PinInput
          ref={first}
          className="app-code"
          aria-labelledby={heading}
          length={6}
          type="number"
          size="lg"
          gap={6}
          placeholder=""
          oneTimeCode
          value={code}
          onChange={type}
          disabled={check.isPending}
          error={check.isError}
          getInputProps={(index) => ({ 'aria-label': t('signIn.digit', { number: index + 1 }) })}
        />
        <div role="alert">
          {check.error && (
            <Input.Error mt="xs" size="md">
              {errorText(check.error)}
            </Input.Error>
          )}
        </div>
        <Text role="status" c="dimmed" mt="xs" mih={24}>
          {check.isPending && t('signIn.checking')}
        </Text>
      </div>
      <Again challenge={challenge} shortId={shortId} onAsked={onAskedAgain} />
      <Button variant="subtle" onClick={onOtherNumber}>
        {t('signIn.otherNumber')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('signIn.noText')} {t('signIn.neverShare')}
      </Text>
    </Stack>
  )
}

type AgainProps = {
  challenge: Challenge
  shortId: string | undefined
  onAsked: (challenge: Challenge) => void
}

function Again({ challenge, shortId, onAsked }: AgainProps) {
  const { t } = useTranslation('app')
  const errorText = useErrorText()
  const seconds = useSecondsLeft(challenge.resendAt)
  const ask = useMutation({
    mutationFn: () => askForCode({ phone: challenge.phone, shortId }),
    onSuccess: (next) => {
      onAsked(next)
      notify({ text: t('signIn.resent') })
    },
    onError: (error) => notify({ text: errorText(error), kind: 'bad' }),
  })
  return (
    <Button variant="default" disabled={seconds > 0} loading={ask.isPending} onClick={() => ask.mutate()}>
      {resendText(t, seconds)}
    </Button>
  )
}

/** The wait is up to a day where the number was sent too many codes. */
function resendText(t: TFunction<'app'>, seconds: number): string {
  if (seconds <= 0) return t('signIn.resend')
  if (seconds <= 120) return t('signIn.resendIn', { count: seconds })
  if (seconds <= 7_200) return t('signIn.resendInMinutes', { count: Math.ceil(seconds / 60) })
  return t('signIn.resendInHours', { count: Math.ceil(seconds / 3_600) })
}
