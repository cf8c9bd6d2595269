import type { HealthCheck } from '#contract/admin/health.ts'
import type { Check } from '../db/json-columns.ts'
import { writeCoded } from '../texts/coded.ts'
import type { Texts } from '../texts/index.ts'

/** A check of the doctor in the language of its reader. */
export const writeCheck = ({ name, status, detail, remedy }: Check, { doctor }: Texts): HealthCheck => ({
  name: writeCoded(doctor.checks, name),
  status,
  detail: writeCoded(doctor.findings, detail),
  remedy: remedy && writeCoded(doctor.remedies, remedy),
})
