import { Checkbox, TextInput } from '@mantine/core'
import { createJobView, listJobViews } from '#contract/admin/job-views.ts'
import { call } from '../../kit/api.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { useAddress } from '../../panel/link.tsx'
import { useMe } from '../session/me.ts'
import { filtersOf } from './filters.ts'

/** Saves the filters of the URL under a name. */
export function SaveView() {
  const { t } = useTexts('jobs')
  const me = useMe()
  const [address, change] = useAddress()
  return (
    <ActDialog
      isOpen={address.save === 'yes'}
      onClose={() => change({ save: undefined }, { replace: true })}
      title={t('views.title')}
      act={t('views.act')}
      body={createJobView.body}
      initial={{ name: '', shared: false }}
      send={async ({ name, shared }) => {
        const saved = await call(createJobView, { body: { name, shared, filters: filtersOf(address) } })
        notify({ text: t('views.saved', { name: saved.name }) })
        void readAgain(listJobViews)
      }}
      renderFields={(form) => (
        <>
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
        </>
      )}
    />
  )
}
