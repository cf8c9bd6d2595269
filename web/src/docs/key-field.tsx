import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { kindOfKey } from '../kit/test-key.ts'
import { onKeyRefused, writeKey } from './key-store.ts'
import { useTexts } from './texts.ts'
import { useKey } from './use-key.ts'

/** The test key of all tools: a field, or the key in use, of which only the ends are shown. */
export function KeyField() {
  const key = useKey()
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => onKeyRefused(setRefusal), [])
  return key ? <KeyInUse value={key} onRemoved={() => setRefusal(null)} /> : <KeyForm refusal={refusal} />
}

function KeyInUse({ value, onRemoved }: { value: string; onRemoved: () => void }) {
  const t = useTexts().key
  const remove = () => {
    onRemoved()
    writeKey(null)
  }
  return (
    <div className="tool-key">
      <span>
        {t.inUse} <code>{`${value.slice(0, -28)}…${value.slice(-4)}`}</code>
      </span>
      <button type="button" className="tool-link" onClick={remove}>
        {t.remove}
      </button>
    </div>
  )
}

function KeyForm({ refusal }: { refusal: string | null }) {
  const t = useTexts().key
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    if (refusal) field.current?.focus()
  }, [refusal])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = field.current?.value.trim() ?? ''
    const kind = kindOfKey(entered)
    if (kind === 'test') return writeKey(entered)
    if (kind === 'live' && field.current) field.current.value = ''
    setFault(kind === 'live' ? t.isLive : t.isNone)
    field.current?.focus()
  }
  const shown = fault ?? (refusal && t.refused(refusal))
  return (
    <form className="tool-card tool-key-form" onSubmit={submit} noValidate>
      <label htmlFor={id}>{t.label}</label>
      <div className="tool-row">
        <input
          id={id}
          ref={field}
          className="tool-code-input"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="dray_test_…"
          aria-invalid={shown !== null}
          aria-describedby={shown ? `${id}-fault ${id}-why` : `${id}-why`}
        />
        <button type="submit" className="tool-button">
          {t.use}
        </button>
      </div>
      {shown && (
        <p className="tool-fault" role="alert" id={`${id}-fault`}>
          {shown}
        </p>
      )}
      <p id={`${id}-why`} className="tool-soft">
        {t.why} {t.where} <a href="/partner">{t.wherePages}</a> {t.whereElse}
      </p>
    </form>
  )
}
