import type { ProjectReply } from '@dragoman/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManagerNames } from '../../../components/AskToChange.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useWork } from '../../../lib/access/use-work.ts'
import styles from './TargetHeading.module.css'

/** Languages named in one sentence. */
const NAMED = 3

/** In a language that the person can only read: which ones are theirs, the way there, and whom to ask for this one. */
export function ReadOnlyNote({
  project,
  language,
  refusal,
}: {
  readonly project: ProjectReply
  readonly language: string
  /** The reason, for people who have no language at all. */
  readonly refusal: string
}) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const { translate, review, suggest } = useWork(project).languages
  const names = useManagerNames(project.slug)
  const [kind, own] =
    translate.length > 0
      ? (['translate', translate] as const)
      : review.length > 0
        ? (['review', review] as const)
        : (['suggest', suggest] as const)
  const [first] = own
  const ask = names === null ? null : t('readOnly.ask', { names, language: formats.languageName(language) })
  if (first === undefined || own.includes(language))
    return (
      <>
        {refusal} {ask}
      </>
    )
  return (
    <>
      {t(`readOnly.${kind}`, { languages: formats.list(own.slice(0, NAMED).map(formats.languageName)) })}{' '}
      <Link
        to="/p/$project/translate/$language"
        params={{ project: project.slug, language: first }}
        search={{}}
        className={styles.go}
      >
        {t('readOnly.go', { language: formats.languageName(first) })}
      </Link>
      {ask === null ? null : <> · {ask}</>}
    </>
  )
}
