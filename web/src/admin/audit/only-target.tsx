import type { AuditEvent } from '#contract/admin/audit.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { RemovableFilters } from '../../panel/removable-filters.tsx'
import { targetName } from './target-name.ts'

/** The subject whose events are shown, set by a link such as on its page; it can be removed. */
export function OnlyTarget({ events }: { events: AuditEvent[] | undefined }) {
  const { t } = useTexts('audit')
  const [{ target = '' }] = useAddress()
  const named = events?.flatMap(({ targets }) => targets).find(({ id }) => id === target)
  return (
    <RemovableFilters
      names={['target'] as const}
      title={t('removeOnly')}
      textOf={() => t('only', { name: named ? targetName(named) : target })}
    />
  )
}
