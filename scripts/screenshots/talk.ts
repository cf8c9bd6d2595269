import sharp from 'sharp'
import { sendMessage, sendPhotoMessage } from '#contract/app/conversation.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Person } from '../../test/support/person.ts'

type People = { customer: Person; carrier: Person }

/** A talk of customer and carrier, and what both write to the operator about a report. */
export async function writeMessages(
  { customer, carrier }: People,
  { bicycle, tripContested }: { bicycle: string; tripContested: string },
): Promise<void> {
  const talk = { job_id: bicycle }
  await write(
    customer,
    talk,
    'Buenos días. El portal es el segundo a la derecha; el timbre de abajo no suena.',
  )
  await write(carrier, talk, 'Perfecto, gracias.')
  await carrier.ok(sendPhotoMessage, {
    params: { ...talk, message_id: newId() },
    query: { thread: 'together' },
    body: await entrance(),
  })
  await write(carrier, talk, '¿Es este?')
  await write(customer, talk, 'Sí, ese mismo.')
  await write(carrier, talk, 'Ya está cargada la bicicleta. Llego sobre las doce y media.')
  const report = { job_id: tripContested }
  await write(customer, report, 'Tengo un vídeo del portal de toda la tarde.', 'operator')
  await write(carrier, report, 'He llamado dos veces, a las 16:10 y a las 16:20.', 'operator')
}

const write = (
  person: Person,
  params: { job_id: string },
  text: string,
  thread: 'together' | 'operator' = 'together',
) => person.ok(sendMessage, { params, body: { message_id: newId(), thread, text } })

/** A drawn door. */
const entrance = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">
      <rect width="480" height="360" fill="#d8c9b0"/><rect x="170" y="70" width="140" height="290" fill="#5d4a37"/>
      <circle cx="290" cy="230" r="7" fill="#e8d9a8"/></svg>`),
  )
    .jpeg()
    .toBuffer()
