import { Button } from '@mantine/core'
import { IconDownload } from '../kit/icons.ts'

/** A button that downloads a file. */
export function FileLink({ href, text }: { href: string; text: string }) {
  return (
    <Button
      component="a"
      download
      variant="default"
      href={href}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {text}
    </Button>
  )
}
