import { useTranslation } from 'react-i18next'
import { CountAsReviewed } from '../../../components/CountAsReviewed.tsx'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { FolderCandidates } from '../../../components/FolderCandidates.tsx'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { RepositoryCalls } from '../queries.ts'
import { AddressFields } from './AddressFields.tsx'
import { ForgeFields } from './ForgeFields.tsx'
import { FoundBranch } from './FoundBranch.tsx'
import styles from './Repository.module.css'
import { SignInFields } from './SignInFields.tsx'
import { type Connection, type ConnectionOptions, useConnection } from './use-connection.ts'
import { WaysOut } from './WaysOut.tsx'

export type RepositoryDialogProps = ConnectionOptions & {
  /** Label of the button that connects it. */
  readonly action: string
  /** Why the person cannot count translations as reviewed; null: they can. */
  readonly reviewRefusal: string | null
  readonly onClose: () => void
}

/**
 * Connects a branch of a repository, with all steps on one page so that no input is lost: URL and
 * credentials, what was found there, and how texts are sent.
 */
export function RepositoryDialog({ action, reviewRefusal, onClose, ...options }: RepositoryDialogProps) {
  const { t } = useTranslation(['git', 'files', 'common'])
  const connection = useConnection(options)
  return (
    <FormDialog
      title={t('connect.title')}
      onClose={onClose}
      size="large"
      act={action}
      isDisabled={!connection.isReady}
      request={connection.connect}
      onAct={() => connection.connect.mutate()}
      error={null}
    >
      <LocationStep connection={connection} calls={options.calls} />
      <FilesStep connection={connection} reviewRefusal={reviewRefusal} />
      <SendingStep connection={connection} />
    </FormDialog>
  )
}

function LocationStep({
  connection,
  calls,
}: {
  readonly connection: Connection
  readonly calls: RepositoryCalls
}) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  const { found } = connection
  const { form, change, transport, given } = connection.repository
  return (
    <Form className={styles.form} onSubmit={() => connection.scan()}>
      <AddressFields form={form} isNew onChange={change} />
      {transport === null ? null : (
        <SignInFields
          calls={calls}
          repository={form.address}
          transport={transport}
          form={form.signIn}
          onChange={(signIn) => change({ signIn })}
        />
      )}
      <ErrorLine error={connection.error} />
      <div className={styles.actions}>
        <Button type="submit" isDisabled={given === null} isPending={connection.isScanning}>
          {t('connect.look')}
        </Button>
        {found === undefined ? null : (
          <span className="muted" role="status">
            {t('connect.found', { branch: found.branch, files: formats.number(found.fileCount) })}
          </span>
        )}
      </div>
    </Form>
  )
}

function FilesStep({
  connection,
  reviewRefusal,
}: {
  readonly connection: Connection
  readonly reviewRefusal: string | null
}) {
  const { t } = useTranslation('git')
  const { found } = connection
  if (found === undefined) return null
  return (
    <section className={styles.step} aria-label={t('connect.filesTitle')}>
      <FoundBranch
        found={found}
        onBranch={(branch) => {
          connection.repository.change({ branch })
          connection.scan(branch)
        }}
      />
      <FolderCandidates
        candidates={found.candidates}
        choice={connection.choice}
        onChange={connection.setChoice}
        canRemember={false}
      />
      <CountAsReviewed
        isSelected={connection.countAsReviewed}
        refusal={reviewRefusal}
        onChange={connection.setCountAsReviewed}
      />
      {connection.isConnected ? <Note tone="warning">{t('connect.isConnected')}</Note> : null}
    </section>
  )
}

function SendingStep({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation('git')
  const { found, choice, mode, repository } = connection
  if (found === undefined || choice === null) return null
  return (
    <section className={styles.step} aria-label={t('mode.label')}>
      <WaysOut value={mode} onChange={connection.setMode} />
      {mode === 'pull-request' ? (
        <ForgeFields
          form={connection.forge}
          hasToken={false}
          isByApp={connection.isByApp}
          isDetected={repository.form.forge === null && found.forge !== null}
          onChange={(forge) => repository.change({ forge })}
        />
      ) : null}
    </section>
  )
}
