import { texts } from '../texts/index.ts'
import { allSettings } from './all-settings.ts'

/** Returns the names of all settings, and whether their values are secret. */
export const knownNames = (): Map<string, { isSecret: boolean }> =>
  new Map(allSettings(texts.en).flatMap(({ settings }) => settings.map((setting) => [setting.name, setting])))
