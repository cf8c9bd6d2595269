import { jobs } from './jobs.ts'
import { money } from './money.ts'
import type { Mutant } from './mutant.ts'
import { partnerApi } from './partner-api.ts'
import { peopleAndData } from './people-and-data.ts'

export const mutants: readonly Mutant[] = [...partnerApi, ...jobs, ...money, ...peopleAndData]
