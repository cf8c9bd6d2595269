import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import type { Translate } from '../../kit/texts/text-of.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { askForCode, type Challenge } from './challenge.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

type ResendCodeProps = {
  challenge: Challenge
  shortId: string | undefined
  onAsked: (challenge: Challenge) => void
}

/** Button to request another code, enabled when the server allows it. */
export function ResendCode({ challenge, shortId, onAsked }: ResendCodeProps) {
  const { t } = useTexts('signIn')
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

/** The wait is up to a day after too many codes for a number. */
function resendText(t: Translate<'signIn'>, seconds: number): string {
  if (seconds <= 0) return t('signIn.resend')
  if (seconds <= 120) return t('signIn.resendIn', { count: seconds })
  if (seconds <= 7_200) return t('signIn.resendInMinutes', { count: Math.ceil(seconds / 60) })
  return t('signIn.resendInHours', { count: Math.ceil(seconds / 3_600) })
}
