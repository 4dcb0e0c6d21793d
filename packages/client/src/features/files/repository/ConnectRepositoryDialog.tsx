import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountAsReviewed } from '../../../components/CountAsReviewed.tsx'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { FolderCandidates } from '../../../components/FolderCandidates.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { choiceOf, type FolderChoice } from '../../../lib/folders/folder-choice.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { keepJob } from '../../../lib/server/jobs.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { gitMutations } from '../queries.ts'
import { ForgeFields, type ForgeForm, originOf } from './ForgeFields.tsx'
import { FoundBranch } from './FoundBranch.tsx'
import styles from './Repository.module.css'
import { SignInFields } from './SignInFields.tsx'
import { forgeOfHost, transportOf } from './shown-repository.ts'
import { EMPTY_SIGN_IN, signInOf } from './sign-in-form.ts'
import { type GitModeChoice, WaysOut } from './WaysOut.tsx'

export type ConnectRepositoryDialogProps = {
  readonly project: string
  readonly sourceLanguage: string
  /** An address that was entered already; empty: none. */
  readonly address: string
  readonly onClose: () => void
}

/**
 * Connects a branch of a repository, with all steps on one page so that no input is lost: URL and
 * credentials, what was found there, and how texts are sent.
 */
export function ConnectRepositoryDialog({
  project,
  sourceLanguage,
  address,
  onClose,
}: ConnectRepositoryDialogProps) {
  const { t } = useTranslation(['git', 'files', 'common'])
  const formats = useFormats()
  const client = useQueryClient()
  const [repository, setRepository] = useState(address)
  const [branch, setBranch] = useState('')
  const [signIn, setSignIn] = useState(EMPTY_SIGN_IN)
  const [choice, setChoice] = useState<FolderChoice | null>(null)
  const [mode, setMode] = useState<GitModeChoice>('pull-request')
  const [forge, setForge] = useState<ForgeForm | null>(null)
  const transport = transportOf(repository)
  const hostIsOfThis = transport !== 'ssh' || signIn.host?.repository === repository.trim()
  const given = hostIsOfThis ? signInOf(signIn, transport) : null
  const asked = { repository: repository.trim(), branch: branch.trim() === '' ? null : branch.trim() }

  const look = useMutation({
    mutationFn: ({ signIn: by, ...at }: Parameters<typeof gitMutations.look>[1]) =>
      gitMutations.look(project, { ...at, signIn: by }),
    onSuccess: ({ candidates }) => {
      const best = candidates.find((one) => !one.isConnected) ?? candidates[0]
      setChoice(best === undefined ? null : choiceOf(best))
    },
  })
  // Only what is shown on the screen can be connected.
  const isOfThis =
    look.variables?.repository === asked.repository &&
    (look.variables.branch === asked.branch || look.data?.branch === asked.branch)
  const found = isOfThis ? look.data : undefined
  const isKnown = found?.candidates.find(({ pattern }) => pattern === choice?.pattern)?.isConnected === true
  const isByApp = given?.kind === 'github-app'
  const shownForge = forge ?? { kind: found?.forge ?? forgeOfHost(repository), origin: '', token: '' }
  const forgeAt = originOf(shownForge)

  const [countAsReviewed, setCountAsReviewed] = useState(false)
  const reviewRefusal = useAccess().onSomeText('translations.review')
  const connect = useMutation({
    mutationFn: () => {
      if (found === undefined || choice === null || given === null) throw new Error('Nothing was found yet')
      const { pattern, format } = choice
      const { kind, token } = isByApp ? { kind: 'github' as const, token: '' } : shownForge
      const { origin = null } = (isByApp ? null : forgeAt) ?? {}
      return gitMutations.connect(project, {
        ...(countAsReviewed ? { countAsReviewed } : {}),
        repository: found.repository,
        branch: found.branch,
        signIn: given,
        pattern,
        format,
        sourceLanguage,
        mode,
        forge: { kind, origin, ...(token === '' ? {} : { token }) },
      })
    },
    onSuccess: ({ job }) => {
      keepJob(client, project, job)
      void client.invalidateQueries({ queryKey: projectKey(project) })
      showToast(t('files:importStarted'))
      onClose()
    },
  })
  const scan = () => given !== null && look.mutate({ ...asked, signIn: given })
  const error = connect.error ?? (isOfThis ? look.error : null)

  return (
    <Dialog
      title={t('connect.title')}
      isOpen
      onClose={onClose}
      size="large"
      actions={
        <Button
          look="primary"
          isDisabled={found === undefined || choice === null || given === null || isKnown || forgeAt === null}
          isPending={connect.isPending}
          onPress={() => connect.mutate()}
        >
          {t('files:connectDo')}
        </Button>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          scan()
        }}
      >
        <div className={styles.address}>
          <TextField
            label={t('connect.address')}
            hint={t('connect.addressHint')}
            placeholder="git@git.example.org:team/app.git"
            value={repository}
            onChange={setRepository}
            code
            autoFocus
          />
          <TextField
            label={t('branch')}
            hint={t('connect.branchHint')}
            value={branch}
            onChange={setBranch}
            code
          />
        </div>
        {transport === null ? null : (
          <SignInFields
            project={project}
            repository={repository}
            transport={transport}
            form={signIn}
            onChange={setSignIn}
          />
        )}
        <ErrorLine error={error} />
        <div className={styles.actions}>
          <Button type="submit" isDisabled={given === null} isPending={look.isPending && isOfThis}>
            {t('connect.look')}
          </Button>
          {found === undefined ? null : (
            <span className="muted" role="status">
              {t('connect.found', { branch: found.branch, files: formats.number(found.fileCount) })}
            </span>
          )}
        </div>
      </form>
      {found === undefined ? null : (
        <section className={styles.step} aria-label={t('connect.filesTitle')}>
          <FoundBranch
            found={found}
            onBranch={(next) => {
              setBranch(next)
              if (given !== null) look.mutate({ repository: asked.repository, branch: next, signIn: given })
            }}
          />
          <FolderCandidates
            candidates={found.candidates}
            choice={choice}
            onChange={setChoice}
            canRemember={false}
          />
          <CountAsReviewed
            isSelected={countAsReviewed}
            refusal={reviewRefusal}
            onChange={setCountAsReviewed}
          />
          {isKnown ? <Note tone="warning">{t('connect.isConnected')}</Note> : null}
        </section>
      )}
      {found === undefined || choice === null ? null : (
        <section className={styles.step} aria-label={t('mode.label')}>
          <WaysOut value={mode} onChange={setMode} />
          {mode === 'pull-request' ? (
            <ForgeFields
              form={shownForge}
              hasToken={false}
              isByApp={isByApp}
              isDetected={forge === null && found.forge !== null}
              onChange={setForge}
            />
          ) : null}
        </section>
      )}
    </Dialog>
  )
}
