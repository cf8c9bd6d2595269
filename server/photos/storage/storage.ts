import type { Readable } from 'node:stream'
import type { Static, TObject } from 'typebox'

/** Where finished photos live. Every act may be repeated; what goes wrong is thrown as a `ProviderError`. */
export type PhotoStorage = {
  name: string
  /** When it resolves the photo is there for good, whatever happens to the machine. */
  put(photo: string, bytes: Buffer): Promise<void>
  /** The stream must be read or destroyed. null: there is no such photo. */
  read(photo: string): Promise<{ stream: Readable; size: number } | null>
  /** Resolves too when there was none. */
  remove(photo: string): Promise<void>
}

/** One way of storing photos: the settings it reads from the environment, and how it starts. */
export type PhotoStorageProvider<Env extends TObject> = {
  env: Env
  connect(settings: Static<Env>, place: { dataDir: string }): PhotoStorage
}
