import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type UploadNeeds, uploadPhoto } from '../../photos/upload.ts'
import { tooManyPhotos } from '../refusals.ts'
import type { SeenMessage } from './read-messages.ts'
import { findRepeated, type NewMessage, requireOpen, sendMessage } from './send.ts'
import { findJob } from './threads.ts'

export type PhotoMessageNeeds = UploadNeeds & { kysely: Kysely<Tables> }

type NewPhoto = Omit<NewMessage, 'content'> & { bytes: Buffer; signal: AbortSignal }

/**
 * Sends a photo as a message, in one request, so the app can queue it without a connection. The job is asked before the
 * picture is decoded, and again with the message. A repeated request sends once.
 *
 * @throws Problem as `sendMessage`. {NotAnImage} not a supported image. {ProviderError} no decoder or storage.
 */
export async function sendPhotoMessage(
  needs: PhotoMessageNeeds,
  { bytes, signal, ...message }: NewPhoto,
): Promise<SeenMessage> {
  const { job, side } = await findJob(needs.kysely, message)
  const known = await findRepeated(needs.kysely, message, side)
  if (known) return known
  await requireOpen(needs.kysely, job, { thread: message.thread, side })
  const photo = await uploadPhoto(needs, { accountId: message.accountId, bytes, signal })
  if (!photo) throw tooManyPhotos
  return sendMessage(needs, { ...message, content: { photoName: photo.name } })
}
