import { Button, TextInput } from '@mantine/core'
import { call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../panel/section.tsx'
import { useAct } from '../../panel/use-act.ts'
import { meIs } from '../session/me.ts'
import { type MemberMe, useSurface, useWords } from '../surface.ts'

/** Name and role of the member. */
export function YouSection({ me }: { me: MemberMe }) {
  const { t } = useTexts('member')
  const surface = useSurface()
  const { changeMe } = surface.operations
  const words = useWords()
  const form = useOperationForm(changeMe.body, { name: me.name })
  const change = useAct({
    act: (body: { name: string }) => call(changeMe, { body }),
    onDone: (changed) => {
      meIs(surface, changed)
      notify({ text: t('account.saved') })
      return readAgain(...surface.showingNames)
    },
  })
  const submit = form.onSubmit((values) => change.mutate(values, { onError: form.refuse }))
  const role = `${t('account.role')}: ${words.role(me.role)}. ${words.roleHelp(me.role)}`
  return (
    <Section title={t('account.you')} text={role}>
      <form onSubmit={submit} className="panel-field-line" noValidate>
        <TextInput
          label={t('account.name')}
          description={words.nameHelp}
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
      </form>
    </Section>
  )
}
