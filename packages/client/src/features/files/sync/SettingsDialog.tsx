import type { GitStateReply } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { gitMutations, gitQueries } from '../queries.ts'
import { ForgeFields } from '../repository/ForgeFields.tsx'
import { SignInFields } from '../repository/SignInFields.tsx'
import { shownAddress, transportOf } from '../repository/shown-repository.ts'
import { EMPTY_SIGN_IN, signInOf } from '../repository/sign-in-form.ts'
import { WaysOut } from '../repository/WaysOut.tsx'
import { AccessTest } from './AccessTest.tsx'
import { Disconnect } from './Disconnect.tsx'
import { SigningFields } from './SigningFields.tsx'
import styles from './Sync.module.css'
import { bodyOf, exampleMessage, formOf, minutesOf, USUAL_MESSAGE } from './settings-form.ts'
import { Webhook } from './Webhook.tsx'

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
export function SettingsDialog({ project, state, isSigningInAtFirst, onMove, onClose }: SettingsDialogProps) {
  const { t } = useTranslation(['git', 'common'])
  const client = useQueryClient()
  const [form, setForm] = useState(() => formOf(state))
  const [signIn, setSignIn] = useState({
    ...EMPTY_SIGN_IN,
    key: state.deployKey,
    web: state.app === null ? EMPTY_SIGN_IN.web : 'app',
    app: {
      appId: state.app?.appId ?? '',
      installation: String(state.app?.installation ?? ''),
      privateKey: '',
    },
  })
  const [isSigningIn, setIsSigningIn] = useState(isSigningInAtFirst || state.signIn === 'lost')
  const address = shownAddress(state.repository)
  const transport = transportOf(address)
  const given = isSigningIn ? signInOf(signIn, transport) : null
  const body = bodyOf(form, state)
  const save = useMutation({
    mutationFn: (sent: NonNullable<typeof body>) =>
      gitMutations.update(project, state.id, { ...sent, ...(given === null ? {} : { signIn: given }) }),
    onSuccess: async (changed) => {
      client.setQueryData(gitQueries.state(project, state.id).queryKey, changed)
      void client.invalidateQueries({ queryKey: projectKey(project) })
      showToast(t('settings.saved'))
      onClose()
    },
  })
  const canSave = body !== null && (!isSigningIn || given !== null)
  return (
    <Dialog
      title={t('settings.title')}
      isOpen
      onClose={onClose}
      size="large"
      actions={
        <Button
          look="primary"
          isDisabled={!canSave}
          isPending={save.isPending}
          onPress={() => body !== null && save.mutate(body)}
        >
          {t('settings.save')}
        </Button>
      }
    >
      <ErrorLine error={save.error} />
      <div className={styles.form}>
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
        <WaysOut value={form.mode} onChange={(mode) => setForm({ ...form, mode })} />
        {form.mode === 'pull-request' ? (
          <>
            <TextField
              label={t('settings.pullBranch')}
              hint={t('settings.pullBranchHint')}
              value={form.pullRequestBranch}
              onChange={(pullRequestBranch) => setForm({ ...form, pullRequestBranch })}
              code
            />
            <ForgeFields
              form={form.forge}
              hasToken={state.forge.hasToken}
              isByApp={(given?.kind ?? state.signIn) === 'github-app' && !state.forge.hasToken}
              onChange={(forge) => setForm({ ...form, forge })}
            />
          </>
        ) : null}
        {form.mode === 'read-only' ? null : (
          <section className={styles.part} aria-label={t('settings.commits')}>
            <h3>{t('settings.commits')}</h3>
            <TextField
              label={t('settings.quiet')}
              hint={t('settings.quietHint')}
              value={form.quietMinutes}
              onChange={(quietMinutes) => setForm({ ...form, quietMinutes })}
              inputMode="numeric"
              problem={minutesOf(form.quietMinutes) === null ? t('settings.quietWrong') : undefined}
            />
            <Select
              label={t('settings.commitsBy')}
              value={form.commitsBy}
              onChange={(id) => setForm({ ...form, commitsBy: id === 'all' ? 'all' : 'person' })}
              options={(['person', 'all'] as const).map((id) => ({ id, name: t(`settings.by.${id}`) }))}
            />
            <TextField
              label={t('settings.message')}
              hint={
                <>
                  {t('settings.messageHint', { names: '{languages} {language} {person} {count}' })}{' '}
                  <code dir="ltr">{exampleMessage(form.message)}</code>
                </>
              }
              placeholder={USUAL_MESSAGE}
              value={form.message}
              onChange={(message) => setForm({ ...form, message })}
              code
            />
            <Checkbox
              isSelected={form.signOff}
              onChange={(signOff) => setForm({ ...form, signOff })}
              hint={t('settings.signOffHint')}
            >
              {t('settings.signOff')}
            </Checkbox>
            <SigningFields
              project={project}
              state={state}
              isSelected={form.signCommits}
              onChange={(signing) => setForm({ ...form, ...signing })}
            />
            <Checkbox
              isSelected={form.skipCi}
              onChange={(skipCi) => setForm({ ...form, skipCi })}
              hint={t('settings.skipCiHint')}
            >
              {t('settings.skipCi')}
            </Checkbox>
          </section>
        )}
        <section className={styles.part} aria-label={t('settings.access')}>
          <h3>{t('settings.access')}</h3>
          <AccessTest project={project} state={state} />
          <Checkbox isSelected={isSigningIn} onChange={setIsSigningIn}>
            {t(state.deployKey === null ? 'settings.newSignIn' : 'settings.newKeys')}
          </Checkbox>
          {isSigningIn && transport !== null ? (
            <SignInFields
              project={project}
              repository={address}
              transport={transport}
              form={signIn}
              onChange={setSignIn}
            />
          ) : null}
        </section>
        <Webhook project={project} state={state} />
        <Disconnect project={project} source={state.id} onDone={onClose} />
      </div>
    </Dialog>
  )
}
