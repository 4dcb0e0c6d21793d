import type { OverviewReply, ProjectReply } from '@dragoman/contract'
import { isReadOnlyIn, ownFirst } from '@dragoman/core'
import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { StateBar, type StateCounts } from '../../components/StateBar.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { useWork } from '../../lib/access/use-work.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import styles from './LanguagePick.module.css'

export type LanguagePickProps = {
  readonly project: ProjectReply
  readonly language: string
  readonly counts: StateCounts | undefined
  /** Counts of every language, for the menu. */
  readonly all: OverviewReply['languages'] | undefined
  /** Called when the menu opens and closes: `all` is only needed while it is open. */
  readonly onChoosing: (isChoosing: boolean) => void
  readonly onPick: (language: string) => void
}

/** The target language with its progress; opens a menu to switch to another. */
export const LanguagePick = memo(function LanguagePick({
  project,
  language,
  counts,
  all,
  onChoosing,
  onPick,
}: LanguagePickProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const work = useWork(project)
  const tags = ownFirst(
    project.languages.map(({ tag }) => tag),
    work,
  )
  const shareOf = (one: StateCounts) => (one.total === 0 ? 0 : (one.total - one.untranslated) / one.total)
  return (
    <>
      <Menu
        label={t('language.label')}
        chosen={language}
        onOpenChange={onChoosing}
        onAction={(key) => onPick(String(key))}
        trigger={
          <Button look="quiet" aria-label={t('language.current', { language: endonym(language) })}>
            <span className={styles.pick}>
              <bdi lang={language}>{endonym(language)}</bdi>
              <ChevronDown aria-hidden="true" />
            </span>
          </Button>
        }
      >
        {tags.map((tag) => {
          const own = all?.find((one) => one.tag === tag)?.counts
          return (
            <MenuRow
              key={tag}
              id={tag}
              textValue={formats.languageName(tag)}
              note={
                tag === project.sourceLanguage
                  ? t('language.source')
                  : isReadOnlyIn(work, tag)
                    ? t('language.readOnly')
                    : own === undefined
                      ? tag
                      : formats.percent(shareOf(own))
              }
            >
              <bdi>{formats.languageName(tag)}</bdi>
            </MenuRow>
          )
        })}
      </Menu>
      {counts === undefined ? null : (
        <span className={styles.progress}>
          <StateBar counts={counts} width="short" />
          <span className={styles.share}>{formats.percent(shareOf(counts))}</span>
        </span>
      )}
    </>
  )
})
