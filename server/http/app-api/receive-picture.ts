import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import { NotAnImage } from '../../photos/decoder.ts'
import type { ImageFault } from '../../photos/photo-fault.ts'
import { hangUpOf } from '../limits/connections.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * Runs the work on an uploaded picture. `signal` aborts when the client disconnects: a picture that still waits for a
 * decoder is then not decoded.
 *
 * @throws Problem `validation_error` for an unreadable picture.
 */
export async function receivePicture<T>(
  { request, reply }: Exchange,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // The decoder may still need the bytes after the client has disconnected.
  const release = request.bodyPlace?.keep()
  try {
    return await work(hangUpOf(reply))
  } catch (error) {
    throw error instanceof NotAnImage ? noPicture(error.fault) : error
  } finally {
    release?.()
  }
}

/** The message names the unsupported format, because a person reads it: phones send HEIC. */
function noPicture({ why, found }: ImageFault): Problem {
  const isOther = why === 'format' && found !== null
  return new Problem('validation_error', (t) => (isOther ? t.jobs.otherFormat(found) : t.jobs.noPicture), {
    details: { body: (t) => t.fields.picture },
  })
}
