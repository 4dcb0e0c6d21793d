import type { api, ReplyOf } from '@dragoman/contract'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../components/ActorName.tsx'
import { Avatar } from '../../components/Avatar.tsx'
import { StateBar } from '../../components/StateBar.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import styles from './ReviewLanguages.module.css'

export type WaitingLanguage = ReplyOf<typeof api.review.languages>['languages'][number]
export type WaitingAuthor = ReplyOf<typeof api.review.counts>['authors'][number]

export type ReviewLanguagesProps = {
  readonly languages: readonly WaitingLanguage[]
  readonly language: string
  readonly authors: readonly WaitingAuthor[]
  readonly author: string | undefined
  readonly onLanguage: (language: string) => void
  readonly onAuthor: (author: string | undefined) => void
}

/** The number of waiting items in each language, and the authors in this one. */
export function ReviewLanguages(props: ReviewLanguagesProps) {
  const { languages, language, authors, author, onLanguage, onAuthor } = props
  const { t } = useTranslation('review')
  const formats = useFormats()
  return (
    <nav className={styles.column} aria-label={t('languages')}>
      <h2 className={styles.heading}>
        {t('languages')} <span>{t('waitingHeading')}</span>
      </h2>
      <ul>
        {languages.map(({ tag, left: { waiting }, counts }) => (
          <li key={tag}>
            <button
              type="button"
              className={styles.language}
              aria-current={tag === language ? 'page' : undefined}
              onClick={() => onLanguage(tag)}
            >
              <span>
                <bdi lang={tag}>{endonym(tag)}</bdi>
              </span>
              {waiting === 0 ? (
                <span className={styles.done}>
                  <Check aria-label={t('nothingWaits')} />
                </span>
              ) : (
                <span className={styles.count}>{formats.number(waiting)}</span>
              )}
              <span className={styles.bar}>
                <StateBar counts={counts} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {authors.length < 2 && author === undefined ? null : (
        <>
          <h2 className={styles.heading}>{t('by')}</h2>
          <ul>
            {authors.map(({ actor, count }) => {
              const id = actor.id ?? actor.name
              return (
                <li key={id}>
                  <button
                    type="button"
                    className={styles.author}
                    aria-pressed={author === id}
                    onClick={() => onAuthor(author === id ? undefined : id)}
                  >
                    <Avatar id={actor.id} name={actor.name} size={20} />
                    <ActorName actor={actor} />
                    <span className={styles.count}>{formats.number(count)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </nav>
  )
}
