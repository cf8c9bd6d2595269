import { type Answer, answerOf } from './call.ts'
import { errorOf, objectIn } from './error-of.ts'
import type { RequestOptions, Settings } from './options.ts'
import { type ApiRequest, send } from './send.ts'

/** Sends a request and reads the object in the body of its response; null for a 304 to a request with an ETag. */
export async function fetchAnswer<T>(
  settings: Settings,
  request: ApiRequest,
  options: RequestOptions,
): Promise<Answer<T>> {
  const reply = await send(settings, request, options)
  const data = objectIn(reply.text)
  const isUnchanged = request.etag && reply.status === 304
  if (!isUnchanged && !data) throw errorOf(reply, request.idempotencyKey)
  return answerOf(data as T, reply)
}
