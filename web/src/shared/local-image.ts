import { useCallback } from 'react'

/** A ref for an `img` that shows a file which is only on this device. A text is not shown. */
export const useLocalImage = (content: string | Blob) =>
  useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || typeof content === 'string') return undefined
      const url = URL.createObjectURL(content)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [content],
  )
