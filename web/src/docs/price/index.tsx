import './price.css'
import { useState } from 'react'
import { previewPrice } from '#contract/sandbox/previews.ts'
import { type JobSize, jobSizes } from '#contract/vocabulary.ts'
import { Segments, TextField } from '../field.tsx'
import { KeyField } from '../key-field.tsx'
import { Problem } from '../problem.tsx'
import { useTexts } from '../texts.ts'
import { useKey } from '../use-key.ts'
import { usePreview } from '../use-preview.ts'
import { PriceSteps } from './price-steps.tsx'
import { readNumber } from './read-number.ts'
import { type ApiStop, RealTrip } from './real-trip.tsx'
import { StopFields, type TypedStop } from './stop-fields.tsx'

/** A price that follows what the person types, with each step of its calculation. */
export function PriceTool() {
  const t = useTexts()
  const key = useKey()
  const [size, setSize] = useState<JobSize>('M')
  const [distance, setDistance] = useState('12')
  const [pickup, setPickup] = useState<TypedStop>({ floor: '2', hasElevator: false })
  const [dropoff, setDropoff] = useState<TypedStop>({ floor: '0', hasElevator: false })
  const km = readNumber(distance)
  const [from, to] = [stopOf(pickup), stopOf(dropoff)]
  const body = km !== null && from && to && { size, distance_km: km, pickup: from, dropoff: to }
  const { answer, asked, refusal } = usePreview(previewPrice, body ? JSON.stringify(body) : null)
  return (
    <section aria-label={t.price.heading}>
      <KeyField />
      {key && (
        <div className="price-tool">
          <div className="tool-card tool-stack">
            <h3>{t.price.heading}</h3>
            <Segments
              label={t.size}
              value={size}
              onChange={setSize}
              options={jobSizes.map((each) => [each, each])}
              help={t.sizes[size]}
            />
            <TextField
              label={t.price.distance}
              value={distance}
              onChange={setDistance}
              inputMode="decimal"
              fault={km === null ? t.price.badNumber : null}
            />
            <StopFields label={t.pickup} stop={pickup} onChange={setPickup} />
            <StopFields label={t.dropoff} stop={dropoff} onChange={setDropoff} />
            <RealTrip trip={{ size, pickup: from, dropoff: to }} onDistance={setDistance} />
          </div>
          <div className="tool-card tool-stack" aria-live="polite">
            <Problem refusal={refusal} />
            {answer && <PriceSteps size={(JSON.parse(asked) as { size: JobSize }).size} price={answer} />}
            {!answer && !refusal && <p className="tool-soft">{t.loading}</p>}
          </div>
        </div>
      )}
    </section>
  )
}

/** The stop as the API takes it. An empty floor is the ground floor; null if the floor is not a number. */
function stopOf({ floor, hasElevator }: TypedStop): ApiStop | null {
  const number = floor.trim() === '' ? 0 : readNumber(floor)
  return number === null ? null : { floor: number, has_elevator: hasElevator }
}
