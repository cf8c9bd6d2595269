import { TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { useSuggestions } from './use-suggestions.ts'
import './address-field.css'

type AddressFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: string
  /** Takes the text, as `getInputProps` of a form does. */
  onChange: (text: string) => void
}

/**
 * A field for an address, with suggestions of the server below it: a combobox of the ARIA pattern with a list. A chosen
 * suggestion is only text; what is sent is located by the server like any other text.
 */
export function AddressField({ value = '', onChange, onFocus, onBlur, ...rest }: AddressFieldProps) {
  // Loaded with the field, because a list that suspends would hide the form.
  useTexts('address')
  const list = useAddressList(value, onChange)
  const { id, options, active, isOffered } = list
  const isOpen = options.length > 0
  return (
    <div className="app-address">
      <TextInput
        {...rest}
        {...(isOffered && {
          role: 'combobox',
          autoComplete: 'off',
          'aria-autocomplete': 'list',
          'aria-expanded': isOpen,
          ...(isOpen && { 'aria-controls': id }),
          ...(active !== null && { 'aria-activedescendant': `${id}-${active}` }),
        })}
        value={value}
        onChange={(event) => list.type(event.currentTarget.value)}
        onKeyDown={list.onKey}
        onFocus={onFocus}
        onBlur={(event) => {
          list.close()
          onBlur?.(event)
        }}
      />
      {isOpen && <Options {...list} />}
      {isOffered && <Count count={options.length} />}
    </div>
  )
}

type List = ReturnType<typeof useAddressList>

function Options({ id, options, active, choose }: List) {
  const { t } = useTexts('address')
  return (
    <div className="app-address-list" id={id} role="listbox" aria-label={t('suggest.list')}>
      {options.map((text, index) => (
        // Keys reach the options through the field, which keeps the focus (`aria-activedescendant`).
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          ref={index === active ? scrollIntoList : null}
          // Keeps the focus in the field, also while a finger scrolls the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(text)}
        >
          {text}
        </div>
      ))}
    </div>
  )
}

const scrollIntoList = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

/** Tells screen readers how many suggestions there are. */
function Count({ count }: { count: number }) {
  const { t } = useTexts('address')
  return <VisuallyHidden role="status">{count > 0 ? t('suggest.found', { count }) : ''}</VisuallyHidden>
}

function useAddressList(value: string, onChange: (text: string) => void) {
  const id = useId()
  // Only text that was typed here is completed: not a chosen suggestion, nor a text that was there before.
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const { suggestions, isOffered } = useSuggestions(typed)
  const options = typed === null ? [] : suggestions.filter((text) => text !== value)
  const close = () => {
    setTyped(null)
    setActive(null)
  }
  const choose = (text: string) => {
    onChange(text)
    close()
  }
  const type = (text: string) => {
    onChange(text)
    setTyped(text)
    setActive(null)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length === 0 && event.key === 'ArrowDown') setTyped(value)
    if (options.length === 0) return
    if (step !== undefined) {
      event.preventDefault()
      setActive(stepped(active, step, options.length))
    } else if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && active !== null) {
      event.preventDefault()
      choose(options[active] ?? value)
    }
  }
  const chosen = active !== null && active < options.length ? active : null
  return { id, options, active: chosen, isOffered, close, choose, type, onKey }
}

/** Beyond an end, no option is active; the next step enters the list at the other end. */
function stepped(active: number | null, step: number, count: number): number | null {
  if (active === null) return step > 0 ? 0 : count - 1
  const next = active + step
  return next < 0 || next >= count ? null : next
}
