import type { DetectionReply } from '@dragoman/contract'
import { nameOfFormat, nameWithFolder } from '@dragoman/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from './FoundProjects.module.css'

export type FoundProjectsProps = {
  readonly candidates: readonly DetectionReply[]
  /** Patterns of those that become projects, in the order of the candidates. */
  readonly ticked: readonly string[]
  readonly onChange: (ticked: readonly string[]) => void
  /** The project name entered by the person; the first project gets it, the others are named after it. */
  readonly name: string
  readonly problem: string | undefined
}

/** Several projects found in one folder, to choose from. */
export function FoundProjects({ candidates, ticked, onChange, name, problem }: FoundProjectsProps) {
  const { t } = useTranslation(['projects', 'formats'])
  const titleId = useId()
  const problemId = useId()
  const free = candidates.filter((one) => !one.isConnected).map((one) => one.pattern)
  const isAll = ticked.length === free.length
  const tick = (pattern: string, isTicked: boolean) =>
    onChange(free.filter((one) => (one === pattern ? isTicked : ticked.includes(one))))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid that includes its legend
    <div
      role="group"
      className={styles.group}
      aria-labelledby={titleId}
      aria-describedby={problem === undefined ? undefined : problemId}
    >
      <div className={styles.head}>
        <strong id={titleId}>{t('found', { count: candidates.length })}</strong>
        <Button size="small" isDisabled={free.length === 0} onPress={() => onChange(isAll ? [] : free)}>
          {t(isAll && free.length > 0 ? 'foundDeselect' : 'foundSelect')}
        </Button>
      </div>
      <small className="muted">{t('foundAbout')}</small>
      <ul className={styles.list}>
        {candidates.map((one) => (
          <li key={one.pattern}>
            <Checkbox
              isSelected={ticked.includes(one.pattern)}
              isDisabled={one.isConnected}
              onChange={(isTicked) => tick(one.pattern, isTicked)}
              hint={<Details detection={one} name={nameFor(one, { ticked, name })} />}
            >
              <code>{one.pattern}</code>
            </Checkbox>
          </li>
        ))}
      </ul>
      {problem === undefined ? null : (
        <span id={problemId} className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

/** Returns the name of a project if there are several; null if none is needed. */
function nameFor(
  { pattern, place }: DetectionReply,
  { ticked, name }: Pick<FoundProjectsProps, 'ticked' | 'name'>,
): string | null {
  if (name === '' || ticked.length < 2 || !ticked.includes(pattern)) return null
  return ticked[0] === pattern ? name : nameWithFolder(name, place)
}

function Details({ detection, name }: { readonly detection: DetectionReply; readonly name: string | null }) {
  const { t } = useTranslation(['projects', 'formats'])
  const formats = useFormats()
  const { format, files, fileCount, sourceLanguage, isConnected, doubts } = detection
  const tags = [
    sourceLanguage,
    ...files.map(({ language }) => language).filter((language) => language !== sourceLanguage),
  ]
  const languages = [...new Set(tags)].slice(0, LANGUAGES_SHOWN).map(formats.languageName)
  const nameOf = (kind: DetectionReply['doubts'][number]['kind'], choice: string) => {
    if (kind === 'format') return nameOfFormat(choice)
    return kind === 'pattern' ? choice : formats.languageName(choice)
  }
  const namesOf = ({ kind, choices: [first, second] }: DetectionReply['doubts'][number]) => ({
    first: nameOf(kind, first),
    second: nameOf(kind, second),
  })
  return (
    <span className={styles.details}>
      <span>
        {nameOfFormat(format)} ·{' '}
        {t('formats:folder.found', { count: fileCount, languages: formats.list(languages) })}
      </span>
      {isConnected ? <span>{t('foundConnected')}</span> : null}
      {isConnected
        ? null
        : doubts.map((doubt) => <span key={doubt.kind}>{t('foundUnsure', namesOf(doubt))}</span>)}
      {name === null ? null : (
        <span>
          {t('foundName')} <bdi>{name}</bdi>
        </span>
      )}
    </span>
  )
}

const LANGUAGES_SHOWN = 8
