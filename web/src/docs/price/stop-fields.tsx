import { TextField } from '../field.tsx'
import { useTexts } from '../texts.ts'
import { readNumber } from './read-number.ts'

/** A stop as the person typed it. */
export type TypedStop = { floor: string; hasElevator: boolean }

type Props = { label: string; stop: TypedStop; onChange: (stop: TypedStop) => void }

export function StopFields({ label, stop, onChange }: Props) {
  const t = useTexts().price
  const isFaulty = stop.floor.trim() !== '' && readNumber(stop.floor) === null
  return (
    <fieldset className="tool-field price-stop">
      <legend>{label}</legend>
      <div className="tool-row">
        <TextField
          label={t.floor}
          value={stop.floor}
          inputMode="decimal"
          fault={isFaulty ? t.badNumber : null}
          onChange={(floor) => onChange({ ...stop, floor })}
        />
        <label className="tool-check">
          <input
            type="checkbox"
            checked={stop.hasElevator}
            onChange={(event) => onChange({ ...stop, hasElevator: event.target.checked })}
          />
          <span>{t.hasElevator}</span>
        </label>
      </div>
    </fieldset>
  )
}
