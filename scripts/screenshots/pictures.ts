import sharp from 'sharp'
import { type LocalServer, serveLocally } from '../../test/support/local-server.ts'

const drawings: Record<string, string> = {
  sofa: `<rect x="130" y="190" width="540" height="190" rx="40" fill="#5b7a8c"/><rect x="90" y="260" width="110" height="190" rx="40" fill="#4c6878"/>
    <rect x="600" y="260" width="110" height="190" rx="40" fill="#4c6878"/><rect x="180" y="330" width="220" height="90" rx="24" fill="#7895a6"/>
    <rect x="400" y="330" width="220" height="90" rx="24" fill="#7895a6"/><rect x="150" y="440" width="24" height="50" fill="#3b2f26"/><rect x="626" y="440" width="24" height="50" fill="#3b2f26"/>`,
  wardrobe: `<rect x="230" y="60" width="340" height="430" rx="8" fill="#9a6b3f"/><rect x="248" y="80" width="146" height="370" fill="#b17f50"/>
    <rect x="406" y="80" width="146" height="370" fill="#b17f50"/><circle cx="382" cy="270" r="8" fill="#3b2f26"/><circle cx="418" cy="270" r="8" fill="#3b2f26"/>
    <rect x="246" y="488" width="26" height="30" fill="#3b2f26"/><rect x="528" y="488" width="26" height="30" fill="#3b2f26"/>`,
  box: `<rect x="240" y="200" width="320" height="290" fill="#c49a6c"/><path d="M240 200 l60 -70 h320 l-60 70z" fill="#d9b285"/><path d="M560 200 l60 -70 v270 l-60 90z" fill="#a97f52"/>
    <rect x="370" y="200" width="60" height="290" fill="#e6cfae"/>`,
}

/** Serves drawings of items as a partner's photo host does: `/sofa.jpg`, `/wardrobe.jpg`, `/box.jpg`. */
export async function servePictures(): Promise<LocalServer> {
  const pictures = new Map<string, Buffer>()
  for (const [name, drawing] of Object.entries(drawings)) pictures.set(`/${name}.jpg`, await draw(drawing))
  return serveLocally((request, response) => {
    const picture = pictures.get(request.url ?? '')
    response.writeHead(picture ? 200 : 404, { 'content-type': 'image/jpeg' }).end(picture)
  })
}

/** The photo of a carrier before a closed door. */
export const door = (): Promise<Buffer> =>
  draw(`<rect x="280" y="90" width="240" height="400" rx="6" fill="#6d4c33"/><rect x="305" y="120" width="190" height="150" fill="#7f5b3f"/>
    <rect x="305" y="300" width="190" height="160" fill="#7f5b3f"/><circle cx="490" cy="290" r="12" fill="#d8b25a"/><rect x="560" y="240" width="40" height="70" fill="#3b2f26"/>`)

/** What customers see of a carrier: the face and the vehicle. */
export const ofCarrier = {
  portrait: (): Promise<Buffer> =>
    draw(`<path d="M210 600 q20 -190 190 -190 q170 0 190 190z" fill="#35607a"/><circle cx="400" cy="250" r="120" fill="#e0b08c"/>
      <path d="M280 240 q10 -130 120 -130 q110 0 120 130 q-60 -60 -120 -60 q-60 0 -120 60z" fill="#3b2f26"/>`),
  vehicle: (): Promise<Buffer> =>
    draw(`<rect x="150" y="190" width="360" height="260" rx="16" fill="#f7f5f0"/><path d="M510 270 h90 l70 90 v90 h-160z" fill="#e4e0d6"/>
      <path d="M530 290 h60 l45 65 h-105z" fill="#8fb3c7"/><circle cx="260" cy="455" r="45" fill="#333"/><circle cx="580" cy="455" r="45" fill="#333"/>`),
}

const draw = (drawing: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#e9e2d6"/>
       <rect y="470" width="800" height="130" fill="#cdbfa8"/>${drawing}</svg>`,
    ),
  )
    .jpeg()
    .toBuffer()
