import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { readAccountByPhone } from '#contract/admin/accounts.ts'
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

/**
 * Finds people by the beginning of the name, or one person by the whole phone number; the person's page then opens.
 */
export function CustomerFinder() {
  const { t } = useTexts('people')
  const [, change] = useAddress()
  const { name } = useTypedTerms('name')
  const [fault, setFault] = useState<{ name?: string; phone?: string }>({})
  const maySearchPhones = mayCall(useMe(), readAccountByPhone)
  const go = useGo()
  const search = useSearchByPhone((found) =>
    found ? go(placeOf.customer(found.account_id).to) : setFault({ phone: t('customers.phoneNone') }),
  )
  const find = (values: FormData) => {
    const typed = textOf(values, 'name')
    const number = textOf(values, 'phone') ?? (isLikePhone(typed) ? typed : undefined)
    const phone = number && asPhone(number)
    setFault({})
    if (!number) return change({ ...rememberTerms({ name: typed }), before: undefined })
    if (!maySearchPhones) return setFault({ name: t('customers.phoneInName') })
    if (!phone) return setFault({ phone: t('customers.phoneOdd') })
    search.mutate(phone)
  }
  return (
    <Filters key={name} onSubmit={find}>
      <TextInput
        name="name"
        label={t('customers.nameBegins')}
        defaultValue={name}
        error={fault.name}
        maxLength={80}
        {...field}
      />
      {maySearchPhones && (
        <TextInput
          name="phone"
          type="tel"
          label={t('customers.wholePhone')}
          error={fault.phone}
          maxLength={30}
          {...field}
        />
      )}
      <Button type="submit" variant="default" className="person-submit" loading={search.isPending}>
        {t('customers.find')}
      </Button>
    </Filters>
  )
}

const field = { autoComplete: 'off', spellCheck: false }
