import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMyDocuments, type MyDocument } from '#contract/app/documents.ts'
import { type DocumentKind, documentKinds } from '#contract/vocabulary.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { DocumentKindRow } from './kind-row.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { UploadSheet } from './upload-sheet.tsx'

/** The documents of the carrier by kind, with their state; uploads and deletes them. */
export function DocumentsSection() {
  const { t } = useTexts('documents')
  const { data, error, refetch } = useQuery(reading(listMyDocuments, {}))
  const [shown, setShown] = useState<MyDocument | null>(null)
  const [uploadKind, setUploadKind] = useState<DocumentKind | null>(null)
  return (
    <Section title={t('title')} anchor="documents">
      <Stack gap="sm">
        <Text c="dimmed">{t('help')}</Text>
        {data ? (
          <ul className="carrier-entries">
            {documentKinds.map((kind) => (
              <DocumentKindRow
                key={kind}
                kind={kind}
                isNeeded={data.needed.includes(kind)}
                documents={data.documents.filter((each) => each.kind === kind)}
                onSee={setShown}
                onUpload={() => setUploadKind(kind)}
              />
            ))}
          </ul>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading rows={1} />
        )}
      </Stack>
      <PictureDialog document={shown} onClose={() => setShown(null)} />
      <UploadSheet kind={uploadKind} onClose={() => setUploadKind(null)} />
    </Section>
  )
}
