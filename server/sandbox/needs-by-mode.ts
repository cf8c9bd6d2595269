import type { CreateNeeds } from '../jobs/drafts/create-draft.ts'
import { createDraftWriter, type WriteDraft } from '../jobs/drafts/draft-writer.ts'
import type { PartnerKey } from '../keys/verify.ts'
import { type AskedRefusals, withAddressWords } from './address-words.ts'
import { withSamplePhotos } from './sample-photos.ts'
import { createWait } from './slow-answers.ts'

export type Call = {
  key: Pick<PartnerKey, 'keyId' | 'mode'>
  /** Returns a signal that aborts when the client disconnects. Called only by a waiting request. */
  hangUp: () => AbortSignal
}

/** The needs of an estimate or a create by this key. */
export type NeedsByMode = (call: Call) => CreateNeeds

/**
 * A live key gets `needs` unchanged. A test key can cause errors by the words of its request.
 *
 * @param refusals the errors that it can cause.
 */
export function needsByMode(needs: CreateNeeds, refusals: AskedRefusals): NeedsByMode {
  const wait = createWait(needs)
  const writeDraft = createWriterByWorld(needs)
  const photos = { ...needs.photos, ingest: withSamplePhotos(needs.photos.ingest) }
  return ({ key: { keyId, mode }, hangUp }) => {
    if (mode === 'live') return needs
    const geocoder = withAddressWords(needs.geocoder, {
      wait: (seconds) => wait(seconds, { keyId, hangUp: hangUp() }),
      refusals,
    })
    return { ...needs, photos, geocoder, writeDraft }
  }
}

/**
 * A statement waits while the clock of a world moves. So drafts of two worlds, or of a world and a live key, never
 * share one.
 */
function createWriterByWorld(needs: Pick<CreateNeeds, 'pool'>): WriteDraft {
  const writers = new Map<string, { write: WriteDraft; held: number }>()
  return async (draft) => {
    const { keyId, world } = draft.job
    const which = `${keyId} ${world ?? ''}`
    const writer = writers.get(which) ?? { write: createDraftWriter(needs), held: 0 }
    writers.set(which, writer)
    writer.held++
    try {
      return await writer.write(draft)
    } finally {
      writer.held--
      if (writer.held === 0) writers.delete(which)
    }
  }
}
