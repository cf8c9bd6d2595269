import type { ReactNode } from 'react'
import type { Key } from '#contract/admin/keys.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import type { Nested } from '../../panel/subject-drawer.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { keyName } from '../marks.tsx'
import type { KeyWrites } from './key-writes.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { Uses, workingValues } from './uses.tsx'

type KeyActsProps = {
  apiKey: Key
  writes: KeyWrites
  nested: Nested
  /** The dialog that changes the key, where the reader may. */
  renderChange?: (dialog: { isOpen: boolean; onClose: () => void }) => ReactNode
}

/** What the reader can do with a key that is not revoked. */
export function KeyActs({ apiKey, writes, nested, renderChange }: KeyActsProps) {
  const { t } = useTexts('partners')
  const isPlanned = useIsPlanned(apiKey.key_id)
  const dialog = (name: string) => ({ isOpen: nested.open === name, onClose: nested.close })
  const button = (letter: string, name: string) => ({
    letter,
    isInDrawer: true,
    disabled: isPlanned,
    onAct: () => nested.show(name),
  })
  const hasOverlap = workingValues(apiKey).length > 1
  return (
    <div className="panel-acts">
      <ActButton {...button('r', 'rotate')}>{t('key.rotate')}</ActButton>
      {hasOverlap && <ActButton {...button('o', 'endOverlap')}>{t('key.endOverlap')}</ActButton>}
      {renderChange && <ActButton {...button('e', 'change')}>{t('key.change')}</ActButton>}
      <ActButton {...button('x', 'revoke')} variant="outline" color="red">
        {t('key.revoke')}
      </ActButton>
      <RotateDialog {...dialog('rotate')} apiKey={apiKey} writes={writes} />
      {renderChange?.(dialog('change'))}
      <Planned {...dialog('endOverlap')} apiKey={apiKey} writes={writes} name="endOverlap" />
      <Planned {...dialog('revoke')} apiKey={apiKey} writes={writes} name="revoke" />
    </div>
  )
}

type PlannedProps = Pick<KeyActsProps, 'apiKey' | 'writes'> & {
  name: 'endOverlap' | 'revoke'
  isOpen: boolean
  onClose: () => void
}

/** An act that can be undone for ten seconds. */
function Planned({ apiKey, writes, name, ...dialog }: PlannedProps) {
  const { t } = useTexts('partners')
  const plan = usePlan()
  const named = { name: keyName(apiKey) }
  return (
    <ActDialog
      {...dialog}
      isDangerous
      title={t(`key.${name}Title`, named)}
      text={
        <>
          {t(writes.isOwn ? `key.own.${name}Text` : `key.${name}Text`)}
          {name === 'endOverlap' && <Uses values={workingValues(apiKey)} />}
        </>
      }
      act={t(`key.${name}`)}
      body={writes[name].body}
      initial={writes.asked}
      send={async ({ reason = '' }) =>
        plan({
          subject: apiKey.key_id,
          text: t(`key.${name}Will`, named),
          done: t(`key.${name}Done`, named),
          prove: () => Promise.resolve(),
          send: (options) => writes[name].send(apiKey.key_id, reason, options),
          changed: writes.changed,
        })
      }
    />
  )
}
