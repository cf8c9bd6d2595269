import { readFrames, writeFrame } from './frames.ts'
import { packPicture } from './picture-frame.ts'
import { prepareSharp, transcode } from './transcode.ts'

/*
 * The only process that decodes strangers' images. One frame in, one frame out, until its input ends. It holds no
 * secret, writes no file, and may be killed at any moment.
 */
const mostBytesHeld = Number(process.argv[2])

setInterval(() => {
  if (process.memoryUsage.rss() > mostBytesHeld) process.kill(process.pid, 'SIGKILL')
}, 50).unref()

prepareSharp()
// Decoding once loads all that is loaded late, while there still are rights to load it.
await transcode(Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'))
dropRights()
writeFrame(process.stdout)
for await (const image of readFrames(process.stdin, 16 * 1024 * 1024)) {
  writeFrame(process.stdout, ...(await transcode(image).then(packPicture, () => [])))
}

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
