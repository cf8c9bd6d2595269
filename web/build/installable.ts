import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const assets = path.join(import.meta.dirname, '../../server/http/pages/assets')

/** Emits the web app manifests and their icons, which make the app installable. */
export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    async generateBundle() {
      const svg = await readFile(path.join(assets, 'mark.svg'))
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName, source })
      for (const size of [192, 512]) emit(`icons/icon-${size}.png`, await icon(svg, size, 1))
      // Android masks the icon to a circle, iOS fills transparent pixels with black: both need colour up to the edge.
      emit('icons/maskable-512.png', await icon(svg, 512, 0.72))
      emit('icons/apple-180.png', await icon(svg, 180, 0.82))
      emit('icons/badge-96.png', await badge(svg))
      emit('icons/mark.svg', svg)
      emit('icons/scene.svg', await readFile(path.join(assets, 'scene.svg')))
      emit('customer.webmanifest', manifest({ id: '/app', name: 'Dray', scope: '/' }))
      emit('carrier.webmanifest', manifest({ id: '/carrier', name: 'Dray Carrier', scope: '/' }))
    },
  }
}

async function icon(svg: Buffer, size: number, share: number): Promise<Buffer> {
  const inner = Math.round(size * share)
  const drawn = await sharp(svg, { density: 72 * (inner / 32) })
    .resize(inner, inner)
    .toBuffer()
  const background = share < 1 ? '#0b6b4f' : { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawn }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Icon for Android's status bar, which uses only its alpha channel. */
function badge(svg: Buffer): Promise<Buffer> {
  const lines = svg
    .toString()
    .replace(/<rect[^>]*rx="8"[^>]*>/, '')
    .replaceAll(/#[0-9a-f]{6}/g, '#fff')
  return sharp(Buffer.from(lines), { density: 216 }).resize(96, 96).png().toBuffer()
}

function manifest({ id, name, scope }: { id: string; name: string; scope: string }): string {
  const png = (file: string, size: number, purpose: string) => ({
    src: `/app/icons/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    id,
    name,
    short_name: name,
    start_url: id,
    scope,
    display: 'standalone',
    background_color: '#f6f5f1',
    theme_color: '#0b6b4f',
    icons: [
      png('icon-192.png', 192, 'any'),
      png('icon-512.png', 512, 'any'),
      png('maskable-512.png', 512, 'maskable'),
    ],
  })
}
