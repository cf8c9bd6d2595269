import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useDialog } from '../../panel/use-dialog.ts'
import { ShownOnce } from './shown-once.tsx'
import type { UsedValue } from './uses.tsx'

type ValueDialogProps = {
  /** While the form is shown. */
  title: string
  /** Of the partner. */
  name: string
  /** Whether the reader is of the partner. */
  isOwn?: boolean
  isOpen: boolean
  onClose: () => void
  /** The form of the act; it calls `onValue` with the new value of the key. */
  renderForm: (onValue: (value: string, ended?: readonly UsedValue[]) => void) => ReactNode
}

/** A dialog of an act that gives a key a value, which it then shows once. */
export function ValueDialog({ title, name, isOwn = false, isOpen, onClose, renderForm }: ValueDialogProps) {
  const { t } = useTexts('partners')
  const [made, setMade] = useState<{ value: string; ended: readonly UsedValue[] } | null>(null)
  const dialog = useDialog()
  const close = () => {
    onClose()
    setMade(null)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={made ? t(isOwn ? 'key.own.valueTitle' : 'key.valueTitle') : title}
      {...dialog}
      // A click beside the dialog must not lose the value.
      {...(made && { closeOnClickOutside: false, closeOnEscape: false })}
    >
      {made ? (
        <ShownOnce {...made} {...{ name, isOwn }} onDone={close} />
      ) : (
        renderForm((value, ended = []) => setMade({ value, ended }))
      )}
    </Modal>
  )
}
