import { Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { CustomerJob } from '#contract/app/job.ts'
import { useCloseButton } from '../close-button.ts'
import { ownPath } from '../own-path.ts'

type WholePhotoProps = {
  photo: CustomerJob['photos'][number]
  /** "Photo 2 of 5". */
  title: string
  opened: boolean
  onClose: () => void
}

/** One photo over everything. A file of its own: the review is there before anybody taps a photo. */
export function WholePhoto({ photo, title, opened, onClose }: WholePhotoProps) {
  const closeButton = useCloseButton()
  // Only what opens after it is there leads the focus back to the photo that was tapped.
  const isThere = useMounted()
  return (
    <Modal
      closeButtonProps={closeButton}
      opened={opened && isThere}
      onClose={onClose}
      size="auto"
      title={title}
    >
      <img
        className="app-photo-whole"
        src={ownPath(photo.url)}
        alt={title}
        width={photo.width}
        height={photo.height}
      />
    </Modal>
  )
}
