import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endKeyOverlap, type Key, revokeKey } from '#contract/admin/keys.ts'
import type { Partner } from '#contract/admin/partners.ts'
import { call } from '../../../kit/api.ts'
import { ActButton } from '../../../panel/act-button.tsx'
import { ActDialog } from '../../../panel/act-dialog.tsx'
import { useIsPlanned } from '../../../panel/planned-acts.tsx'
import { usePlan } from '../../../panel/use-plan.ts'
import { keyName } from '../../../partnership/marks.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { changedByKeys } from './changed.ts'
import { RotateDialog } from './rotate-dialog.tsx'

type Act = 'rotate' | 'endOverlap' | 'change' | 'revoke'

type KeyActsProps = {
  apiKey: Key
  partner: Partner
  /** Called with true while the dialog of an act is open. */
  onActing: (isActing: boolean) => void
}

/** What staff can do with a key that is not revoked. */
export function KeyActs({ apiKey, partner, onActing }: KeyActsProps) {
  const { t } = useTranslation('partners')
  const [act, setAct] = useState<Act | null>(null)
  const isPlanned = useIsPlanned(apiKey.key_id)
  const open = (next: Act | null) => {
    setAct(next)
    onActing(next !== null)
  }
  const dialog = (name: Act) => ({ apiKey, isOpen: act === name, onClose: () => open(null) })
  const button = (letter: string, name: Act) => ({
    letter,
    isInDrawer: true,
    disabled: isPlanned,
    onAct: () => open(name),
  })
  const hasOverlap = apiKey.values.slice(1).some(({ has_ended }) => !has_ended)
  return (
    <div className="panel-acts">
      <ActButton {...button('r', 'rotate')}>{t('key.rotate')}</ActButton>
      {hasOverlap && <ActButton {...button('o', 'endOverlap')}>{t('key.endOverlap')}</ActButton>}
      <ActButton {...button('e', 'change')}>{t('key.change')}</ActButton>
      <ActButton {...button('x', 'revoke')} variant="outline" color="red">
        {t('key.revoke')}
      </ActButton>
      <RotateDialog {...dialog('rotate')} partner={partner} />
      <ChangeDialog {...dialog('change')} />
      <Planned {...dialog('endOverlap')} name="endOverlap" />
      <Planned {...dialog('revoke')} name="revoke" />
    </div>
  )
}

type PlannedProps = {
  apiKey: Key
  name: 'endOverlap' | 'revoke'
  isOpen: boolean
  onClose: () => void
}

const operations = { endOverlap: endKeyOverlap, revoke: revokeKey }

/** An act that can be undone for ten seconds. */
function Planned({ apiKey, name, ...dialog }: PlannedProps) {
  const { t } = useTranslation('partners')
  const plan = usePlan()
  const { key_id } = apiKey
  const named = { name: keyName(apiKey) }
  return (
    <ActDialog
      {...dialog}
      isDangerous
      title={t(`key.${name}Title`, named)}
      text={t(`key.${name}Text`)}
      act={t(`key.${name}`)}
      body={revokeKey.body}
      initial={{ reason: '' }}
      send={async (body) =>
        plan({
          subject: key_id,
          text: t(`key.${name}Will`, named),
          done: t(`key.${name}Done`, named),
          prove: () => Promise.resolve(),
          send: (options) => call(operations[name], { params: { key_id }, body, ...options }),
          changed: changedByKeys,
        })
      }
    />
  )
}
