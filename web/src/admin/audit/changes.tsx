import type { AuditEvent } from '#contract/admin/audit.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'

/** The changed fields with their values before and after; amounts with their currency. */
export function Changes({ changes }: { changes: NonNullable<AuditEvent['changes']> }) {
  const { t } = useTexts('audit')
  const fieldName = useFieldName()
  return (
    <>
      <h3>{t('changes')}</h3>
      <table className="panel-changes">
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(changes).map(([field, { from, to }]) => (
            <tr key={field}>
              <th scope="row">{fieldName(field)}</th>
              <td>{shown(field, from)}</td>
              <td>{shown(field, to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A field in words: `baseCents.S` is “Base price, S”, `distanceTiers.0.centsPerKm` is “Tier 1: Per kilometre”. */
function useFieldName(): (field: string) => string {
  const { t, find } = useTexts('audit')
  const { t: tariffs, find: findInTariffs } = useTexts('tariffs')
  return (field) => {
    const [member = '', part = '', inTier] = field.split('.')
    if (member === 'distanceTiers')
      return t('tier', {
        tier: Number(part) + 1,
        name: tariffs(inTier === 'upToKm' ? 'tierTo' : 'tierCents'),
      })
    const own = find(`fields.${member}`)
    if (own) return own
    const inTariffs = findInTariffs(member)
    return inTariffs ? [inTariffs, part].filter(Boolean).join(', ') : field
  }
}

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number' && /cents/i.test(field)) return money(value)
  if (typeof value === 'number' && field.endsWith('BasisPoints')) return `${value / 100} %`
  if (typeof value !== 'string') return JSON.stringify(value)
  return field.endsWith('_at') && !Number.isNaN(Date.parse(value)) ? dayAndTime(value) : value
}
