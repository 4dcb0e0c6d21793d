import type { GitKeyReply, GitStateReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { AccessTest } from './AccessTest.tsx'
import styles from './Sync.module.css'

export type DeployKeyProps = {
  readonly project: string
  readonly state: GitStateReply
  readonly deployKey: GitKeyReply
  /** Why the key cannot be replaced. */
  readonly refusal: string | null
  readonly onReplace: () => void
}

/**
 * The public half of the key, whether the repository accepts it, and the host keys that its server must have.
 */
export function DeployKey({ project, state, deployKey, refusal, onReplace }: DeployKeyProps) {
  const { t } = useTranslation('git')
  return (
    <>
      <p className="muted">{t('key.add')}</p>
      <CopyLine text={deployKey.publicKey} />
      <AccessTest project={project} state={state} />
      <div>
        <Button size="small" refusal={refusal} onPress={onReplace}>
          {t('key.replace')}
        </Button>
      </div>
      <h3 className={styles.caption}>{t('host.title')}</h3>
      <ul className={styles.fingerprints} aria-label={t('host.title')}>
        {state.hostKeys.map(({ type, fingerprint }) => (
          <li key={fingerprint}>
            <span className="muted">{type}</span> <code dir="ltr">{fingerprint}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
