import type { Key } from '#contract/admin/keys.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'

/** Says when a value of a key was used last: `last used Mon 23 Nov, 12:19`. */
export function useLastUse(): (value: Pick<Key['values'][number], 'last_used_at'>) => string {
  const { t } = useTexts('partners')
  return ({ last_used_at }) =>
    last_used_at ? t('key.valueUsed', { when: dayAndTime(last_used_at) }) : t('key.valueUnused')
}
