import type { GitStateReply, GitSyncReply } from '@dragoman/contract'
import { ArrowDown, ArrowRight, ArrowUp, KeyRound, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PopoverBox } from '../../../ui/PopoverBox.tsx'
import { shownAddress } from '../repository/shown-repository.ts'
import { DeployKey } from './DeployKey.tsx'
import styles from './Sync.module.css'

export type RepositoryStripProps = {
  readonly project: string
  readonly state: GitStateReply
  /** Why the settings cannot be changed. */
  readonly refusal: string | null
  readonly onSettings: () => void
  readonly onReplaceKey: () => void
}

/** Where the files are, and the time of the last pull and push. */
export function RepositoryStrip({ project, state, refusal, onSettings, onReplaceKey }: RepositoryStripProps) {
  const { t } = useTranslation('git')
  const { repository, branch, mode, settings, lastReceived, lastSent, deployKey } = state
  return (
    <dl className={styles.strip}>
      <div>
        <dt>{t('repository')}</dt>
        <dd>
          <code dir="ltr">{shownAddress(repository)}</code>
        </dd>
      </div>
      <div>
        <dt>{t('branch')}</dt>
        <dd>
          <bdi dir="ltr" className={styles.line}>
            <code>{branch}</code>
            {mode === 'pull-request' ? (
              <>
                <ArrowRight aria-label={t('toBranch')} />
                <code>{settings.pullRequestBranch}</code>
              </>
            ) : null}
          </bdi>
          {state.isRequestBranchShared ? <span className={styles.small}>{t('sharedBranch')}</span> : null}
        </dd>
      </div>
      <div>
        <dt>{t('lastReceived')}</dt>
        <LastSync sync={lastReceived} icon={<ArrowDown aria-hidden="true" />} />
      </div>
      <div>
        <dt>{t('lastSent')}</dt>
        <LastSync sync={lastSent} icon={<ArrowUp aria-hidden="true" />} />
      </div>
      <div className={styles.end}>
        <dt className="visually-hidden">{t('settings.title')}</dt>
        <dd>
          {deployKey === null ? null : (
            <PopoverBox
              title={t('key.title')}
              trigger={
                <Button size="small">
                  <KeyRound aria-hidden="true" />
                  {t('key.title')}
                </Button>
              }
            >
              <DeployKey
                project={project}
                state={state}
                deployKey={deployKey}
                refusal={refusal}
                onReplace={onReplaceKey}
              />
            </PopoverBox>
          )}
          <IconButton label={t('settings.title')} size="small" refusal={refusal} onPress={onSettings}>
            <Settings aria-hidden="true" />
          </IconButton>
        </dd>
      </div>
    </dl>
  )
}

function LastSync({ sync, icon }: { readonly sync: GitSyncReply | null; readonly icon: React.ReactNode }) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  if (sync === null) return <dd className={styles.small}>{t('never')}</dd>
  return (
    <dd>
      {icon}
      <time dateTime={sync.at} title={formats.dateTime(sync.at)}>
        {formats.relative(sync.at)}
      </time>
      <span className={styles.small}>{t('strings', { count: sync.texts })}</span>
    </dd>
  )
}
