import { Modal } from '@mantine/core'
import { type Act, ActForm } from './act-form.tsx'
import { useDialog } from './use-dialog.ts'

/** An act as a dialog asks for it. */
export type TitledAct<Values = { reason: string }> = Act<Values> & { title: string }

type ActDialogProps<Values> = TitledAct<Values> & { isOpen: boolean; onClose: () => void }

/** A dialog for one act: what it does, its fields and the reason. It closes when the act is done or planned. */
export function ActDialog<Values extends Record<string, unknown>>(props: ActDialogProps<Values>) {
  const { title, isOpen, onClose, ...act } = props
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} {...useDialog()}>
      <ActForm {...act} onSent={onClose} onBack={onClose} />
    </Modal>
  )
}

type AskedDialogProps<Values> = { asked: TitledAct<Values> | null; onClose: () => void }

/** Like `ActDialog`, for one of several acts; open while one is asked for. */
export function AskedDialog<Values extends Record<string, unknown>>(props: AskedDialogProps<Values>) {
  const { asked, onClose } = props
  return (
    <Modal opened={asked !== null} onClose={onClose} title={asked?.title} {...useDialog()}>
      {asked && <ActForm {...asked} onSent={onClose} onBack={onClose} />}
    </Modal>
  )
}
