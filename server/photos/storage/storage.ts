import type { Readable } from 'node:stream'
import type { Static, TObject } from 'typebox'
import type { Env } from '../../lib/env.ts'

/** Storage of the finished photos. Every method is safe to retry; failures are thrown as `ProviderError`. */
export type PhotoStorage = {
  name: string
  /**
   * When it resolves, the photo is durable and survives a crash of the machine.
   *
   * @throws {ProviderError} with the outcome `unknown` when the photo may still appear later.
   */
  put(photo: string, bytes: Buffer): Promise<void>
  /** Returns null for an unknown photo. The caller must read or destroy the stream. */
  read(photo: string): Promise<{ stream: Readable; size: number } | null>
  /** Resolves also for an unknown photo. */
  remove(photo: string): Promise<void>
  /** The names of all stored photos, in no order. Photos may be removed while it runs. */
  list(): AsyncIterable<string>
}

/** One kind of photo storage: the settings it reads from the environment, and how to connect to it. */
export type PhotoStorageProvider<Env extends TObject> = {
  env: Env
  /** Errors in the settings that their schema cannot express. */
  faults?(settings: Static<Env>): string[]
  /** Whether the environment names a place of this kind, where photos can be although `PHOTO_STORAGE` is another. */
  isNamed(env: SomeEnv): boolean
  connect(settings: Static<Env>, place: { dataDir: string }): PhotoStorage
}

type SomeEnv = Env
