import type { AuditEvent } from '#contract/admin/audit.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'

type Target = AuditEvent['targets'][number]

/** What a target is called: its name now, the start of a tariff, or the two ends of an id. */
export function targetName({ type, id, label }: Target): string {
  if (label === null) return id.length > 14 ? `${id.slice(0, 4)}…${id.slice(-8)}` : id
  return type === 'tariff' ? dayAndTime(label) : label
}

/** The kind of a target in words; one of an older version by its code. */
export function useThing(): (type: string) => string {
  const { find } = useTexts('audit')
  return (type) => find(`things.${type}`) ?? type
}
