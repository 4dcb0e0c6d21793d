import type { BranchReply } from '@dragoman/contract'
import { Link } from '@tanstack/react-router'
import { CircleSlash, ExternalLink, GitBranch, GitPullRequest } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { StateBar } from '../../../components/StateBar.tsx'
import { endonym, useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './Branches.module.css'

export type BranchRowProps = {
  readonly branch: BranchReply
  /** Syncing with the repository is paused. */
  readonly isPaused: boolean
  /** Why it cannot be closed. */
  readonly refusal: string | null
  readonly onClose: () => void
}

/** With more languages, only the average progress is shown. */
const NAMED_LANGUAGES = 4

/** A translation branch: its author, the progress of each language, and what was not sent yet. */
export function BranchRow({ branch, isPaused, refusal, onClose }: BranchRowProps) {
  const { t } = useTranslation('branches')
  const formats = useFormats()
  const { slug, state, pullRequest, pullRequestUrl, keys, texts, untranslated, languages } = branch
  const { discussions } = branch
  const unsent = branch.unsent ?? 0
  const isClosed = state === 'closed'
  const Sign = isClosed ? CircleSlash : GitBranch
  const share = (one: { readonly total: number; readonly untranslated: number }) =>
    formats.percent(one.total === 0 ? 1 : (one.total - one.untranslated) / one.total)
  return (
    <li className={styles.row} data-state={state}>
      <div className={styles.name}>
        <Sign aria-hidden="true" />
        <div>
          <Link to="/p/$project/overview" params={{ project: slug }}>
            <bdi dir="ltr">{branch.branch}</bdi>
          </Link>
          {pullRequest === null ? null : pullRequestUrl === null ? (
            <span className={styles.pull}>{t('pullRequest', { number: pullRequest })}</span>
          ) : (
            <a className={styles.pull} href={pullRequestUrl} target="_blank" rel="noreferrer">
              <GitPullRequest aria-hidden="true" />
              {t('pullRequest', { number: pullRequest })}
              <ExternalLink aria-hidden="true" />
            </a>
          )}
          <p className={styles.small}>
            {isClosed
              ? t(`closed.${branch.closeReason ?? 'person'}`)
              : t('openedBy', { name: branch.openedBy, when: formats.relative(branch.openedAt) })}
            {branch.endsAt === null
              ? null
              : ` ${t('closed.ends', { when: formats.relative(branch.endsAt) })}`}
          </p>
        </div>
      </div>
      <div className={styles.progress}>
        {branch.isRead || isClosed ? (
          <>
            <span className={styles.bar}>
              <StateBar
                counts={{
                  total: texts,
                  untranslated,
                  draft: 0,
                  translated: texts - untranslated,
                  reviewed: 0,
                }}
              />
              <span className="num">{share({ total: texts, untranslated })}</span>
            </span>
            <span className={styles.small}>
              {t('strings', { count: keys })}
              {languages.length > NAMED_LANGUAGES
                ? null
                : languages.map((one) => (
                    <span key={one.tag} className={styles.language}>
                      <bdi lang={one.tag}>{endonym(one.tag)}</bdi> {share(one)}
                    </span>
                  ))}
            </span>
          </>
        ) : (
          <span className={styles.small}>{t(isPaused ? 'paused' : 'reading')}</span>
        )}
      </div>
      <span className={unsent === 0 ? styles.small : styles.unsent}>
        {unsent > 0
          ? t('unsent', { count: unsent })
          : t(isClosed && discussions > 0 ? 'discussed' : 'allSent')}
      </span>
      <Button
        size="small"
        refusal={refusal}
        onPress={onClose}
        aria-label={t(isClosed ? 'close.decideNamed' : 'close.named', { branch: branch.branch })}
      >
        {t(isClosed ? 'close.decide' : 'close.start')}
      </Button>
    </li>
  )
}
