const longestPx = 2_000

/** Scales a photo down before the upload. A file that the browser cannot decode is returned unchanged. */
export async function smaller(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, longestPx / Math.max(picture.width, picture.height))
    if (scale === 1 && file.size < 1_000_000) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return drawn && drawn.size < file.size ? drawn : file
  } catch {
    return file
  }
}
