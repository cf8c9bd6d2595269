import { TextField } from '../field.tsx'
import { useTexts } from '../texts.ts'
import { readNumber } from './read-number.ts'

/** One end of the trip, as typed. */
export type Door = { floor: string; hasElevator: boolean }

type Props = { label: string; door: Door; onChange: (door: Door) => void }

export function DoorFields({ label, door, onChange }: Props) {
  const t = useTexts().price
  const isFaulty = door.floor.trim() !== '' && readNumber(door.floor) === null
  return (
    <fieldset className="tool-field price-door">
      <legend>{label}</legend>
      <div className="tool-row">
        <TextField
          label={t.floor}
          value={door.floor}
          inputMode="decimal"
          fault={isFaulty ? t.badNumber : null}
          onChange={(floor) => onChange({ ...door, floor })}
        />
        <label className="tool-check">
          <input
            type="checkbox"
            checked={door.hasElevator}
            onChange={(event) => onChange({ ...door, hasElevator: event.target.checked })}
          />
          <span>{t.hasElevator}</span>
        </label>
      </div>
    </fieldset>
  )
}
