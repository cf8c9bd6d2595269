import { readSync } from 'node:fs'
import { readFrameSync, writeFrameSync } from './frames.ts'
import { maxUploadBytes } from './limits.ts'
import { firstImage, imageRequestBytes, packPicture, packUnread, unpackRequest } from './picture-frame.ts'
import { isJpegFile, prepareSharp, transcode } from './transcode.ts'

/*
 * The only process that decodes untrusted images. It reads one request and writes one response until its input ends,
 * and reads the images from a file that the service writes. It has no secrets, writes no files, and may be killed at
 * any moment.
 */
const [input, output, images] = [0, 1, 3]
const maxBytesHeld = Number(process.argv[2])

// A service manager may signal all processes of the service. Ignore the signals to finish the current photo; the
// process exits at the end of its input.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})

setInterval(() => {
  if (process.memoryUsage.rss() > maxBytesHeld) process.kill(process.pid, 'SIGKILL')
}, 50)

prepareSharp()
const room = Buffer.allocUnsafeSlow(maxUploadBytes)
// Decode once to load all lazy modules before the rights are dropped.
await transcode({ bytes: readImage(firstImage.length), file: null, source: 'partner' })
dropRights()
const file = await findInputFile()
writeFrameSync(output, [])
const asked = Buffer.alloc(imageRequestBytes)
for (let frame = readFrameSync(input, asked); frame; frame = readFrameSync(input, asked)) {
  const { bytes, source } = unpackRequest(frame)
  const picture = transcode({ bytes: readImage(bytes), file, source })
  writeFrameSync(output, await picture.then(packPicture, packUnread))
}
process.exit()

function readImage(bytes: number): Buffer {
  const image = room.subarray(0, bytes)
  for (let done = 0; done < bytes; ) {
    const more = readSync(images, image, done, bytes - done, done)
    if (more === 0) throw new Error('The input file is too short')
    done += more
  }
  return image
}

/** The path of the input file, or null if sharp cannot open it: then images are read from memory. */
async function findInputFile(): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const path = `/proc/self/fd/${images}`
  return await isJpegFile(path).then(
    (isReadable) => (isReadable ? path : null),
    () => null,
  )
}

/**
 * The decoder needs no root rights: switch to the user `nobody`. If that fails (as in some containers), keep the user.
 */
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
