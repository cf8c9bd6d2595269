import type { ProcessorCheck } from '../payments/reconcile/check.ts'
import type { ProcessorChecks } from './check-processors.ts'
import { show } from './output.ts'

/** Readable output: a sentence for each processor, and a table of the differences. */
export function showProcessorChecks({ processors, not_connected }: ProcessorChecks): void {
  for (const check of processors) {
    console.log(summaryOf(check))
    if (check.differences.length > 0) show(check.differences, false)
    if (check.more) console.log(`There are more than these ${check.differences.length}.`)
  }
  for (const name of not_connected)
    console.log(`${name}: not compared, as it is not connected (PAYMENT_PROCESSOR)`)
}

function summaryOf({ processor, compared, elsewhere, differences }: ProcessorCheck): string {
  const counts = [
    countOf(compared.hold, 'hold'),
    countOf(compared.refund, 'refund'),
    countOf(compared.transfer, 'transfer'),
  ]
  const verdict = differences.length === 0 ? 'nothing differs' : countOf(differences.length, 'difference')
  const others = elsewhere > 0 ? ` (${elsewhere} of them not made by Dray)` : ''
  return `${processor}: ${counts.filter(Boolean).join(', ')} compared${others}; ${verdict}.`
}

const countOf = (count: number | null, name: string): string =>
  count === null ? '' : `${count} ${name}${count === 1 ? '' : 's'}`
