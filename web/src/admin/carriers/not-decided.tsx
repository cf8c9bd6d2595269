import type { ReactNode } from 'react'
import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { NotDone } from '../person/not-done.tsx'
import { useProfileFacts } from './profile.ts'

/** Why a decision was refused, and the carrier as the member had seen it. */
export type Refused = { text: ReactNode; seen: CarrierForStaff }

type NotDecidedProps = { refused: Refused | null; carrier: CarrierForStaff; onClose: () => void }

/** Says that the profile has changed since it was read, and how. */
export function NotDecided({ refused, carrier, onClose }: NotDecidedProps) {
  const { t } = useTexts('people')
  const factsOf = useProfileFacts()
  if (!refused) return null
  const withStatus = (of: CarrierForStaff): [string, string][] => [
    [t('name'), of.name],
    [t('status'), t(`carrierStatus.${of.status}`)],
    ...factsOf(of),
  ]
  const now = withStatus(carrier)
  const changes = withStatus(refused.seen).flatMap(([name, before], index) => {
    const after = now[index]?.[1] ?? ''
    return after === before ? [] : [{ name, before, after }]
  })
  return (
    <NotDone title={t('carriers.notDone')} onClose={onClose}>
      {refused.text}
      {changes.length > 0 && <Changes changes={changes} />}
    </NotDone>
  )
}

function Changes({ changes }: { changes: { name: string; before: string; after: string }[] }) {
  const { t } = useTexts('people')
  return (
    <table className="panel-changes" aria-label={t('carriers.changes')}>
      <thead>
        <tr>
          <th scope="col">{t('carriers.changes')}</th>
          <th scope="col">{t('carriers.before')}</th>
          <th scope="col">{t('carriers.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
