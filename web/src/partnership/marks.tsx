import type { Key } from '#contract/admin/keys.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { Initials } from '../panel/initials.tsx'
import { Mark } from '../panel/mark.tsx'
import { useIsPlanned } from '../panel/planned-acts.tsx'

type PartnerNameProps = { partner: { partner_id: string; company_name: string; suspended_at: string | null } }

/** Name of a partner, and whether it is suspended. */
export function PartnerName({ partner: { partner_id, company_name, suspended_at } }: PartnerNameProps) {
  const { t } = useTexts('partners')
  const isGoing = useIsPlanned(partner_id)
  return (
    <span className="panel-name" data-going={isGoing || undefined}>
      <Initials name={company_name} />
      <span>{company_name}</span>
      {suspended_at && <Mark look="bad">{t('suspended')}</Mark>}
    </span>
  )
}

export function KeyStateMark({ state }: Pick<Key, 'state'>) {
  const { t } = useTexts('partners')
  return <Mark look={state === 'active' ? 'good' : 'bad'}>{t(`states.${state}`)}</Mark>
}

/** How the newest value of a key looks: `dray_live_…1a2b`. */
export function KeyShape({ values: [newest] }: Pick<Key, 'values'>) {
  return newest ? <code>{`${newest.prefix}…${newest.last_four}`}</code> : null
}

/** The label of a key, or the shape of its newest value. */
export function keyName({ label, values: [newest] }: Pick<Key, 'label' | 'values'>): string {
  return label ?? (newest ? `…${newest.last_four}` : '–')
}
