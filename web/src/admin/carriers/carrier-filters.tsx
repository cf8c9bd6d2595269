import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentFilters } from '#contract/admin/carriers.ts'
import { carrierStatuses, jobSizes } from '#contract/vocabulary.ts'
import { Filters } from '../../panel/filters.tsx'
import { isLikePhone } from '../../panel/is-like-phone.ts'
import { useAddress } from '../../panel/link.tsx'
import { textOf } from '../../panel/text-of.ts'

/** Name and town are used when the form is sent, the choices at once. */
export function CarrierFilters({ count }: { count: number | undefined }) {
  const { t } = useTranslation('people')
  const [{ name, town, status, size, documents }, change] = useAddress()
  const [hasPhone, setHasPhone] = useState(false)
  const submit = (values: FormData) => {
    const typed = { name: textOf(values, 'name'), town: textOf(values, 'town') }
    // A number must not get into the address.
    const isRefused = isLikePhone(typed.name) || isLikePhone(typed.town)
    setHasPhone(isRefused)
    if (!isRefused) change({ ...typed, before: undefined })
  }
  const choice = (chosen: 'status' | 'size' | 'documents', value: string) =>
    change({ [chosen]: value || undefined, before: undefined })
  return (
    <Filters key={`${name} ${town}`} onSubmit={submit}>
      <TextInput
        name="name"
        label={t('name')}
        defaultValue={name}
        error={hasPhone && t('carriers.phoneInName')}
        {...field}
      />
      <TextInput name="town" label={t('carriers.town')} defaultValue={town} {...field} />
      <NativeSelect
        label={t('status')}
        value={status ?? ''}
        data={[
          { value: '', label: t('carriers.anyStatus') },
          ...carrierStatuses.map((value) => ({ value, label: t(`carrierStatus.${value}`) })),
        ]}
        onChange={(event) => choice('status', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('carriers.size')}
        value={size ?? ''}
        data={[
          { value: '', label: t('carriers.anySize') },
          ...jobSizes.map((value) => ({ value, label: t(`carriers.sizes.${value}`) })),
        ]}
        onChange={(event) => choice('size', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('documents.filter')}
        value={documents ?? ''}
        data={[
          { value: '', label: t('documents.any') },
          ...documentFilters.map((value) => ({ value, label: t(`documents.filters.${value}`) })),
        ]}
        onChange={(event) => choice('documents', event.currentTarget.value)}
      />
      <Button type="submit" variant="default" className="person-submit">
        {t('filter')}
      </Button>
      {count !== undefined && count > 0 && (
        <p className="person-count" role="status">
          {count < mostCounted ? t('carriers.count', { count }) : t('carriers.countMost')}
        </p>
      )}
    </Filters>
  )
}

/** The server counts no further. */
const mostCounted = 1_000

const field = { maxLength: 80, autoComplete: 'off', spellCheck: false }
