import { useTranslation } from 'react-i18next'
import { type Key, rotateKey } from '#contract/admin/keys.ts'
import type { Partner } from '#contract/admin/partners.ts'
import type { KeyOverlap } from '#contract/vocabulary.ts'
import { call } from '../../../kit/api.ts'
import { readAgain } from '../../../kit/query-client.ts'
import { ActForm } from '../../../panel/act-dialog.tsx'
import { OverlapField } from '../../../partnership/keys/overlap-field.tsx'
import { ValueDialog } from '../../../partnership/keys/value-dialog.tsx'
import { keyName } from '../../../partnership/marks.tsx'
import { changedByKeys } from './changed.ts'

type RotateDialogProps = { apiKey: Key; partner: Partner; isOpen: boolean; onClose: () => void }

const initial: { overlap: KeyOverlap; reason: string } = { overlap: '24h', reason: '' }

/** Gives a key a new value, then shows it once. */
export function RotateDialog({ apiKey, partner, ...dialog }: RotateDialogProps) {
  const { t } = useTranslation('partners')
  const { key_id } = apiKey
  const rotate = async (body: typeof initial) => {
    const { api_key } = await call(rotateKey, { params: { key_id }, body })
    void readAgain(...changedByKeys)
    return api_key
  }
  return (
    <ValueDialog
      {...dialog}
      name={partner.company_name}
      title={t('key.rotateTitle', { name: keyName(apiKey) })}
      renderForm={(onValue) => (
        <ActForm
          text={t('key.rotateText')}
          act={t('key.rotate')}
          body={rotateKey.body}
          initial={initial}
          send={async (values) => onValue(await rotate(values))}
          renderFields={(form) => <OverlapField {...form.getInputProps('overlap')} />}
        />
      )}
    />
  )
}
