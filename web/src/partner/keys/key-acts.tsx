import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Key } from '#contract/admin/keys.ts'
import { endOwnKeyOverlap, revokeOwnKey, rotateOwnKey } from '#contract/partner-panel/keys.ts'
import type { KeyOverlap } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { readAgain } from '../../kit/query-client.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { ActDialog, ActForm } from '../../panel/act-dialog.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { OverlapField } from '../../partnership/keys/overlap-field.tsx'
import { ValueDialog } from '../../partnership/keys/value-dialog.tsx'
import { keyName } from '../../partnership/marks.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { changedByKeys } from './changed.ts'

type Act = 'rotate' | 'endOverlap' | 'revoke'

type KeyActsProps = {
  apiKey: Key
  /** Called with true while the dialog of an act is open. */
  onActing: (isActing: boolean) => void
}

/** What the reader can do with a key: a developer with test keys, an administrator with all. */
export function KeyActs({ apiKey, onActing }: KeyActsProps) {
  const { t } = useTranslation('partners')
  const { t: own } = useTranslation('partner')
  const me = useMe()
  const [act, setAct] = useState<Act | null>(null)
  const isPlanned = useIsPlanned(apiKey.key_id)
  const open = (next: Act | null) => {
    setAct(next)
    onActing(next !== null)
  }
  if (!mayCall(me, rotateOwnKey)) return null
  if (apiKey.mode === 'live' && me.role !== 'admin')
    return <p className="panel-note">{own('keys.onlyAdmins')}</p>
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
      <ActButton {...button('x', 'revoke')} variant="outline" color="red">
        {t('key.revoke')}
      </ActButton>
      <RotateDialog {...dialog('rotate')} />
      <Planned {...dialog('endOverlap')} name="endOverlap" />
      <Planned {...dialog('revoke')} name="revoke" />
    </div>
  )
}

type DialogProps = { apiKey: Key; isOpen: boolean; onClose: () => void }

const initial: { overlap: KeyOverlap } = { overlap: '24h' }

/** Gives a key a new value, then shows it once. */
function RotateDialog({ apiKey, ...dialog }: DialogProps) {
  const { t } = useTranslation('partners')
  const { company_name } = useMe()
  const { key_id } = apiKey
  const rotate = async (body: typeof initial) => {
    const { api_key } = await call(rotateOwnKey, { params: { key_id }, body })
    void readAgain(...changedByKeys)
    return api_key
  }
  return (
    <ValueDialog
      {...dialog}
      isOwn
      name={company_name}
      title={t('key.rotateTitle', { name: keyName(apiKey) })}
      renderForm={(onValue) => (
        <ActForm
          text={t('key.rotateText')}
          act={t('key.rotate')}
          body={rotateOwnKey.body}
          initial={initial}
          send={async (values) => onValue(await rotate(values))}
          renderFields={(form) => <OverlapField {...form.getInputProps('overlap')} />}
        />
      )}
    />
  )
}

const operations = { endOverlap: endOwnKeyOverlap, revoke: revokeOwnKey }

/** An act that can be undone for ten seconds. */
function Planned({ apiKey, name, ...dialog }: DialogProps & { name: keyof typeof operations }) {
  const { t } = useTranslation('partners')
  const plan = usePlan()
  const { key_id } = apiKey
  const named = { name: keyName(apiKey) }
  return (
    <ActDialog
      {...dialog}
      isDangerous
      title={t(`key.${name}Title`, named)}
      text={t(`key.own.${name}Text`)}
      act={t(`key.${name}`)}
      initial={{}}
      send={async () =>
        plan({
          subject: key_id,
          text: t(`key.${name}Will`, named),
          done: t(`key.${name}Done`, named),
          prove: () => Promise.resolve(),
          send: (options) => call(operations[name], { params: { key_id }, ...options }),
          changed: changedByKeys,
        })
      }
    />
  )
}
