import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startMyJob } from '#contract/app/customer.ts'
import { call, type Input } from '../../kit/api.ts'
import { type OperationForm, useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useMe } from '../../kit/session.ts'
import { Shell } from '../../kit/shell.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { rememberJob } from '../remember-job.ts'
import { EstimateFoot } from './estimate-foot.tsx'
import {
  emptyValues,
  forgetValues,
  type StartValues,
  savedValues,
  saveValues,
  stopOf,
} from './form-values.ts'
import { PhotosField } from './photos-field.tsx'
import { SizeField } from './size-field.tsx'
import { StopFields } from './stop-fields.tsx'
import { useAddressErrors } from './use-address-errors.ts'
import { useEstimate } from './use-estimate.ts'
import '../../shared/app.css'
import '../customer.css'
import { Refused } from '../../kit/refused.tsx'

const formId = 'start-job'

/** Creates a draft without a partner, which is then reviewed and paid like any other (spec 2.1). */
export function StartJob() {
  const { t } = useTexts(['app', 'start'])
  const { form, start } = useStart()
  const me = useMe()
  const estimate = useEstimate(form.values)
  useAddressErrors(form, estimate.refusal)
  const clear = () => {
    forgetValues()
    form.setValues(emptyValues())
    form.clearErrors()
  }
  return (
    <Shell
      title={t('start:start.title')}
      area="customer"
      footer={
        <EstimateFoot
          {...estimate}
          form={formId}
          isSending={start.isPending}
          onCheck={(field) => form.getInputNode(field)?.focus()}
        />
      }
    >
      <form id={formId} onSubmit={form.onSubmit((values) => start.mutate(values))} noValidate>
        <Stack>
          <Text>{t('start:start.lead')}</Text>
          {me === null && <SignInFirst />}
          <Refused error={start.error} />
          <What form={form} />
          <Section title={t('start:start.pickup')}>
            <StopFields form={form} end="pickup" />
          </Section>
          <Section title={t('start:start.dropoff')}>
            <StopFields form={form} end="dropoff" />
          </Section>
          <Section title={t('start:start.photos')}>
            <PhotosField
              photos={form.values.photos}
              onAdded={(photo) => form.setValues(({ photos = [] }) => ({ photos: [...photos, photo] }))}
              onRemoved={(id) =>
                form.setFieldValue('photos', (photos) => photos.filter(({ photo_id }) => photo_id !== id))
              }
            />
          </Section>
          <Text size="sm" c="dimmed">
            {t('start:start.kept')}
          </Text>
          <Button variant="subtle" onClick={clear}>
            {t('start:start.clear')}
          </Button>
        </Stack>
      </form>
    </Shell>
  )
}

/** Shown before the form: estimates and drafts require a session. */
function SignInFirst() {
  const { t } = useTexts(['app', 'start'])
  return (
    <Alert color="orange">
      <Stack gap="sm">
        {t('start:start.signInFirst')}
        <Button component={Link} to="/app/sign-in" search={{ back: '/app/start' } as never}>
          {t('start:start.signIn')}
        </Button>
      </Stack>
    </Alert>
  )
}

function What({ form }: { form: OperationForm<StartValues> }) {
  const { t } = useTexts(['app', 'start'])
  const { maxLength: longestTitle } = limitsOf(startMyJob.body, 'title')
  const size = form.getInputProps('size')
  return (
    <>
      <Section title={t('start:start.size')}>
        <SizeField {...size} error={size.error ? t('start:start.sizeMissing') : null} />
      </Section>
      <Section title={t('start:start.what')}>
        <Stack gap="sm">
          <TextInput
            label={t('start:start.itemTitle')}
            description={t('start:start.itemTitleHelp')}
            required
            {...(longestTitle && { maxLength: longestTitle })}
            {...form.getInputProps('title')}
          />
          <Textarea
            label={t('start:start.description')}
            description={t('start:start.descriptionHelp')}
            {...limitsOf(startMyJob.body, 'description')}
            {...form.getInputProps('description')}
          />
        </Stack>
      </Section>
    </>
  )
}

function useStart() {
  const navigate = useNavigate()
  const form = useOperationForm<StartValues>(startMyJob.body, savedValues())
  const { values } = form
  useEffect(() => saveValues(values), [values])
  const start = useMutation({
    mutationFn: (filled: StartValues) => call(startMyJob, { body: bodyOf(filled) }),
    onSuccess: (draft) => {
      forgetValues()
      rememberJob(draft)
      void navigate({ to: '/app/jobs/$jobId', params: { jobId: draft.job_id } })
    },
    onError: form.refuse,
  })
  return { form, start }
}

function bodyOf({
  photos,
  size,
  description,
  pickup,
  dropoff,
  ...rest
}: StartValues): Input<typeof startMyJob>['body'] {
  return {
    ...rest,
    // The form's validation ensures that a size is set.
    size: size || 'S',
    ...(description.trim() && { description }),
    pickup: stopOf(pickup),
    dropoff: stopOf(dropoff),
    photo_ids: photos.map(({ photo_id }) => photo_id),
  }
}
