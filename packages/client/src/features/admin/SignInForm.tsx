import { isFailure, type ProviderSettings } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { useReadRequest } from '../../lib/server/use-read-request.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Note.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Admin.module.css'
import { adminMutations, adminQueries } from './queries.ts'
import { SignInGroups } from './SignInGroups.tsx'
import {
  draftOf,
  fieldOfFailure,
  isComplete,
  NOTHING_TYPED,
  providerOf,
  type SignInDraft,
  type SignInField,
  typedOver,
  withTyped,
} from './sign-in-draft.ts'

type SignInTest = Awaited<ReturnType<typeof adminMutations.testSignIn>>
type TextOfProvider = Exclude<SignInField, 'groups' | 'isOnlyWay' | 'allowsNew'>

/** The identity provider: test, save, remove. The server's errors are shown at their fields. */
export function SignInForm({ settings }: { readonly settings: ProviderSettings }) {
  const { t } = useTranslation('admin')
  const { provider, version } = settings
  const stored = draftOf(provider)
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const draft = typedOver(typed, stored)
  const [isRemoving, setIsRemoving] = useState(false)
  const test = useReadRequest({ mutationFn: () => adminMutations.testSignIn(providerOf(draft)) })
  // What was typed is stored now, unless more was typed since.
  const save = useChange(() => setTyped((now) => (now === typed ? NOTHING_TYPED : now)), t('saved'))
  const error = save.error ?? test.error
  const wrong = fieldOfFailure(error)
  const isReady = isComplete(draft)
  return (
    <Form
      className={styles.form}
      noValidate
      onSubmit={() => {
        if (!isReady) return
        if (!test.isPending) test.reset()
        save.mutate({ provider: providerOf(draft), version })
      }}
    >
      <ProviderFields
        settings={settings}
        draft={draft}
        error={error}
        onEdit={(change) => {
          setTyped((now) => withTyped(now, stored, change))
          // Results for other values do not apply to these
          test.reset()
          save.reset()
        }}
      />
      <div role="status">{test.data === undefined ? null : <TestResult result={test.data} />}</div>
      {wrong !== null && wrong !== 'isOnlyWay' ? null : <ErrorLine error={error} />}
      <div className={styles.line}>
        <Button type="submit" look="primary" isDisabled={!isReady} isPending={save.isPending}>
          {t('save')}
        </Button>
        <Button
          isDisabled={!isReady}
          isPending={test.isPending}
          onPress={() => {
            if (!save.isPending) save.reset()
            test.mutate()
          }}
        >
          {t('signIn.test')}
        </Button>
        {provider === null ? null : (
          <Button look="quiet" onPress={() => setIsRemoving(true)}>
            {t('signIn.remove')}
          </Button>
        )}
      </div>
      {isRemoving ? (
        <RemoveProviderDialog
          settings={settings}
          onRemoved={() => setTyped(NOTHING_TYPED)}
          onClose={() => setIsRemoving(false)}
        />
      ) : null}
    </Form>
  )
}

/** Saves another provider, or none. If another owner has changed it meanwhile, the form shows that. */
function useChange(onChanged: () => void, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: adminMutations.changeSignIn,
    onSuccess: (next) => {
      client.setQueryData(adminQueries.signIn().queryKey, next)
      onChanged()
      showToast(done)
    },
    onError: (error) => {
      if (isFailure(error, 'stale-setting'))
        return client.invalidateQueries({ queryKey: adminQueries.signIn().queryKey })
    },
  })
}

function RemoveProviderDialog({
  settings: { provider, version },
  onRemoved,
  onClose,
}: {
  readonly settings: ProviderSettings
  readonly onRemoved: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('admin')
  const remove = useChange(() => {
    onRemoved()
    onClose()
  }, t('signIn.removed'))
  return (
    <ConfirmDialog
      title={t('signIn.removeTitle', { provider: provider?.label ?? '' })}
      about={t('signIn.removeAbout')}
      act={t('signIn.removeNow')}
      request={remove}
      onAct={() => remove.mutate({ provider: null, version })}
      onClose={onClose}
    />
  )
}

/** What testing a provider has found. */
function TestResult({ result: { unknownScopes, reportsSignOut } }: { readonly result: SignInTest }) {
  const { t } = useTranslation('admin')
  const isFine = unknownScopes.length === 0
  return (
    <Note tone={isFine ? 'plain' : 'warning'}>
      {t('signIn.works')}{' '}
      {isFine ? null : `${t('signIn.unknownScopes', { scopes: unknownScopes.join(', ') })} `}
      {t(reportsSignOut ? 'signIn.reportsSignOut' : 'signIn.doesNotReportSignOut')}
    </Note>
  )
}

type ProviderFieldsProps = {
  readonly settings: ProviderSettings
  readonly draft: SignInDraft
  /** Shown at the field that it is about. */
  readonly error: unknown
  readonly onEdit: (change: Partial<SignInDraft>) => void
}

function ProviderFields({ settings, draft, error, onEdit }: ProviderFieldsProps) {
  const { t } = useTranslation('admin')
  const failureText = useFailureText()
  const wrong = fieldOfFailure(error)
  const { provider, hasOtherWay } = settings
  const keepsSecret = provider?.hasSecret === true && provider.issuer === draft.issuer.trim()
  const text = (field: TextOfProvider) => ({
    label: t(`signIn.${field}`),
    value: draft[field],
    onChange: (value: string) => onEdit({ [field]: value }),
    problem: wrong === field ? failureText(error) : undefined,
  })
  return (
    <>
      <TextField {...text('label')} hint={t('signIn.labelHint')} maxLength={LIMITS.nameMax} isRequired />
      <TextField
        {...text('issuer')}
        hint={t('signIn.issuerHint')}
        maxLength={LIMITS.webAddressMax}
        type="url"
        code
        isRequired
      />
      <TextField {...text('clientId')} maxLength={LIMITS.webAddressMax} code isRequired />
      <PasswordField
        {...text('clientSecret')}
        hint={t(keepsSecret ? 'signIn.secretKept' : 'signIn.secretHint')}
        maxLength={LIMITS.webAddressMax}
        autoComplete="off"
      />
      <TextField {...text('scopes')} hint={t('signIn.scopesHint')} code />
      <TextField {...text('groupsClaim')} hint={t('signIn.groupsClaimHint')} maxLength={100} code />
      {draft.groupsClaim.trim() === '' ? null : (
        <SignInGroups
          known={settings.groups}
          groups={draft.groups}
          onChange={(groups) => onEdit({ groups })}
        />
      )}
      <Checkbox
        isSelected={draft.allowsNew}
        onChange={(allowsNew) => onEdit({ allowsNew })}
        hint={t('signIn.allowsNewHint')}
      >
        {t('signIn.allowsNew')}
      </Checkbox>
      <Checkbox
        isSelected={draft.isOnlyWay}
        onChange={(isOnlyWay) => onEdit({ isOnlyWay })}
        isDisabled={!hasOtherWay && !draft.isOnlyWay}
        hint={t(hasOtherWay ? 'signIn.isOnlyWayHint' : 'failures:field.no-owner-way')}
      >
        {t('signIn.isOnlyWay')}
      </Checkbox>
    </>
  )
}
