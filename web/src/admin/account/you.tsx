import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StaffMe } from '#contract/admin/common.ts'
import { listMembers } from '#contract/admin/members.ts'
import { changeStaffMe } from '#contract/admin/own-access.ts'
import { ApiError, call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { Section } from '../../panel/section.tsx'
import { useAct } from '../../panel/use-act.ts'
import { meIs } from '../session/me.ts'

/** Name and role of the member. */
export function YouSection({ me }: { me: StaffMe }) {
  const { t } = useTranslation('admin')
  const form = useOperationForm(changeStaffMe.body, { name: me.name })
  const change = useAct({
    act: (body: { name: string }) => call(changeStaffMe, { body }),
    onDone: (changed) => {
      meIs(changed)
      notify({ text: t('account.saved') })
      return readAgain(listMembers)
    },
  })
  const submit = form.onSubmit((values) =>
    change.mutate(values, { onError: (error) => void (error instanceof ApiError && form.refuse(error)) }),
  )
  const role = `${t('account.role')}: ${t(`roles.${me.role}`)}. ${t(`roleHelp.${me.role}`)}`
  return (
    <Section title={t('account.you')} text={role}>
      <form onSubmit={submit} className="panel-field-line" noValidate>
        <TextInput
          label={t('account.name')}
          description={t('account.nameHelp')}
          autoComplete="name"
          {...limitsOf(changeStaffMe.body, 'name')}
          {...form.getInputProps('name')}
        />
        <Button
          type="submit"
          variant="default"
          disabled={!form.values.name.trim() || form.values.name === me.name}
          loading={change.isPending}
        >
          {t('save', { ns: 'kit' })}
        </Button>
      </form>
    </Section>
  )
}
