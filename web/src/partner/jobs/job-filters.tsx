import { Button, NativeSelect, TextInput } from '@mantine/core'
import { jobStatuses, keyModes } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { DayFields } from '../../panel/day-fields.tsx'
import { Filters } from '../../panel/filters.tsx'
import { IconSearch } from '../../panel/icons.ts'
import { useAddress } from '../../panel/link.tsx'
import { textOf } from '../../panel/text-of.ts'

/** Filters of the jobs; choices act at once, typed texts with Enter. */
export function JobFilters() {
  const { t } = useTexts('partner')
  const { t: partners } = useTexts('partners')
  const [address, change] = useAddress()
  const filter = (values: FormData) =>
    change({
      reference: textOf(values, 'reference'),
      from: textOf(values, 'from'),
      to: textOf(values, 'to'),
      before: undefined,
    })
  const choice = (name: 'status' | 'mode') => ({
    value: address[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change({ [name]: value, before: undefined }),
  })
  return (
    <Filters onSubmit={filter}>
      <TextInput
        className="panel-filter-search"
        type="search"
        name="reference"
        label={t('jobs.reference')}
        placeholder={t('jobs.referenceHelp')}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={address.reference}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
      <NativeSelect
        label={t('jobs.status')}
        data={[
          { value: '', label: t('jobs.anyStatus') },
          ...jobStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ]}
        {...choice('status')}
      />
      <NativeSelect
        label={t('jobs.mode')}
        data={[
          { value: '', label: t('jobs.anyMode') },
          ...keyModes.map((value) => ({ value, label: partners(`modes.${value}`) })),
        ]}
        {...choice('mode')}
      />
      <DayFields />
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('jobs.apply')}
        </Button>
      </div>
    </Filters>
  )
}
