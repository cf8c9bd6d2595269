import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listPartnerKeys } from '#contract/admin/keys.ts'
import { reading } from '../../../kit/query-client.ts'
import { useAddress } from '../../../panel/link.tsx'
import { keyName } from '../marks.tsx'

/** Shows only the calls with one key (`of` in the address). */
export function KeyFilter({ partnerId }: { partnerId: string }) {
  const { t } = useTranslation('partners')
  const [{ of }, change] = useAddress()
  const keys = useQuery(reading(listPartnerKeys, { params: { partner_id: partnerId } })).data?.keys ?? []
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
