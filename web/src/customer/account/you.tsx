import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { changeMe, type Me, readMe } from '#contract/app/account.ts'
import { call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { shownPhone } from '../../kit/phone-number.ts'
import { queryClient, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'

/** The phone number, which cannot be changed here, and the name that the other side of a job sees. */
export function YouSection({ me }: { me: Me }) {
  const { t } = useTexts('account')
  const form = useOperationForm(changeMe.body, { name: me.name ?? '' })
  const change = useMutation({
    mutationFn: (body: { name: string }) => call(changeMe, { body }),
    onSuccess: (changed) => {
      queryClient.setQueryData(reading(readMe, {}).queryKey, changed)
      notify({ text: t('saved') })
    },
    onError: form.refuse,
  })
  return (
    <Section title={t('you')}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="sm">
          <Refused error={change.error} />
          <Text>
            {t('phone')}: <b>{shownPhone(me.phone)}</b>
          </Text>
          <TextInput
            label={t('name')}
            description={t('nameHelp')}
            autoComplete="name"
            {...limitsOf(changeMe.body, 'name')}
            {...form.getInputProps('name')}
          />
          <Button
            type="submit"
            variant="default"
            disabled={!form.values.name.trim() || form.values.name === me.name}
            loading={change.isPending}
          >
            {t('kit:save')}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
