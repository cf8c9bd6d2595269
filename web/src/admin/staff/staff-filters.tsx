import { NativeSelect, TextInput } from '@mantine/core'
import { staffRoles } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Filters } from '../../panel/filters.tsx'
import { IconSearch } from '../../panel/icons.ts'
import { useAddress } from '../../panel/link.tsx'

export function StaffFilters() {
  const { t } = useTexts('admin')
  const [{ q, role }, change] = useAddress()
  const roles = staffRoles.toReversed().map((value) => ({ value, label: t(`roles.${value}`) }))
  return (
    <Filters>
      <TextInput
        aria-label={t('staff.search')}
        placeholder={t('staff.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
        defaultValue={q}
        onChange={(event) => change({ q: event.currentTarget.value || undefined }, { replace: true })}
      />
      <NativeSelect
        aria-label={t('staff.role')}
        value={role ?? ''}
        data={[{ value: '', label: t('staff.allRoles') }, ...roles]}
        onChange={(event) => change({ role: event.currentTarget.value || undefined })}
      />
    </Filters>
  )
}
