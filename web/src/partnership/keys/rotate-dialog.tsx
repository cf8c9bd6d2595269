import { useTranslation } from 'react-i18next'
import type { Key } from '#contract/admin/keys.ts'
import type { KeyOverlap } from '#contract/vocabulary.ts'
import { readAgain } from '../../kit/query-client.ts'
import { ActForm } from '../../panel/act-form.tsx'
import { keyName } from '../marks.tsx'
import type { Asked, KeyWrites } from './key-writes.ts'
import { OverlapField } from './overlap-field.tsx'
import { ValueDialog } from './value-dialog.tsx'

type RotateDialogProps = { apiKey: Key; writes: KeyWrites; isOpen: boolean; onClose: () => void }

type Values = Asked & { overlap: KeyOverlap }

/** Gives a key a new value, then shows it once. */
export function RotateDialog({ apiKey, writes, ...dialog }: RotateDialogProps) {
  const { t } = useTranslation('partners')
  const { company, isOwn, asked, rotate, changed } = writes
  const initial: Values = { overlap: '24h', ...asked }
  const send = async ({ overlap, reason = '' }: Values) => {
    const { api_key } = await rotate.send(apiKey.key_id, { overlap, reason })
    void readAgain(...changed)
    return api_key
  }
  return (
    <ValueDialog
      {...dialog}
      isOwn={isOwn}
      name={company}
      title={t('key.rotateTitle', { name: keyName(apiKey) })}
      renderForm={(onValue) => (
        <ActForm
          text={t('key.rotateText')}
          act={t('key.rotate')}
          body={rotate.body}
          initial={initial}
          send={async (values) => onValue(await send(values))}
          onBack={dialog.onClose}
          renderFields={(form) => <OverlapField {...form.getInputProps('overlap')} />}
        />
      )}
    />
  )
}
