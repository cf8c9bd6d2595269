import type { CreateNeeds } from '../jobs/drafts/create-draft.ts'
import { createDraftWriter } from '../jobs/drafts/draft-writer.ts'
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
  // Live drafts must not wait for the clock of a test key, so the two never share a statement.
  const writeDraft = createDraftWriter(needs)
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
