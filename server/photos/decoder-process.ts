import { readFrameSync, writeFrameSync } from './frames.ts'
import { mostUploadBytes } from './photo-size.ts'
import { packPicture } from './picture-frame.ts'
import { sources } from './pixel-limits.ts'
import { prepareSharp, transcode } from './transcode.ts'

/*
 * The only process that decodes untrusted images. It reads one frame and writes one frame until its input ends. It has
 * no secrets, writes no files, and may be killed at any moment.
 */
const [input, output] = [0, 1]
const mostBytesHeld = Number(process.argv[2])

// A service manager may signal all processes of the service. Ignore the signals to finish the current photo; the
// process exits at the end of its input.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})

setInterval(() => {
  if (process.memoryUsage.rss() > mostBytesHeld) process.kill(process.pid, 'SIGKILL')
}, 50)

prepareSharp()
// Decode once to load everything that is loaded lazily, before the rights to load it are dropped.
await transcode(Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'), 'partner')
dropRights()
writeFrameSync(output, [])
const room = Buffer.allocUnsafeSlow(mostUploadBytes + 1)
for (let frame = readFrameSync(input, room); frame; frame = readFrameSync(input, room)) {
  const source = sources[frame[0] ?? 0] ?? 'upload'
  writeFrameSync(output, await transcode(frame.subarray(1), source).then(packPicture, () => []))
}
process.exit()

/** The decoder needs no root rights: switch to `nobody`. If that fails (as in some containers), keep the user. */
function dropRights(): void {
  if (process.getuid?.() !== 0) return
  try {
    process.setgroups?.([])
    process.setgid?.(65_534)
    process.setuid?.(65_534)
  } catch {
    // The other protections still apply: no secrets, no files, limits on time and memory.
  }
}
