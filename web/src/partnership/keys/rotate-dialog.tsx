import type { Key } from '#contract/admin/keys.ts'
import { type KeyOverlap, maxWorkingValues } from '#contract/vocabulary.ts'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActForm } from '../../panel/act-form.tsx'
import { keyName } from '../marks.tsx'
import type { Asked, KeyWrites } from './key-writes.ts'
import { OverlapField } from './overlap-field.tsx'
import { Uses, workingValues } from './uses.tsx'
import { ValueDialog } from './value-dialog.tsx'

type RotateDialogProps = { apiKey: Key; writes: KeyWrites; isOpen: boolean; onClose: () => void }

type Values = Asked & { overlap: KeyOverlap }

/** Gives a key a new value, then shows it once. */
export function RotateDialog({ apiKey, writes, ...dialog }: RotateDialogProps) {
  const { t } = useTexts('partners')
  const { company, isOwn, asked, rotate, changed } = writes
  const initial: Values = { overlap: '24h', ...asked }
  const ending = workingValues(apiKey).slice(maxWorkingValues - 1)
  const send = async ({ overlap, reason = '' }: Values) => {
    const ends = ending.map(({ last_four }) => last_four)
    return rotate.send(apiKey.key_id, { overlap, ends, reason }).finally(() => void readAgain(...changed))
  }
  return (
    <ValueDialog
      {...dialog}
      isOwn={isOwn}
      name={company}
      title={t('key.rotateTitle', { name: keyName(apiKey) })}
      renderForm={(onValue) => (
        <ActForm
          text={
            <>
              {t('key.rotateText')}
              {ending.length > 0 && ` ${t('key.endsNow')}`}
              <Uses values={ending} />
            </>
          }
          act={t('key.rotate')}
          body={rotate.body}
          initial={initial}
          send={async (values) => {
            const { api_key, ended } = await send(values)
            onValue(api_key, ended)
          }}
          onBack={dialog.onClose}
          renderFields={(form) => <OverlapField {...form.getInputProps('overlap')} />}
        />
      )}
    />
  )
}
