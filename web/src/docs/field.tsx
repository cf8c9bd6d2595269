import { type ReactNode, useId } from 'react'

type FieldProps = {
  label: string
  help?: ReactNode
  fault?: string | null
  /** Draws the control with the ids that tie it to its label and its help. */
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }) => ReactNode
}

/** A control with its label above, and its help or error below. */
export function Field({ label, help, fault, children }: FieldProps) {
  const id = useId()
  const more = `${id}-more`
  const hasMore = Boolean(help) || Boolean(fault)
  return (
    <div className="tool-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(hasMore && { 'aria-describedby': more }),
        ...(fault && { 'aria-invalid': true }),
      })}
      {hasMore && (
        <p id={more} className={fault ? 'tool-fault' : 'tool-help'}>
          {fault || help}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = { label: string; value: string; onChange: (value: string) => void } & {
  help?: ReactNode
  fault?: string | null
  maxLength?: number
  inputMode?: 'decimal' | 'text'
  type?: string
}

export function TextField({ label, value, onChange, help, fault = null, ...more }: TextFieldProps) {
  return (
    <Field label={label} help={help} fault={fault}>
      {(ids) => (
        <input
          {...ids}
          {...more}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type Choices<T extends string> = { label: string; value: T; onChange: (value: T) => void } & {
  options: readonly (readonly [value: T, text: string])[]
  help?: ReactNode
}

export function SelectField<T extends string>({ label, value, onChange, options, help }: Choices<T>) {
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <span className="tool-select">
          <select {...ids} value={value} onChange={(event) => onChange(event.target.value as T)}>
            {options.map(([each, text]) => (
              <option key={each} value={each}>
                {text}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}

/** One choice of a few, side by side. */
export function Segments<T extends string>({ label, value, onChange, options, help }: Choices<T>) {
  const name = useId()
  return (
    <fieldset className="tool-field">
      <legend>{label}</legend>
      <div className="tool-segments">
        {options.map(([each, text]) => (
          <label key={each}>
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === value}
              onChange={() => onChange(each)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {help && <p className="tool-help">{help}</p>}
    </fieldset>
  )
}
