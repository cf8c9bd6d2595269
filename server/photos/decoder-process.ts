import { readFrameSync, writeFrameSync } from './frames.ts'
import { mostUploadBytes } from './photo-size.ts'
import { packPicture } from './picture-frame.ts'
import { sources } from './pixel-limits.ts'
import { prepareSharp, transcode } from './transcode.ts'

/*
 * The only process that decodes strangers' images. One frame in, one frame out, until its input ends. It holds no
 * secret, writes no file, and may be killed at any moment.
 */
const [input, output] = [0, 1]
const mostBytesHeld = Number(process.argv[2])

// Whoever stops the service may signal all its processes; the photo in hand is finished all the same, and the end of
// the input is the end.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})

setInterval(() => {
  if (process.memoryUsage.rss() > mostBytesHeld) process.kill(process.pid, 'SIGKILL')
}, 50)

prepareSharp()
// Decoding once loads all that is loaded late, while there still are rights to load it.
await transcode(Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'), 'partner')
dropRights()
writeFrameSync(output, [])
const room = Buffer.allocUnsafeSlow(mostUploadBytes + 1)
for (let frame = readFrameSync(input, room); frame; frame = readFrameSync(input, room)) {
  const source = sources[frame[0] ?? 0] ?? 'upload'
  writeFrameSync(output, await transcode(frame.subarray(1), source).then(packPicture, () => []))
}
process.exit()

/** Root is for the service, if at all; `nobody` is enough here. A container without that user stays as it is. */
function dropRights(): void {
  if (process.getuid?.() !== 0) return
  try {
    process.setgroups?.([])
    process.setgid?.(65_534)
    process.setuid?.(65_534)
  } catch {
    // The other walls stand: no secrets, no files, limits on time and memory.
  }
}
