import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { keyName } from '../marks.tsx'
import { usePartnership } from '../reads.ts'

/** Shows only the requests with one key (`of` in the URL). */
export function KeyFilter() {
  const { t } = useTexts('partners')
  const [{ of }, change] = useAddress()
  const keys = useQuery(usePartnership().keys()).data?.keys ?? []
  return (
    <NativeSelect
      label={t('usage.key')}
      value={of ?? ''}
      data={[
        { value: '', label: t('usage.allKeys') },
        ...keys.map((key) => ({ value: key.key_id, label: `${keyName(key)} (${t(`modes.${key.mode}`)})` })),
      ]}
      onChange={({ currentTarget: { value } }) => change({ of: value, before: undefined })}
    />
  )
}
