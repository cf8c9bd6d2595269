/** Types of the part of `pbf` 3 that the place reader uses; the package has no types. */
declare module 'pbf' {
  export default class Pbf {
    constructor(buffer: Uint8Array)
    pos: number
    readonly length: number
    readVarint(): number
    readSVarint(): number
    skip(value: number): void
  }
}
