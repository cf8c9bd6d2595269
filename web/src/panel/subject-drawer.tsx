import { Drawer, type DrawerProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useDialog } from './use-dialog.ts'

/** Which dialog above a drawer is open. */
export type Nested = { open: string | null; show: (name: string) => void; close: () => void }

type SubjectDrawerProps = Pick<DrawerProps, 'size' | 'title' | 'onClose'> & {
  isOpen: boolean
  children: (nested: Nested) => ReactNode
}

/** A drawer about one row of a table. While a dialog of its acts is open, Escape closes only that dialog. */
export function SubjectDrawer({ isOpen, children, ...rest }: SubjectDrawerProps) {
  const dialog = useDialog()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Drawer opened={isOpen} {...rest} {...dialog} closeOnEscape={dialog.closeOnEscape && open === null}>
      {children({ open, show: setOpen, close: () => setOpen(null) })}
    </Drawer>
  )
}
