import { Type } from 'typebox'
import type { CallProviderModule } from '../provider.ts'

const env = Type.Object({})

/** The default: customer and carrier see each other's number while they may be in contact. */
export const none = { env, connect: () => null } satisfies CallProviderModule<typeof env>
