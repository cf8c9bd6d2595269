import { useState } from 'react'
import { estimatePrice } from '#contract/partner.ts'
import type { JobSize } from '#contract/vocabulary.ts'
import { ask } from '../api.ts'
import { TextField } from '../field.tsx'
import { euros, number } from '../format.ts'
import { Problem } from '../problem.tsx'
import { useTexts } from '../texts.ts'
import { useAct } from '../use-act.ts'

/** A stop in the format of the API, without its address. */
export type ApiStop = { floor: number; has_elevator: boolean }

type Props = {
  trip: { size: JobSize; pickup: ApiStop | null; dropoff: ApiStop | null }
  onDistance: (km: string) => void
}

/** Requests a real estimate for the distance between two addresses. */
export function RealTrip({ trip: { size, pickup, dropoff }, onDistance }: Props) {
  const { price: t, locale, samplePickup, sampleDropoff, ...texts } = useTexts()
  const [from, setFrom] = useState(samplePickup)
  const [to, setTo] = useState(sampleDropoff)
  const [result, setResult] = useState<string | null>(null)
  const { isBusy, refusal, run } = useAct()
  const take = async () => {
    setResult(null)
    const estimate = await ask(estimatePrice, {
      body: { size, pickup: { address: from, ...pickup }, dropoff: { address: to, ...dropoff } },
    })
    const km = number(estimate.calculation_breakdown.distance_km, locale)
    onDistance(String(estimate.calculation_breakdown.distance_km))
    setResult(t.tookTrip(km, euros(estimate.total_customer_pays_eur, locale)))
  }
  return (
    <details className="tool-fold">
      <summary>{t.realTrip}</summary>
      <form
        className="tool-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void run(take)
        }}
      >
        <p className="tool-soft">{t.realTripWhy}</p>
        <TextField label={texts.pickup} value={from} onChange={setFrom} maxLength={500} />
        <TextField label={texts.dropoff} value={to} onChange={setTo} maxLength={500} />
        <button type="submit" className="tool-button" data-look="plain" disabled={isBusy}>
          {t.takeTrip}
        </button>
        <Problem refusal={refusal} />
        {result && <p role="status">{result}</p>}
      </form>
    </details>
  )
}
