import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TObject } from 'typebox'
import { ApiError } from '../kit/api.ts'
import { type OperationForm, useOperationForm } from '../kit/form.ts'
import { limitsOf } from '../kit/limits.ts'
import { Refusal } from './refusal.tsx'
import { useQuietAct } from './use-act.ts'
import { useDialog } from './use-dialog.ts'

type ActFormProps<Values> = {
  text?: ReactNode
  /** On the button. */
  act: string
  isDangerous?: boolean
  /** The request body of the operation, if it has one. */
  body?: TObject | undefined
  /** With a `reason` if the act asks for one. */
  initial: Values
  /** The fields before the reason. */
  renderFields?: (form: OperationForm<Values>) => ReactNode
  send: (values: Values) => Promise<unknown>
}

type ActDialogProps<Values> = ActFormProps<Values> & { title: string; isOpen: boolean; onClose: () => void }

/** A dialog for one act: what it does, its fields and the reason. It closes when the act is done or planned. */
export function ActDialog<Values extends Record<string, unknown>>(props: ActDialogProps<Values>) {
  const { title, isOpen, onClose, send, ...form } = props
  const sendAndClose = async (values: Values) => {
    await send(values)
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} {...useDialog()}>
      <ActForm {...form} send={sendAndClose} />
    </Modal>
  )
}

/** The form of an act, with its refusals at their fields. */
export function ActForm<Values extends Record<string, unknown>>(props: ActFormProps<Values>) {
  const { text, act, isDangerous = false, body, initial, renderFields, send } = props
  const { t } = useTranslation('panel')
  const form = useOperationForm(body, initial)
  const sending = useQuietAct({ act: send })
  const submit = form.onSubmit((values) =>
    sending.mutate(values, { onError: (error) => void (error instanceof ApiError && form.refuse(error)) }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {text && <Text c="dimmed">{text}</Text>}
        <Refusal error={sending.error} />
        {renderFields?.(form)}
        {'reason' in initial && (
          <TextInput
            {...(!renderFields && { 'data-autofocus': true })}
            label={t('reason')}
            description={t('reasonHelp')}
            autoComplete="off"
            {...limitsOf(body, 'reason')}
            {...form.getInputProps('reason')}
          />
        )}
        <Button
          type="submit"
          loading={sending.isPending}
          {...(isDangerous && { color: 'red' })}
          {...(!renderFields && !('reason' in initial) && { 'data-autofocus': true })}
        >
          {act}
        </Button>
      </Stack>
    </form>
  )
}
