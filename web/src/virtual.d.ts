declare module 'virtual:theme.css'
declare module 'virtual:map-countries' {
  const url: string
  export default url
}
declare module 'virtual:map-towns' {
  const url: string
  export default url
}

/** A part of the file of a language (`web/build/language-parts.ts`). */
declare module '*.ts?first' {
  type Areas = Readonly<Record<string, object>>
  export const pt: Areas
  export const fr: Areas
  export const it: Areas
  export const de: Areas
  export const ca: Areas
}

declare module '*.ts?later' {
  type Areas = Readonly<Record<string, object>>
  export const pt: Areas
  export const fr: Areas
  export const it: Areas
  export const de: Areas
  export const ca: Areas
}
