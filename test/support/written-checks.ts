import type { Check } from '../../server/db/json-columns.ts'
import { writeCheck } from '../../server/health/examination.ts'
import { texts } from '../../server/texts/index.ts'

/** A check of the doctor as `dray doctor` prints it. */
export const written = (check: Check) => writeCheck(check, texts.en)
