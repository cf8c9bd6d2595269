import type { Texts } from '../index.ts'

export const photos: Texts['photos'] = {
  unreachable: 'no se ha podido descargar: su URL debe ser pública y responder con la propia imagen',
  tooLarge: 'ocupa más de 2 MB',
  noImage: 'no es una imagen; envía JPEG, PNG, WebP, AVIF o GIF',
  format: (found) => `es ${found}; envía JPEG, PNG, WebP, AVIF o GIF`,
  pixels: (found) =>
    `es una imagen ${found} con demasiados píxeles; como máximo 12.000 por lado y 50 megapíxeles en total, 16 en AVIF`,
  damaged: (found) => `es una imagen ${found} dañada o incompleta`,
}
