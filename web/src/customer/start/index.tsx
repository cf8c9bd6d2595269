import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startMyJob } from '#contract/app/customer.ts'
import { call, type Input } from '../../kit/api.ts'
import { type OperationForm, useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useMe } from '../../kit/session.ts'
import { Shell } from '../../kit/shell.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { rememberChange } from '../price-change.ts'
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
import { isTripOf, useEstimate } from './use-estimate.ts'
import { forgetShownPrice, useShownPrice } from './use-shown-price.ts'
import '../../shared/app.css'
import '../customer.css'
import { Refused } from '../../kit/refused.tsx'

const formId = 'start-job'

/** Creates a draft without a partner, which is then reviewed and paid like any other (spec 2.1). */
export function StartJob() {
  const { t } = useTexts(['app', 'start'])
  const me = useMe()
  const form = useStartForm()
  const estimate = useEstimate(form.values, me)
  const change = useShownPrice(estimate)
  const { send, error, isPending } = useStart(form, estimate)
  const signIn = useSignIn()
  const isSignedOut = me === null
  useAddressErrors(form, estimate.refusal)
  const clear = () => {
    forgetValues()
    forgetShownPrice()
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
          change={change}
          form={formId}
          isSignedOut={isSignedOut}
          isSending={isPending}
          onCheck={(field) => form.getInputNode(field)?.focus()}
        />
      }
    >
      <form id={formId} onSubmit={form.onSubmit(isSignedOut ? signIn : send)} noValidate>
        <Stack>
          <Text>
            {t('start:start.lead')} {isSignedOut && t('start:start.noAccount')}
          </Text>
          <Refused error={error} />
          <What form={form} />
          <Section title={t('start:start.pickup')}>
            <StopFields form={form} end="pickup" />
          </Section>
          <Section title={t('start:start.dropoff')}>
            <StopFields form={form} end="dropoff" />
          </Section>
          <Photos form={form} isSignedOut={isSignedOut} />
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

type PhotosProps = { form: OperationForm<StartValues>; isSignedOut: boolean }

/** Photos belong to an account, so they are added after the sign-in. */
function Photos({ form, isSignedOut }: PhotosProps) {
  const { t } = useTexts(['app', 'start'])
  return (
    <Section title={t('start:start.photos')}>
      {isSignedOut ? (
        <Text size="sm">{t('start:start.photosLater')}</Text>
      ) : (
        <PhotosField
          photos={form.values.photos}
          onAdded={(photo) => form.setValues(({ photos = [] }) => ({ photos: [...photos, photo] }))}
          onRemoved={(id) =>
            form.setFieldValue('photos', (photos) => photos.filter(({ photo_id }) => photo_id !== id))
          }
        />
      )}
    </Section>
  )
}

/** Goes on here after the sign-in, with what was written. */
function useSignIn() {
  const navigate = useNavigate()
  return () => void navigate({ to: '/app/sign-in', search: { back: '/app/start' } as never })
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

function useStartForm(): OperationForm<StartValues> {
  const form = useOperationForm<StartValues>(startMyJob.body, savedValues())
  const { values } = form
  useEffect(() => saveValues(values), [values])
  return form
}

/** The review says if the price of the draft is another than the one beside the button, for the same trip. */
function useStart(form: OperationForm<StartValues>, { estimate, trip }: ReturnType<typeof useEstimate>) {
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (filled: StartValues) => call(startMyJob, { body: bodyOf(filled) }),
    onSuccess: (draft, filled) => {
      forgetValues()
      forgetShownPrice()
      if (estimate && isTripOf(trip, filled)) rememberChange(draft, estimate)
      rememberJob(draft)
      void navigate({ to: '/app/jobs/$jobId', params: { jobId: draft.job_id } })
    },
    onError: form.refuse,
  })
  return { send: (filled: StartValues) => mutate(filled), error, isPending }
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
