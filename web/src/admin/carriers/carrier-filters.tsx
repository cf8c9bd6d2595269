import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { readAccountByPhone } from '#contract/admin/accounts.ts'
import { documentFilters } from '#contract/admin/carriers.ts'
import { carrierStatuses, jobSizes } from '#contract/vocabulary.ts'
import { asPhone } from '../../kit/phone-number.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Filters } from '../../panel/filters.tsx'
import { isLikePhone } from '../../panel/is-like-phone.ts'
import { useAddress, useGo } from '../../panel/link.tsx'
import { textOf } from '../../panel/text-of.ts'
import { useSearchByPhone } from '../person/use-search-by-phone.ts'
import { placeOf } from '../places.ts'
import { mayCall, useMe } from '../session/me.ts'
import { rememberTerms, useTypedTerms } from '../typed-terms.ts'

/** Name, town and plate apply when the form is sent, the choices at once. Who may search for phones may for plates. */
export function CarrierFilters({ count }: { count: number | undefined }) {
  const { t } = useTexts('people')
  const [{ town }, change] = useAddress()
  const { name, plate } = useTypedTerms('name', 'plate')
  const [fault, setFault] = useState<{ name?: string; phone?: string }>({})
  const maySearchPhones = mayCall(useMe(), readAccountByPhone)
  const go = useGo()
  const search = useSearchByPhone((found) => {
    if (found?.carrier_status) go(placeOf.carrier(found.account_id).to)
    else setFault({ phone: t(found ? 'carriers.phoneCustomer' : 'customers.phoneNone') })
  })
  const submit = (values: FormData) => {
    const typed = { name: textOf(values, 'name'), plate: textOf(values, 'plate') }
    const near = textOf(values, 'town')
    // A phone number must not get into the URL.
    const number = textOf(values, 'phone') ?? [typed.name, near].find(isLikePhone)
    const phone = number && asPhone(number)
    setFault({})
    if (!number) return change({ town: near, ...rememberTerms(typed), before: undefined })
    if (!maySearchPhones) return setFault({ name: t('customers.phoneInName') })
    if (!phone) return setFault({ phone: t('customers.phoneOdd') })
    search.mutate(phone)
  }
  return (
    <Filters key={`${name} ${town} ${plate}`} onSubmit={submit}>
      <TextInput name="name" label={t('name')} defaultValue={name} error={fault.name} {...field} />
      {maySearchPhones && (
        <TextInput
          name="phone"
          type="tel"
          label={t('customers.wholePhone')}
          error={fault.phone}
          {...field}
          maxLength={30}
        />
      )}
      <TextInput name="town" label={t('carriers.town')} defaultValue={town} {...field} />
      {maySearchPhones && (
        <TextInput name="plate" label={t('photos.plate')} defaultValue={plate} {...field} />
      )}
      <Choices />
      <Button type="submit" variant="default" className="person-submit" loading={search.isPending}>
        {t('filter')}
      </Button>
      {count !== undefined && count > 0 && (
        <p className="person-count" role="status">
          {count < maxCounted ? t('carriers.count', { count }) : t('carriers.countMost')}
        </p>
      )}
    </Filters>
  )
}

/** Filters that apply at once. */
function Choices() {
  const { t } = useTexts('people')
  const [{ status, size, documents }, change] = useAddress()
  const choice = (chosen: 'status' | 'size' | 'documents', value: string) =>
    change({ [chosen]: value || undefined, before: undefined })
  return (
    <>
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
    </>
  )
}

/** The server stops counting here. */
const maxCounted = 1_000

const field = { maxLength: 80, autoComplete: 'off', spellCheck: false }
