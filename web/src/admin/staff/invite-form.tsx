import { Button, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { inviteMember, listInvitations } from '#contract/admin/members.ts'
import { type Language, languages, type StaffRole } from '#contract/vocabulary.ts'
import { ApiError, call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { currentLanguage, languageNames } from '../../kit/language.ts'
import { limitsOf } from '../../kit/limits.ts'
import { readAgain } from '../../kit/query-client.ts'
import type { Link } from '../../member/hand-over.tsx'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { RoleChoices } from './role-choices.tsx'

type Values = { name: string; role: StaffRole; language: Language; reason: string }

export function InviteForm({ onMade }: { onMade: (name: string, link: Link) => void }) {
  const { t } = useTranslation('admin')
  const initial: Values = { name: '', role: 'staff', language: currentLanguage(), reason: '' }
  const form = useOperationForm(inviteMember.body, initial)
  const invite = useQuietAct({
    act: (body: Values) => call(inviteMember, { body }),
    onDone: (link, { name }) => {
      onMade(name.trim(), link)
      return readAgain(listInvitations)
    },
  })
  const submit = form.onSubmit((values) =>
    invite.mutate(values, { onError: (error) => void (error instanceof ApiError && form.refuse(error)) }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refusal error={invite.error} />
        <TextInput
          data-autofocus
          label={t('invite.name')}
          description={t('invite.nameHelp')}
          autoComplete="off"
          {...limitsOf(inviteMember.body, 'name')}
          {...form.getInputProps('name')}
        />
        <Radio.Group label={t('invite.role')} {...form.getInputProps('role')}>
          <RoleChoices />
        </Radio.Group>
        <NativeSelect
          label={t('invite.language')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('language')}
        />
        <TextInput
          label={t('staff.reason')}
          description={t('staff.reasonHelp')}
          autoComplete="off"
          {...limitsOf(inviteMember.body, 'reason')}
          {...form.getInputProps('reason')}
        />
        <Button type="submit" loading={invite.isPending}>
          {t('invite.act')}
        </Button>
      </Stack>
    </form>
  )
}
