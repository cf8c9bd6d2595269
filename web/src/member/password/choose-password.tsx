import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { StepTitle } from '../step.tsx'
import { useSurface } from '../surface.ts'
import type { Grant, Started } from './steps.ts'

type ChoosePasswordProps = { grant: Grant; asksLoginName: boolean; onStarted: (started: Started) => void }

/** The first step: no change is saved before the code of the authenticator app is confirmed. */
export function ChoosePassword({ grant, asksLoginName, onStarted }: ChoosePasswordProps) {
  const { t } = useTexts('member')
  const { setPassword } = useSurface().operations
  const form = useOperationForm(
    setPassword.body,
    { login_name: '', password: '' },
    ({ login_name }): Record<string, string> =>
      asksLoginName && !login_name.trim() ? { login_name: t('password.loginNameOdd') } : {},
  )
  const choose = useQuietAct({
    act: ({ login_name, password }: typeof form.values) =>
      call(setPassword, {
        body: {
          ...(grant.token && { token: grant.token }),
          ...(asksLoginName && { login_name: login_name.trim() }),
          password,
        },
      }),
    onDone: onStarted,
  })
  const submit = form.onSubmit((values) => choose.mutate(values, { onError: form.refuse }))
  return (
    <form onSubmit={submit} noValidate>
      <StepTitle>{t('password.title')}</StepTitle>
      <Stack gap="sm">
        <Refusal error={choose.error} />
        {asksLoginName && (
          <TextInput
            label={t('password.loginName')}
            description={t('password.loginNameHelp')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={100}
            data-autofocus
            {...form.getInputProps('login_name')}
            {...(form.errors.login_name && { error: t('password.loginNameOdd') })}
          />
        )}
        <PasswordInput
          label={t('password.password')}
          description={t('password.passwordHelp')}
          autoComplete="new-password"
          {...limitsOf(setPassword.body, 'password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={choose.isPending}>
          {t('password.next')}
        </Button>
      </Stack>
    </form>
  )
}
