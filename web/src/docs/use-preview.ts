import { useEffect, useState } from 'react'
import type { Operation } from '#contract/operation.ts'
import { ask, type Output } from './api.ts'
import { Refusal } from './refusal.ts'
import { useKey } from './use-key.ts'
import { useSettled } from './use-settled.ts'

/** `asked` is the request body of `answer`, as JSON. */
type Preview<O extends Operation> = { answer: Output<O> | null; asked: string; refusal: Refusal | null }

/**
 * The response to a request that a person changes while typing. The last successful response stays until the next one.
 *
 * @param sent the body as JSON; null while it cannot be sent.
 */
export function usePreview<O extends Operation>(operation: O, sent: string | null): Preview<O> {
  const key = useKey()
  const settled = useSettled(sent)
  const [preview, setPreview] = useState<Preview<O>>({ answer: null, asked: '', refusal: null })
  useEffect(() => {
    let isCurrent = true
    if (key === null || settled === null) return undefined
    const input = { body: JSON.parse(settled) as object } as Parameters<typeof ask<O>>[1]
    ask(operation, input).then(
      (answer) => isCurrent && setPreview({ answer, asked: settled, refusal: null }),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        if (isCurrent) setPreview((before) => ({ ...before, refusal: error }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [operation, key, settled])
  return preview
}
