import type { Static, TObject } from 'typebox'
import type { Rotated } from '#contract/admin/keys.ts'
import type { KeyOverlap } from '#contract/vocabulary.ts'
import type { WebOperation } from '../../kit/api.ts'

/** Staff say why they change a key; the people of the partner do not. */
export type Asked = { reason?: string }

type Planned = {
  /** The request body, if the operation has one. */
  body?: TObject
  send: (keyId: string, reason: string, options: { keepalive: boolean }) => Promise<unknown>
}

/** How the reader changes the keys of a partner. */
export type KeyWrites = {
  /** The company whose key it is. */
  company: string
  /** Whether the reader is of the partner. */
  isOwn: boolean
  /** The form's first values of every act. */
  asked: Asked
  rotate: {
    body: TObject
    /** `ends`: the last four of the values that the reader was told will end. @returns the new value. */
    send: (
      keyId: string,
      values: { overlap: KeyOverlap; ends: string[]; reason: string },
    ) => Promise<Pick<Static<typeof Rotated>, 'api_key' | 'ended'>>
  }
  endOverlap: Planned
  revoke: Planned
  /** Queries whose responses the acts change. */
  changed: Pick<WebOperation, 'operationId'>[]
}
