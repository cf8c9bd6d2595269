import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { changeMe, type Me, readMe } from '#contract/app/account.ts'
import { readCarrier } from '#contract/app/carrier.ts'
import type { CarrierSignUp } from '#contract/app/sign-up.ts'
import { call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useMe } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { withRetry } from '../../kit/with-retry.ts'
import { Section } from '../../shared/section.tsx'
import { PhotoField } from '../photos/photo-field.tsx'
import { useIsSendingPhoto } from '../photos/use-sign-up.ts'

/** The name and the face of the carrier. The photo is saved when it is taken, the name with the button. */
export function YouStep({ signUp }: { signUp: CarrierSignUp }) {
  const { t } = useTexts('steps')
  const me = useMe()
  return (
    <Stack>
      <Text>{t('you.lead')}</Text>
      {signUp.rule !== 'off' && (
        <Section title={t('photo.portrait')}>
          <PhotoField kind="portrait" photos={signUp.photos} />
        </Section>
      )}
      {me && <NameForm me={me} />}
    </Stack>
  )
}

function NameForm({ me }: { me: Me }) {
  const { t } = useTexts(['carrier', 'steps'])
  const navigate = useNavigate()
  const isSending = useIsSendingPhoto()
  const form = useOperationForm(changeMe.body, { name: me.name ?? '' }, ({ name }) =>
    name.trim() ? {} : { name: t('steps:you.nameMissing') },
  )
  const save = useMutation({
    mutationFn: (body: { name: string }) => withRetry(() => call(changeMe, { body })),
    onSuccess: async (saved) => {
      // The next step begins with this name.
      queryClient.setQueryData(reading(readMe, {}).queryKey, saved)
      void readAgain(readCarrier)
      await navigate({ to: '/carrier/sign-up' })
    },
    onError: form.refuse,
  })
  const { maxLength } = limitsOf(changeMe.body, 'name')
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack>
        <Section title={t('profile.you')}>
          <TextInput
            label={t('form.name')}
            description={t('form.nameHelp')}
            autoComplete="name"
            required
            {...(maxLength && { maxLength })}
            {...form.getInputProps('name')}
          />
        </Section>
        <Refused error={save.error} />
        <Button type="submit" size="lg" loading={save.isPending || isSending}>
          {t('steps:go')}
        </Button>
      </Stack>
    </form>
  )
}
