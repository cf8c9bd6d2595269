import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { underWay, useJoin } from './use-publish.ts'

/**
 * Whether the sheet is open; null before it was ever needed. Who comes back from the bank or the card's page finds it open,
 * and the payment is asked for once more.
 */
export function usePaySheet(job: CustomerJob): [boolean | null, (isOpen: boolean) => void] {
  const { card_setup } = useSearch({ strict: false })
  const attempt = underWay(job)
  const [isOpen, setOpen] = useState(card_setup !== undefined || attempt ? true : null)
  const { mutate } = useJoin(job)
  const joinOnce = useEffectEvent(() => attempt && mutate(attempt))
  useEffect(() => void joinOnce(), [])
  return [isOpen, setOpen]
}
