import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TObject } from 'typebox'
import { ApiError } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { useDialog } from '../../panel/use-dialog.ts'

/** What the dialog asks, and what it does with the reason. */
export type Asked = {
  title: string
  text: string
  /** Of the field; by default “Reason”. */
  label?: string
  help: string
  act: string
  isRed?: boolean
  /** The request body that has the field. */
  body: TObject
  /** `told`: the person of the act reads it. */
  field?: 'reason' | 'told'
  send: (reason: string) => Promise<unknown>
  onDone?: () => unknown
  /** A refusal is shown in the dialog, unless this closes it. */
  onRefused?: (error: ApiError) => void
  /** Other fields. */
  children?: ReactNode
}

type ReasonDialogProps = { asked: Asked | null; onClose: () => void }

/** Asks for the reason of an act; Enter does it. */
export function ReasonDialog({ asked, onClose }: ReasonDialogProps) {
  const dialog = useDialog()
  return (
    <Modal opened={asked !== null} onClose={onClose} title={asked?.title} {...dialog}>
      {asked && <ReasonForm asked={asked} onClose={onClose} />}
    </Modal>
  )
}

function ReasonForm({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation('people')
  const { text, label, help, act, isRed, body, field = 'reason', send, onDone, onRefused, children } = asked
  const form = useOperationForm<Record<string, string>>(body, { [field]: '' })
  const done = () => {
    onClose()
    return onDone?.()
  }
  const sent = useQuietAct({ act: send, onDone: done })
  const refused = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    void form.refuse(error)
    onRefused?.(error)
  }
  const submit = form.onSubmit((values) => sent.mutate(values[field]?.trim() ?? '', { onError: refused }))
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text c="dimmed">{text}</Text>
        <Refusal error={sent.error} />
        <TextInput
          data-autofocus
          label={label ?? t('reason')}
          description={help}
          autoComplete="off"
          {...limitsOf(body, field)}
          {...form.getInputProps(field)}
        />
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={sent.isPending} {...(isRed && { color: 'red' })}>
            {act}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
