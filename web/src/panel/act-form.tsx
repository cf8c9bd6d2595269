import { Button, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TObject } from 'typebox'
import { ApiError } from '../kit/api.ts'
import { type OperationForm, useOperationForm } from '../kit/form.ts'
import { limitsOf } from '../kit/limits.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { Refusal } from './refusal.tsx'
import { useQuietAct } from './use-act.ts'

type ReasonWords = { label?: string; help?: string; isFocused?: boolean }

/** The texts and fields of an act, and its request. */
export type Act<Values> = {
  text?: ReactNode
  /** On the button. */
  act: string
  isDangerous?: boolean
  /** The request body of the operation, if it has one. */
  body?: TObject | undefined
  /** With a `reason` if the act asks for one, or with `told` if the person of the act reads it. */
  initial: Values
  /**
   * Words of the reason's field; by default “Reason”, and that the audit log keeps it. It has the focus if it is the
   * first field, or with `isFocused`.
   */
  reason?: ReasonWords
  /** The fields before the reason. */
  renderFields?: ((form: OperationForm<Values>) => ReactNode) | undefined
  /** Below the reason. */
  more?: ReactNode
  /** Further errors of the values, beside the limits of `body`, by field. */
  faultsOf?: (values: Values) => Record<string, string>
  send: (values: Values) => Promise<unknown>
  /** Callback with an error response, which the form shows too. */
  onRefused?: (error: ApiError) => void
}

/** `onBack` closes the dialog of the form without a change. */
type ActFormProps<Values> = Act<Values> & { onSent?: () => void; onBack?: () => void }

/** The form of an act, with its errors at their fields. */
export function ActForm<Values extends Record<string, unknown>>(props: ActFormProps<Values>) {
  const { text, act, isDangerous = false, body, initial, renderFields, more, faultsOf, send, onSent } = props
  const field = reasonFields.find((each) => each in initial)
  const form = useOperationForm(body, initial, faultsOf)
  const sending = useQuietAct({ act: send, ...(onSent && { onDone: onSent }) })
  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    form.refuse(error)
    props.onRefused?.(error)
  }
  const submit = form.onSubmit((values) => sending.mutate(trimmed(values, field), { onError: showRefusal }))
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {text && <Text c="dimmed">{text}</Text>}
        <Refusal error={sending.error} />
        {renderFields?.(form)}
        {field && (
          <ReasonField
            {...limitsOf(body, field)}
            {...form.getInputProps(field)}
            words={props.reason}
            data-autofocus={!renderFields || props.reason?.isFocused || undefined}
          />
        )}
        {more}
        <Group grow preventGrowOverflow={false}>
          {props.onBack && <Back onBack={props.onBack} />}
          <Button
            type="submit"
            loading={sending.isPending}
            {...(isDangerous && { color: 'red' })}
            {...(!renderFields && !field && { 'data-autofocus': true })}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Back({ onBack }: { onBack: () => void }) {
  const { t } = useTexts('kit')
  return (
    <Button variant="default" onClick={onBack}>
      {t('back')}
    </Button>
  )
}

const reasonFields = ['reason', 'told'] as const

/** The values with the reason without blanks at its ends. */
function trimmed<Values extends Record<string, unknown>>(values: Values, field: string | undefined): Values {
  const reason = field && values[field]
  return field && typeof reason === 'string' ? { ...values, [field]: reason.trim() } : values
}

type ReasonFieldProps = TextInputProps & { words: ReasonWords | undefined }

function ReasonField({ words, ...rest }: ReasonFieldProps) {
  const { t } = useTexts('panel')
  return (
    <TextInput
      label={words?.label ?? t('reason')}
      description={words?.help ?? t('reasonHelp')}
      autoComplete="off"
      {...rest}
    />
  )
}
