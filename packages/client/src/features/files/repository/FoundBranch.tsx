import type { GitLookReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'
import styles from './Repository.module.css'

const SHOWN_LEFT_OUT = 8

/** The scanned branch, others to choose from, and files that cannot be read. */
export function FoundBranch({
  found,
  onBranch,
}: {
  readonly found: GitLookReply
  readonly onBranch: (branch: string) => void
}) {
  const { t } = useTranslation(['git', 'files'])
  const { branches, branchCount, branch, leftOut, leftOutCount, isWhole } = found
  return (
    <>
      {branches.length < 2 ? null : (
        <Select
          label={t('branch')}
          value={branch}
          onChange={onBranch}
          options={branches.map((name) => ({ id: name, name }))}
          {...(branchCount > branches.length ? { hint: t('connect.moreBranches') } : {})}
        />
      )}
      {isWhole ? null : <Note tone="plain">{t('connect.notWhole')}</Note>}
      {leftOutCount === 0 ? null : (
        <details>
          <summary>{t('connect.leftOut', { count: leftOutCount })}</summary>
          <ul className={styles.leftOut}>
            {leftOut.slice(0, SHOWN_LEFT_OUT).map(({ path, reason }) => (
              <li key={path}>
                <code dir="ltr">{path}</code> {t(`leftOut.${reason}`)}
              </li>
            ))}
          </ul>
          {leftOutCount > SHOWN_LEFT_OUT ? (
            <p>
              {t('files:leftOutMore', { count: leftOutCount - Math.min(leftOut.length, SHOWN_LEFT_OUT) })}
            </p>
          ) : null}
        </details>
      )}
    </>
  )
}
