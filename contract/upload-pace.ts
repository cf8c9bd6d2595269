/**
 * How fast a photo must arrive: in `requestMs`, as each request, and one second more for each `bytesPerSecond` that has
 * arrived, at most `maxMs`. So 0.13 Mbit/s are enough for 2 MB, and 0.5 Mbit/s for 8 MiB. The app waits a little
 * longer, so that it gets the response.
 */
export const uploadPace = { requestMs: 8_000, bytesPerSecond: 16_384, maxMs: 150_000 } as const
