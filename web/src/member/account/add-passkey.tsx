import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { createPasskey } from '../../panel/passkey.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { type Surface, useSurface } from '../surface.ts'

/** Names and registers one more passkey. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { t } = useTexts('member')
  const surface = useSurface()
  const { listPasskeys, readMe } = surface.operations
  const [name, setName] = useState('')
  const add = useQuietAct({
    act: () => register(surface, name.trim()),
    onDone: () => {
      onAdded()
      notify({ text: t('account.passkeyAdded') })
      return readAgain(listPasskeys, readMe)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refusal error={add.error} />
        <TextInput
          data-autofocus
          label={t('account.passkeyName')}
          description={t('account.passkeyNameHelp')}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={add.isPending}>
          {t('account.addPasskey')}
        </Button>
      </Stack>
    </form>
  )
}

async function register({ operations }: Surface, name: string) {
  const { startPasskeyRegistration, finishPasskeyRegistration } = operations
  const { challenge_id, options } = await call(startPasskeyRegistration, { body: {} })
  const credential = await createPasskey(options)
  return call(finishPasskeyRegistration, {
    params: { challenge_id },
    body: { credential, ...(name && { passkey_name: name }) },
  })
}
