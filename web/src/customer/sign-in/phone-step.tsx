import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { replaceFirstScreen } from '../../kit/first-screen.ts'
import { asPhone, shownPhone } from '../../kit/phone-number.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { askForCode, type Challenge } from './challenge.ts'

type PhoneStepProps = {
  phone: string | null
  shortId: string | undefined
  onAsked: (challenge: Challenge) => void
}

/** Asks for the phone number, prefilled if the link of the SMS contained it. */
export function PhoneStep({ phone, shortId, onAsked }: PhoneStepProps) {
  const { t } = useTexts('signIn')
  const [typed, setTyped] = useState(phone ? shownPhone(phone) : '+34 ')
  const [isOdd, setOdd] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useMutation({ mutationFn: askForCode, onSuccess: onAsked })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = asPhone(typed)
    setOdd(number === null)
    if (number) mutate({ phone: number, shortId })
    else field.current?.focus()
  }
  useLayoutEffect(() => replaceFirstScreen(field.current), [])
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refused error={error} />
        <TextInput
          ref={field}
          label={t('signIn.phone')}
          description={t('signIn.phoneHelp')}
          error={isOdd && t('signIn.phoneOdd')}
          type="tel"
          name="phone"
          autoComplete="tel"
          size="lg"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" loading={isPending} fullWidth>
          {t('signIn.ask')}
        </Button>
      </Stack>
    </form>
  )
}
