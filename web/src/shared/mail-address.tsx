import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMyMail, confirmMyMail, type MyMail } from '#contract/app/mail.ts'
import { useOperationForm } from '../kit/form.ts'
import { limitsOf } from '../kit/limits.ts'
import { notify } from '../kit/notices.tsx'
import { Refused } from '../kit/refused.tsx'
import { useTexts } from '../kit/texts/use-texts.ts'
import { day } from '../kit/when.ts'

/** Each also shows what the server has answered. */
type Acts = {
  ask: (body: { address: string }) => Promise<unknown>
  confirm: (body: { code: string }) => Promise<unknown>
  remove: () => Promise<unknown>
}

type Words = {
  /** What the address is for. */
  text: string
  /** Before the confirmed address. */
  goesTo: string
}

type MailAddressProps = { mail: MyMail; acts: Acts; words: Words }

/** A mail address: entered, confirmed by the code in a mail, changed and removed. */
export function MailAddress({ mail, acts, words }: MailAddressProps) {
  const { t } = useTexts('account')
  const [isChanging, setChanging] = useState(false)
  const { address, failing_since: failingSince, pending } = mail
  const isAsking = isChanging || (!address && !pending)
  return (
    <Stack gap="sm">
      {address && failingSince ? (
        <Alert color="red" title={t('mail.failingTitle')}>
          {t('mail.failing', { address, day: day(failingSince) })}
        </Alert>
      ) : address ? (
        <Text>
          {words.goesTo} <b>{address}</b>
        </Text>
      ) : (
        <Text c="dimmed">{words.text}</Text>
      )}
      {isAsking ? (
        <AddressForm acts={acts} initial={failingSince ? address : null} onDone={() => setChanging(false)} />
      ) : pending ? (
        <CodeForm key={pending.expires_at} acts={acts} pending={pending} onOther={() => setChanging(true)} />
      ) : (
        <Confirmed acts={acts} onChange={() => setChanging(true)} />
      )}
    </Stack>
  )
}

type FormProps = { acts: Acts; initial: string | null; onDone: () => void }

function AddressForm({ acts, initial, onDone }: FormProps) {
  const { t } = useTexts('account')
  const form = useOperationForm(changeMyMail.body, { address: initial ?? '' })
  const ask = useMutation({ mutationFn: acts.ask, onSuccess: onDone, onError: form.refuse })
  return (
    <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
      <Stack gap="sm">
        <Refused error={ask.error} />
        <TextInput
          label={t('mail.address')}
          type="email"
          autoComplete="email"
          {...limitsOf(changeMyMail.body, 'address')}
          {...form.getInputProps('address')}
        />
        <Button type="submit" variant="default" loading={ask.isPending}>
          {t('mail.ask')}
        </Button>
      </Stack>
    </form>
  )
}

type CodeProps = { acts: Acts; pending: NonNullable<MyMail['pending']>; onOther: () => void }

function CodeForm({ acts, pending, onOther }: CodeProps) {
  const { t } = useTexts('account')
  const form = useOperationForm(confirmMyMail.body, { code: '' })
  const confirm = useMutation({
    mutationFn: acts.confirm,
    onSuccess: () => notify({ text: t('mail.confirmed') }),
    onError: form.refuse,
  })
  const { address, refused } = pending
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <Stack gap="sm">
        {refused ? (
          <Alert color="red">{t('mail.refused', { address })}</Alert>
        ) : (
          <Text role="status">{t('mail.sent', { address })}</Text>
        )}
        <Refused error={confirm.error} />
        <TextInput
          label={t('mail.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
          {...form.getInputProps('code')}
        />
        <Group gap="sm">
          <Button type="submit" loading={confirm.isPending}>
            {t('mail.confirm')}
          </Button>
          <Button variant="default" onClick={onOther}>
            {t('mail.other')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Confirmed({ acts, onChange }: { acts: Acts; onChange: () => void }) {
  const { t } = useTexts('account')
  const remove = useMutation({
    mutationFn: acts.remove,
    onSuccess: () => notify({ text: t('mail.removed') }),
  })
  return (
    <>
      <Refused error={remove.error} />
      <Group gap="sm">
        <Button variant="default" onClick={onChange}>
          {t('mail.change')}
        </Button>
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('mail.remove')}
        </Button>
      </Group>
    </>
  )
}
