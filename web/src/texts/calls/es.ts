import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  call: 'Llamar a {{name}}',
  message: 'SMS a {{name}}',
  ask: 'Obtener un número para llamar a {{name}}',
  unnamed: { call: 'Llamar', message: 'Enviar un SMS', ask: 'Obtener un número para llamar' },
  why: 'Oculta los números de los dos. Llama desde el teléfono que usas aquí.',
  over: 'Ya no podéis llamaros por este encargo.',
}
