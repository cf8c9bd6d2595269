import { TextInput } from '@mantine/core'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { changeMe, readMe } from '#contract/app/account.ts'
import { call, type Output } from '../../kit/api.ts'
import { limitsOf } from '../../kit/limits.ts'
import { queryClient, reading } from '../../kit/query-client.ts'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'

export type NameQuestion = {
  /** False if the account already has a name. */
  isAsked: boolean
  name: string
  onName: (name: string) => void
  error: ReactNode
  field: RefObject<HTMLInputElement | null>
  /** False, and shows the error at the field, if the name is empty. */
  isThere: () => boolean
  /** Saves the name. Resolves to false, and shows the error at the field, if the name is empty or was refused. */
  save: () => Promise<boolean>
}

/**
 * Asks for the customer's name once, before the first payment: the carrier needs a name to ask for.
 * @param me the account as last read.
 */
export function useNameQuestion(me: Output<typeof readMe>): NameQuestion {
  const { t } = useTexts('app')
  const errorText = useErrorText()
  const [name, setName] = useState('')
  const [wasAsked, setAsked] = useState(false)
  const [error, setError] = useState<ReactNode>(null)
  const field = useRef<HTMLInputElement>(null)
  // The field stays while the sheet is open, so it does not disappear while the user is editing.
  const isAsked = wasAsked || me.name === null
  if (isAsked && !wasAsked) setAsked(true)
  const refuse = (why: ReactNode) => {
    setError(why)
    field.current?.focus()
    return false
  }
  const isThere = () => !isAsked || name.trim() !== '' || refuse(t('pay.nameMissing'))
  const save = async () => {
    const typed = name.trim()
    if (!isAsked || (typed && typed === me.name)) return true
    if (!isThere()) return false
    try {
      const changed = await call(changeMe, { body: { name: typed } })
      queryClient.setQueryData(reading(readMe, {}).queryKey, changed)
      setError(null)
      return true
    } catch (why) {
      return refuse(errorText(why))
    }
  }
  return { isAsked, name, onName: setName, error, field, isThere, save }
}

/** Saves the name on blur, so it is not lost when the user leaves the page. */
export function NameField({ isAsked, name, onName, error, field, save }: NameQuestion) {
  const { t } = useTexts('app')
  if (!isAsked) return null
  return (
    <TextInput
      ref={field}
      label={t('pay.yourName')}
      description={t('pay.yourNameHelp')}
      autoComplete="name"
      {...limitsOf(changeMe.body, 'name')}
      value={name}
      error={error}
      onChange={(event) => onName(event.currentTarget.value)}
      onBlur={() => name.trim() && void save()}
    />
  )
}
