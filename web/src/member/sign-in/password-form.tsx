import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { signedIn } from '../session/me.ts'
import { useSurface } from '../surface.ts'

/** Login name, password and code in one request: the response does not tell which of them was wrong. */
export function PasswordForm() {
  const { t } = useTexts('member')
  const surface = useSurface()
  const { signInWithPassword } = surface.operations
  const first = useRef<HTMLInputElement>(null)
  // The person has just asked for this form.
  useEffect(() => first.current?.focus(), [])
  const form = useOperationForm(signInWithPassword.body, { login_name: '', password: '', code: '' })
  const signIn = useQuietAct({
    act: ({ login_name, password, code }: typeof form.values) =>
      call(signInWithPassword, { body: { login_name: login_name.trim(), password, code: code.trim() } }),
    onDone: ({ me }) => signedIn(surface, me),
  })
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
      <Stack gap="sm">
        <Refusal error={signIn.error} />
        <TextInput
          label={t('signIn.loginName')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('login_name')}
          ref={first}
        />
        <PasswordInput
          label={t('signIn.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <TextInput
          label={t('signIn.code')}
          description={t('signIn.codeHelp')}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          {...form.getInputProps('code')}
        />
        <Button type="submit" variant="default" loading={signIn.isPending}>
          {t('signIn.act')}
        </Button>
      </Stack>
    </form>
  )
}
