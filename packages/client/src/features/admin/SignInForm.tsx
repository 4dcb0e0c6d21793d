import type { ProviderSettings } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Note } from '../../ui/Note.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Admin.module.css'
import { adminMutations, adminQueries } from './queries.ts'
import { SignInGroups } from './SignInGroups.tsx'
import { draftOf, fieldOfFailure, providerOf, type SignInDraft, type SignInField } from './sign-in-draft.ts'

/** The identity provider: test, save, remove. The server's errors are shown at their fields. */
export function SignInForm({ settings }: { readonly settings: ProviderSettings }) {
  const { t } = useTranslation('admin')
  const failureText = useFailureText()
  const client = useQueryClient()
  const { provider } = settings
  const [draft, setDraft] = useState(() => draftOf(provider))
  const [isRemoving, setIsRemoving] = useState(false)
  const show = (next: ProviderSettings) => {
    client.setQueryData(adminQueries.signIn().queryKey, next)
    setDraft(draftOf(next.provider))
  }
  const test = useMutation({ mutationFn: () => adminMutations.testSignIn(providerOf(draft)) })
  const save = useMutation({
    mutationFn: () => adminMutations.changeSignIn(providerOf(draft)),
    onSuccess: (next) => {
      show(next)
      showToast(t('saved'))
    },
  })
  const remove = useMutation({
    mutationFn: () => adminMutations.changeSignIn(null),
    onSuccess: (next) => {
      show(next)
      setIsRemoving(false)
      showToast(t('signIn.removed'))
    },
  })
  const edit = (change: Partial<SignInDraft>) => {
    setDraft({ ...draft, ...change })
    // Results for other values do not apply to these
    test.reset()
    save.reset()
  }
  const error = save.error ?? test.error
  const wrong = fieldOfFailure(error)
  const problemOf = (field: SignInField) => (wrong === field ? failureText(error) : undefined)
  const isComplete = [draft.label, draft.issuer, draft.clientId].every((text) => text.trim() !== '')
  const keepsSecret = provider?.hasSecret === true && provider.issuer === draft.issuer.trim()
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) save.mutate()
      }}
    >
      <TextField
        label={t('signIn.label')}
        hint={t('signIn.labelHint')}
        value={draft.label}
        onChange={(label) => edit({ label })}
        maxLength={LIMITS.nameMax}
        problem={problemOf('label')}
        isRequired
      />
      <TextField
        label={t('signIn.issuer')}
        hint={t('signIn.issuerHint')}
        value={draft.issuer}
        onChange={(issuer) => edit({ issuer })}
        maxLength={LIMITS.webAddressMax}
        problem={problemOf('issuer')}
        type="url"
        code
        isRequired
      />
      <TextField
        label={t('signIn.clientId')}
        value={draft.clientId}
        onChange={(clientId) => edit({ clientId })}
        maxLength={LIMITS.webAddressMax}
        problem={problemOf('clientId')}
        code
        isRequired
      />
      <PasswordField
        label={t('signIn.clientSecret')}
        hint={t(keepsSecret ? 'signIn.secretKept' : 'signIn.secretHint')}
        value={draft.clientSecret}
        onChange={(clientSecret) => edit({ clientSecret })}
        maxLength={LIMITS.webAddressMax}
        problem={problemOf('clientSecret')}
        autoComplete="off"
      />
      <TextField
        label={t('signIn.scopes')}
        hint={t('signIn.scopesHint')}
        value={draft.scopes}
        onChange={(scopes) => edit({ scopes })}
        problem={problemOf('scopes')}
        code
      />
      <TextField
        label={t('signIn.groupsClaim')}
        hint={t('signIn.groupsClaimHint')}
        value={draft.groupsClaim}
        onChange={(groupsClaim) => edit({ groupsClaim })}
        maxLength={100}
        problem={problemOf('groupsClaim')}
        code
      />
      {draft.groupsClaim.trim() === '' ? null : (
        <SignInGroups known={settings.groups} groups={draft.groups} onChange={(groups) => edit({ groups })} />
      )}
      <Checkbox
        isSelected={draft.allowsNew}
        onChange={(allowsNew) => edit({ allowsNew })}
        hint={t('signIn.allowsNewHint')}
      >
        {t('signIn.allowsNew')}
      </Checkbox>
      <Checkbox
        isSelected={draft.isOnlyWay}
        onChange={(isOnlyWay) => edit({ isOnlyWay })}
        isDisabled={!settings.hasOtherWay && !draft.isOnlyWay}
        hint={t(settings.hasOtherWay ? 'signIn.isOnlyWayHint' : 'failures:field.no-owner-way')}
      >
        {t('signIn.isOnlyWay')}
      </Checkbox>
      <div role="status">
        {test.data === undefined ? null : (
          <Note tone={test.data.unknownScopes.length === 0 ? 'plain' : 'warning'}>
            {t('signIn.works')}{' '}
            {test.data.unknownScopes.length === 0
              ? null
              : `${t('signIn.unknownScopes', { scopes: test.data.unknownScopes.join(', ') })} `}
            {t(test.data.reportsSignOut ? 'signIn.reportsSignOut' : 'signIn.doesNotReportSignOut')}
          </Note>
        )}
      </div>
      {wrong !== null && wrong !== 'isOnlyWay' ? null : <ErrorLine error={error} />}
      <div className={styles.line}>
        <Button type="submit" look="primary" isDisabled={!isComplete} isPending={save.isPending}>
          {t('save')}
        </Button>
        <Button isDisabled={!isComplete} isPending={test.isPending} onPress={() => test.mutate()}>
          {t('signIn.test')}
        </Button>
        {provider === null ? null : (
          <Button look="quiet" onPress={() => setIsRemoving(true)}>
            {t('signIn.remove')}
          </Button>
        )}
      </div>
      {isRemoving ? (
        <ConfirmDialog
          title={t('signIn.removeTitle', { provider: provider?.label ?? '' })}
          about={t('signIn.removeAbout')}
          act={t('signIn.removeNow')}
          error={remove.error}
          isPending={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setIsRemoving(false)}
        />
      ) : null}
    </form>
  )
}
