import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CopyField } from '../../panel/copy-field.tsx'
import { QrCode } from '../../panel/qr-code.tsx'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { StepTitle } from '../step.tsx'
import { useSurface } from '../surface.ts'
import type { Confirmed, Grant, Started } from './steps.ts'

type ConfirmAppProps = { grant: Grant; started: Started; onConfirmed: (confirmed: Confirmed) => void }

/** The second step: the authenticator app reads the QR code, and its first code proves that it did. */
export function ConfirmApp({ grant, started, onConfirmed }: ConfirmAppProps) {
  const { t } = useTexts('member')
  const { challenge_id, otpauth_uri, secret } = started
  const { confirmTotp } = useSurface().operations
  const [typed, setTyped] = useState('')
  const [isOdd, setOdd] = useState(false)
  const confirm = useQuietAct({
    act: (code: string) => call(confirmTotp, { params: { challenge_id }, body: { ...grant, code } }),
    onDone: onConfirmed,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = typed.replaceAll(/\s/g, '')
    const isCode = /^\d{6}$/.test(code)
    setOdd(!isCode)
    if (isCode) confirm.mutate(code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <StepTitle>{t('password.scanTitle')}</StepTitle>
      <Stack>
        <Text c="dimmed">{t('password.scanText')}</Text>
        <QrCode text={otpauth_uri} label={t('password.qrLabel')} />
        <details className="panel-details">
          <summary>{t('password.typeIt')}</summary>
          <CopyField label={t('password.secret')} text={secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
        </details>
        <Refusal error={confirm.error} />
        <TextInput
          label={t('password.code')}
          description={t('password.codeHelp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          error={isOdd && t('password.codeOdd')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" loading={confirm.isPending}>
          {t('password.act')}
        </Button>
      </Stack>
    </form>
  )
}
