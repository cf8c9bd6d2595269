import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { underWay, useJoin } from './use-publish.ts'

/**
 * Whether the sheet is open; null before it was ever needed. Who comes back from the bank or the card's page finds it open,
 * and a payment that is under way is asked for once more.
 */
export function usePaySheet(job: CustomerJob): [boolean | null, (isOpen: boolean) => void] {
  const { card_setup, payment } = useSearch({ strict: false })
  const attempt = underWay(job)
  const isBack = card_setup !== undefined || payment !== undefined
  const [isOpen, setOpen] = useState(isBack || attempt ? true : null)
  const { mutate } = useJoin(job)
  const joinOnce = useEffectEvent(() => attempt && mutate(attempt))
  useEffect(() => void joinOnce(), [])
  const forgetReturn = useForgetReturn()
  const open = (opened: boolean) => {
    setOpen(opened)
    if (!opened && isBack) forgetReturn()
  }
  return [isOpen, open]
}

/** A reload then shows nothing old. */
function useForgetReturn() {
  const navigate = useNavigate()
  return () => void navigate({ to: location.pathname, search: {}, replace: true })
}
