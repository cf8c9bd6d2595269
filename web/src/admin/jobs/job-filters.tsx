import { Button, NativeSelect, TextInput } from '@mantine/core'
import { readAccountByPhone } from '#contract/admin/accounts.ts'
import { moneyFilters, problemFilters } from '#contract/admin/job-filters.ts'
import { jobStatuses, keyModes } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { DayField } from '../../panel/day-field.tsx'
import { Filters } from '../../panel/filters.tsx'
import { IconSearch } from '../../panel/icons.ts'
import { useAddress } from '../../panel/link.tsx'
import { MoreFilters } from '../../panel/more-filters.tsx'
import { textOf } from '../../panel/text-of.ts'
import { mayCall, useMe } from '../session/me.ts'
import { jobFilterNames } from './filters.ts'
import { searchOf } from './search-of.ts'

type JobFiltersProps = {
  phone: string
  /** Whether a phone shows all filters. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

const foldedNames = ['status', 'money', 'problem', 'mode', 'from', 'to', 'pickup', 'dropoff'] as const

const typedNames = ['from', 'to', 'pickup', 'dropoff'] as const

/** Search and filters; choices act at once, typed texts with Enter. They go into the URL, except a phone. */
export function JobFilterLine({ phone, isOpen, onOpen }: JobFiltersProps) {
  const { t } = useTexts('jobs')
  const { t: panel } = useTexts('panel')
  const [address, change] = useAddress()
  const maySearchPhones = mayCall(useMe(), readAccountByPhone)
  const isFiltered = jobFilterNames.some((name) => address[name])
  const filter = (values: FormData) => {
    const typed = Object.fromEntries(typedNames.map((name) => [name, textOf(values, name)]))
    const search = searchOf(textOf(values, 'q') ?? '', { maySearchPhones })
    change({ ...typed, ...search, before: undefined })
  }
  const clear = () =>
    change(Object.fromEntries([...jobFilterNames, 'before'].map((name) => [name, undefined])))
  const text = (name: 'from' | 'to' | 'pickup' | 'dropoff', label: string) => ({
    name,
    label,
    defaultValue: address[name],
    maxLength: 100,
  })
  return (
    <Filters onSubmit={filter}>
      <TextInput
        className="panel-filter-search"
        type="search"
        name="q"
        label={t('list.search')}
        description={t('list.searchHelp')}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={phone || address.q}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
      <MoreFilters isOpen={isOpen} onOpen={onOpen} used={foldedNames.filter((name) => address[name]).length}>
        <Choices />
        <DayField {...text('from', t('list.from'))} />
        <DayField {...text('to', t('list.to'))} />
        <TextInput {...text('pickup', t('list.pickupTown'))} />
        <TextInput {...text('dropoff', t('list.dropoffTown'))} />
      </MoreFilters>
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('list.apply')}
        </Button>
        {isFiltered && (
          <Button variant="subtle" onClick={clear}>
            {panel('table.clear')}
          </Button>
        )}
      </div>
    </Filters>
  )
}

/** The filters that are chosen from a list. */
function Choices() {
  const { t } = useTexts('jobs')
  const [{ status = '', money = '', problem = '', mode = '' }, change] = useAddress()
  const choose = (name: string, value: string) => ({
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value, before: undefined }),
  })
  const several = jobStatuses.filter((each) => status.split(',').includes(each))
  const severalChoice = {
    value: status,
    label: several.map((each) => t(`statuses.${each}`)).join(', '),
  }
  return (
    <>
      <NativeSelect
        label={t('list.status')}
        data={[
          { value: '', label: t('list.anyStatus') },
          ...jobStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          ...(several.length > 1 ? [severalChoice] : []),
        ]}
        {...choose('status', status)}
      />
      <NativeSelect
        label={t('list.money')}
        data={[
          { value: '', label: t('list.anyMoney') },
          ...moneyFilters.map((value) => ({ value, label: t(`moneyStates.${value}`) })),
        ]}
        {...choose('money', money)}
      />
      <NativeSelect
        label={t('list.problem')}
        data={[
          { value: '', label: t('list.anyProblem') },
          ...problemFilters.map((value) => ({ value, label: t(`list.problems.${value}`) })),
        ]}
        {...choose('problem', problem)}
      />
      <NativeSelect
        label={t('list.mode')}
        data={[
          { value: '', label: t('list.anyMode') },
          ...keyModes.map((value) => ({ value, label: t(`modes.${value}`) })),
        ]}
        {...choose('mode', mode)}
      />
    </>
  )
}
