import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { attemptInProgress, useResumePayment } from './use-publish.ts'

/**
 * Whether the sheet is open; null before its first use. It is open on return from the bank or the card page. A running
 * payment is requested again, with its id.
 */
export function usePaySheet(job: CustomerJob): [boolean | null, (isOpen: boolean) => void] {
  const { card_setup, payment } = useSearch({ strict: false })
  const attempt = attemptInProgress(job)
  const isBack = card_setup !== undefined || payment !== undefined
  const [isOpen, setOpen] = useState(isBack || attempt ? true : null)
  const { mutate } = useResumePayment(job)
  const resume = useEffectEvent(() => attempt && mutate(attempt))
  useEffect(() => void resume(), [])
  const forgetReturn = useForgetReturn()
  const open = (opened: boolean) => {
    setOpen(opened)
    if (!opened && isBack) forgetReturn()
  }
  return [isOpen, open]
}

/** Removes the return parameters from the URL, so a reload does not show the old result. */
function useForgetReturn() {
  const navigate = useNavigate()
  return () => void navigate({ to: location.pathname, search: {}, replace: true })
}
