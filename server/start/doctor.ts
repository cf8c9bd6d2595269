import type { ChosenProvider } from '#contract/admin/providers.ts'
import type { Settings } from '../config/load-settings.ts'
import type { Config } from '../config/read-config.ts'
import type { Contradiction } from '../config/recorded-settings.ts'
import type { Database } from '../db/database.ts'
import type { Check } from '../db/json-columns.ts'

/** What the doctor looks at: the settings and the database of a running node. */
export type Examined = {
  config: Config
  settings: Settings
  database: Database
  contradictions: () => Contradiction[]
}

/** The checks of `server/doctor`, which is above this floor and hands them to the start. */
export type Doctor = {
  /** Yields what each step has found. */
  examine: (examined: Examined) => AsyncIterable<Check[]>
  testProvider: (provider: ChosenProvider, examined: Pick<Examined, 'config' | 'database'>) => Promise<Check>
}
