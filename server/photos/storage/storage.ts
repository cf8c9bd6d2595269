import type { Readable } from 'node:stream'
import type { Static, TObject } from 'typebox'

/** Storage of the finished photos. Every method is safe to retry; failures are thrown as `ProviderError`. */
export type PhotoStorage = {
  name: string
  /** When it resolves, the photo is durable and survives a crash of the machine. */
  put(photo: string, bytes: Buffer): Promise<void>
  /** Returns null for an unknown photo. The caller must read or destroy the stream. */
  read(photo: string): Promise<{ stream: Readable; size: number } | null>
  /** Resolves also for an unknown photo. */
  remove(photo: string): Promise<void>
}

/** One kind of photo storage: the settings it reads from the environment, and how to connect to it. */
export type PhotoStorageProvider<Env extends TObject> = {
  env: Env
  connect(settings: Static<Env>, place: { dataDir: string }): PhotoStorage
}
