import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMyMail, confirmMyMail, type MyMail, readMyMail, removeMyMail } from '#contract/app/mail.ts'
import { readMyNotices } from '#contract/app/notices.ts'
import { call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { Section } from '../../shared/section.tsx'

/** The mail address: entered, confirmed by the code in a mail, changed and removed. Absent where no mail is sent. */
export function MailSection() {
  const { t } = useTexts('account')
  const { data: mail } = useQuery(reading(readMyMail, {}))
  if (!mail?.available) return null
  return (
    <Section title={t('mail.title')} anchor="mail">
      <Address mail={mail} />
    </Section>
  )
}

function show(mail: MyMail): void {
  queryClient.setQueryData(reading(readMyMail, {}).queryKey, mail)
  void readAgain(readMyNotices)
}

function Address({ mail }: { mail: MyMail }) {
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
          {t('mail.goesTo')} <b>{address}</b>
        </Text>
      ) : (
        <Text c="dimmed">{t('mail.text')}</Text>
      )}
      {isAsking ? (
        <AddressForm initial={failingSince ? address : null} onDone={() => setChanging(false)} />
      ) : pending ? (
        <CodeForm key={pending.expires_at} pending={pending} onOther={() => setChanging(true)} />
      ) : (
        <Confirmed onChange={() => setChanging(true)} />
      )}
    </Stack>
  )
}

function AddressForm({ initial, onDone }: { initial: string | null; onDone: () => void }) {
  const { t } = useTexts('account')
  const form = useOperationForm(changeMyMail.body, { address: initial ?? '' })
  const ask = useMutation({
    mutationFn: (body: { address: string }) => call(changeMyMail, { body }),
    onSuccess: (mail) => {
      show(mail)
      onDone()
    },
    onError: form.refuse,
  })
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

type Pending = NonNullable<MyMail['pending']>

function CodeForm({ pending, onOther }: { pending: Pending; onOther: () => void }) {
  const { t } = useTexts('account')
  const form = useOperationForm(confirmMyMail.body, { code: '' })
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => call(confirmMyMail, { body }),
    onSuccess: (mail) => {
      show(mail)
      notify({ text: t('mail.confirmed') })
    },
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

function Confirmed({ onChange }: { onChange: () => void }) {
  const { t } = useTexts('account')
  const remove = useMutation({
    mutationFn: () => call(removeMyMail, {}),
    onSuccess: (mail) => {
      show(mail)
      notify({ text: t('mail.removed') })
    },
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
