import type { GitStateReply } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { gitMutations, gitQueries, repositoryCalls } from '../queries.ts'
import { ForgeFields } from '../repository/ForgeFields.tsx'
import { SignInFields } from '../repository/SignInFields.tsx'
import { shownAddress } from '../repository/shown-repository.ts'
import { EMPTY_SIGN_IN } from '../repository/sign-in-form.ts'
import { type RepositoryFormState, useRepositoryForm } from '../repository/use-repository-form.ts'
import { WaysOut } from '../repository/WaysOut.tsx'
import { AccessTest } from './AccessTest.tsx'
import { CommitFields } from './CommitFields.tsx'
import { Disconnect } from './Disconnect.tsx'
import styles from './Sync.module.css'
import { bodyOf, formOf } from './settings-form.ts'
import { useOwnSecret, Webhook } from './Webhook.tsx'

export type SettingsDialogProps = {
  readonly project: string
  readonly state: GitStateReply
  /** Whether other credentials, or another key, are asked for immediately. */
  readonly isSigningInAtFirst: boolean
  /** Opens the dialog that changes repository and branch. */
  readonly onMove: () => void
  readonly onClose: () => void
}

/** How texts are sent to a repository, how commits look, and the credentials. */
export function SettingsDialog(props: SettingsDialogProps) {
  const { project, state, onClose } = props
  const { t } = useTranslation('git')
  const settings = useSettings(props)
  const { form, change, body, save, repository } = settings
  const secret = useOwnSecret(project, state.id)
  return (
    <FormDialog
      title={t('settings.title')}
      onClose={onClose}
      size="large"
      act={t('settings.save')}
      isDisabled={body === null}
      refusal={secret.secret === '' ? null : t('webhook.ownUnsaved')}
      request={save}
      onAct={() => body !== null && save.mutate(body)}
    >
      <div className={`form ${styles.form}`}>
        <LocationPart state={state} address={repository.form.address} onMove={props.onMove} />
        <WaysOut value={form.mode} onChange={(mode) => change({ mode })} />
        {form.mode === 'pull-request' ? (
          <>
            <TextField
              label={t('settings.pullBranch')}
              hint={t('settings.pullBranchHint')}
              value={form.pullRequestBranch}
              onChange={(pullRequestBranch) => change({ pullRequestBranch })}
              problem={form.pullRequestBranch.trim() === '' ? t('settings.pullBranchMissing') : undefined}
              code
            />
            <ForgeFields
              form={form.forge}
              hasToken={state.forge.hasToken}
              isByApp={(settings.given?.kind ?? state.signIn) === 'github-app' && !state.forge.hasToken}
              onChange={(forge) => change({ forge })}
            />
          </>
        ) : null}
        {form.mode === 'read-only' ? null : (
          <CommitFields project={project} state={state} form={form} onChange={change} />
        )}
        <AccessPart
          project={project}
          state={state}
          repository={repository}
          isSigningIn={settings.isSigningIn}
          onSigningIn={settings.setIsSigningIn}
        />
        <Webhook project={project} state={state} own={secret} />
        <Disconnect project={project} source={state.id} onDone={onClose} />
      </div>
    </FormDialog>
  )
}

/** What was typed, and the call that saves it. */
function useSettings({ project, state, isSigningInAtFirst, onClose }: SettingsDialogProps) {
  const { t } = useTranslation('git')
  const client = useQueryClient()
  // The repository that is shown, also if the source moves meanwhile: secrets are entered for this one.
  const [shown] = useState(state.repository)
  const [opened] = useState(() => formOf(state))
  const [form, setForm] = useState(opened)
  const repository = useRepositoryForm({
    address: shownAddress(shown),
    signIn: {
      ...EMPTY_SIGN_IN,
      key: state.deployKey && { publicKey: state.deployKey.publicKey, key: null },
      web: state.app === null ? EMPTY_SIGN_IN.web : 'app',
      app: {
        appId: state.app?.appId ?? '',
        installation: String(state.app?.installation ?? ''),
        privateKey: '',
      },
    },
  })
  const [isSigningIn, setIsSigningIn] = useState(isSigningInAtFirst || state.signIn === 'lost')
  const given = isSigningIn ? repository.given : null
  const changed = bodyOf(form, opened, state)
  const save = useMutation({
    mutationFn: (body: NonNullable<typeof changed>) => gitMutations.update(project, state.id, body),
    onSuccess: (saved) => {
      client.setQueryData(gitQueries.state(project, state.id).queryKey, saved)
      void client.invalidateQueries({ queryKey: projectKey(project) })
      showToast(t('settings.saved'))
      onClose()
    },
  })
  const isComplete = changed !== null && (!isSigningIn || given !== null)
  return {
    form,
    change: (part: Partial<typeof form>) => setForm((old) => ({ ...old, ...part })),
    repository,
    given,
    isSigningIn,
    setIsSigningIn,
    /** What is sent; null: something is missing. */
    body: isComplete ? { ...changed, ...(given === null ? {} : { signIn: given }), repository: shown } : null,
    save,
  }
}

function LocationPart({
  state,
  address,
  onMove,
}: {
  readonly state: GitStateReply
  readonly address: string
  readonly onMove: () => void
}) {
  const { t } = useTranslation('git')
  return (
    <section className={styles.part} aria-label={t('repository')}>
      <h3>{t('repository')}</h3>
      <p>
        <code dir="ltr">{address}</code> <code dir="ltr">{state.branch}</code>
      </p>
      <div>
        <Button size="small" onPress={onMove}>
          {t('move.open')}
        </Button>
      </div>
    </section>
  )
}

function AccessPart({
  project,
  state,
  repository,
  isSigningIn,
  onSigningIn,
}: {
  readonly project: string
  readonly state: GitStateReply
  readonly repository: RepositoryFormState
  readonly isSigningIn: boolean
  readonly onSigningIn: (isSigningIn: boolean) => void
}) {
  const { t } = useTranslation('git')
  const calls = useMemo(() => repositoryCalls(project), [project])
  const { form, change, transport } = repository
  return (
    <section className={styles.part} aria-label={t('settings.access')}>
      <h3>{t('settings.access')}</h3>
      <AccessTest project={project} state={state} />
      <Checkbox isSelected={isSigningIn} onChange={onSigningIn}>
        {t(state.deployKey === null ? 'settings.newSignIn' : 'settings.newKeys')}
      </Checkbox>
      {isSigningIn && transport !== null ? (
        <SignInFields
          calls={calls}
          repository={form.address}
          transport={transport}
          form={form.signIn}
          onChange={(signIn) => change({ signIn })}
        />
      ) : null}
    </section>
  )
}
