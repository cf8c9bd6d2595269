import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { IconDownload, IconPrinter } from '../kit/icons.ts'
import { saveFile } from '../kit/save-file.ts'
import { CopyButton } from './copy-field.tsx'

/** The texts come from the panel that shows the codes. */
type RecoveryCodesProps = {
  codes: string[]
  texts: Record<'text' | 'download' | 'print' | 'kept' | 'done' | 'file' | 'fileHead' | 'list', string>
  onDone: () => void
}

/** Recovery codes, which only one response contains: to copy, download or print. */
export function RecoveryCodes({ codes, texts, onDone }: RecoveryCodesProps) {
  const [kept, setKept] = useState(false)
  const download = () => saveFile(texts.file, `${texts.fileHead}\n\n${codes.join('\n')}\n`, 'text/plain')
  return (
    <Stack>
      <Text c="dimmed">{texts.text}</Text>
      <div className="panel-codes">
        <p className="panel-print-only">{texts.fileHead}</p>
        <ol aria-label={texts.list}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="panel-acts">
        <CopyButton text={codes.join('\n')} />
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          {texts.download}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
          {texts.print}
        </Button>
      </div>
      <Checkbox
        label={texts.kept}
        checked={kept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <Button disabled={!kept} onClick={onDone}>
        {texts.done}
      </Button>
    </Stack>
  )
}
