import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { createJobView, listJobViews } from '#contract/admin/job-views.ts'
import { ApiError, call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useAddress } from '../../panel/link.tsx'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { useDialog } from '../../panel/use-dialog.ts'
import { useMe } from '../session/me.ts'
import { filtersOf } from './filters.ts'

/** Saves the filters of the address under a name. */
export function SaveView() {
  const { t } = useTranslation('jobs')
  const [{ save }, change] = useAddress()
  const close = () => change({ save: undefined }, { replace: true })
  return (
    <Modal opened={save === 'yes'} onClose={close} title={t('views.title')} {...useDialog()}>
      {save === 'yes' && <SaveForm onDone={close} />}
    </Modal>
  )
}

function SaveForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('jobs')
  const me = useMe()
  const [address] = useAddress()
  const form = useOperationForm(createJobView.body, { name: '', shared: false })
  const save = useQuietAct({
    act: ({ name, shared }: typeof form.values) =>
      call(createJobView, { body: { name, shared, filters: filtersOf(address) } }),
    onDone: ({ name }) => {
      notify({ text: t('views.saved', { name }) })
      onDone()
      return readAgain(listJobViews)
    },
  })
  const submit = form.onSubmit((values) =>
    save.mutate(values, { onError: (error) => void (error instanceof ApiError && form.refuse(error)) }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refusal error={save.error} />
        <TextInput
          data-autofocus
          label={t('views.name')}
          description={t('views.nameHelp')}
          autoComplete="off"
          {...limitsOf(createJobView.body, 'name')}
          {...form.getInputProps('name')}
        />
        {me.role === 'owner' && (
          <Checkbox label={t('views.shared')} {...form.getInputProps('shared', { type: 'checkbox' })} />
        )}
        <Button type="submit" loading={save.isPending}>
          {t('views.act')}
        </Button>
      </Stack>
    </form>
  )
}
